// SPDX-License-Identifier: Apache-2.0
//
// What the sector engines have in common: operations, and the causes for which a data unit is
// refused. Byte n of a string is in bits [8n+7:8n]. No standard.
package seal_tes_pkg;

  // s_cmd_op
  typedef enum logic [1:0] {
    OpEncrypt = 2'd0,
    OpDecrypt = 2'd1
  } op_e;

  // Why a unit was refused: the first of these that holds
  typedef enum logic [2:0] {
    CauseNone  = 3'd0,
    CauseOp    = 3'd1,   // no such operation
    CauseSlot  = 3'd2,   // the slot has no key
    CauseCount = 3'd3,   // a command for no unit
    CauseWrap  = 3'd4    // the number of the last unit would exceed 2^128 - 1
  } cause_e;

  // What is wrong with a command at first sight: `ready`, its slot has a key; `none`, it is for no
  // unit
  function automatic cause_e command_cause(logic [1:0] op, logic ready, logic none);
    if (op > OpDecrypt) return CauseOp;
    if (!ready)         return CauseSlot;
    if (none)           return CauseCount;
    return CauseNone;
  endfunction

endpackage
