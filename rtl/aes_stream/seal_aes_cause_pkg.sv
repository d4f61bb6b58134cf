// SPDX-License-Identifier: Apache-2.0
//
// Why a block comes back as zeros: the cause in m_axis_tuser of all AES cores; and the answer to a
// key (a key_cause_e of seal_engine_pkg) where there is only one slot. No standard.
package seal_aes_cause_pkg;

  import seal_aes_pkg::*;
  import seal_engine_pkg::*;

  // The highest one counts.
  typedef enum logic [1:0] {
    BlkNone      = 2'd0,
    BlkNoKey     = 2'd1,   // the slot has no key
    BlkDirection = 2'd2,   // the core lacks this direction
    BlkBeats     = 2'd3    // tlast is not on the last beat of a block
  } block_cause_e;

  // Cause of a block of one beat; has_key: its slot has a key; dir: the core's dir_e
  function automatic block_cause_e block_cause(
    int unsigned dir, logic has_key, logic last, logic inverse
  );
    if (!last) return BlkBeats;
    if ((dir == DirForward && inverse) ||
        (dir == DirInverse && !inverse)) return BlkDirection;
    return has_key ? BlkNone : BlkNoKey;
  endfunction

  // Of a key for a core with a single slot 0, and the sizes of a mask
  function automatic key_cause_e only_slot_cause(
    bit [2:0] sizes, logic [3:0] slot, logic [1:0] size
  );
    if (slot != 4'd0) return KeyBadSlot;
    return size_built(sizes, size) ? KeyLoaded : KeyBadSize;
  endfunction

endpackage
