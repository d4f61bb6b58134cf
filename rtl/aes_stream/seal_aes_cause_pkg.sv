// SPDX-License-Identifier: Apache-2.0
//
// Why a block comes back as zeros: the cause in m_axis_tuser of all AES cores. No standard.
package seal_aes_cause_pkg;

  // The highest one counts.
  typedef enum logic [1:0] {
    BlkNone      = 2'd0,
    BlkNoKey     = 2'd1,   // the slot has no key
    BlkDirection = 2'd2,   // the core lacks this direction
    BlkBeats     = 2'd3    // tlast is not on the last beat of a block
  } block_cause_e;

  // Of a block of one beat; user is its tuser, has_key that its slot has one, dir the core's dir_e
  function automatic block_cause_e block_cause(
    int unsigned dir, logic has_key, logic last, logic inverse
  );
    if (!last) return BlkBeats;
    if ((dir == seal_aes_pkg::DirForward && inverse) ||
        (dir == seal_aes_pkg::DirInverse && !inverse)) return BlkDirection;
    return has_key ? BlkNone : BlkNoKey;
  endfunction

endpackage
