// SPDX-License-Identifier: Apache-2.0
//
// The rules of a message for one block: the token request of the block, or the cause for which its
// message is refused. NIST SP 800-38D, sections 5.2.1.1 (lengths), 7.1 and 7.2.
//
//   block                          kind of the token request
//   IV of 12 bytes in all          none: direct (J0 = IV || [1]_32); 12 is the front's IvBytes
//   counter-only: IV of 16 bytes   none: direct and counter (the first counter block itself)
//   other IV                       IV; with AnyIv 0 it is refused
//   AAD, text                      AAD, TEXT
//   null, last                     END
//   tag                            END with the received tag
//   refused, or part of a          END; before the last block, it has no effect
//   refused message
//
//   cause            the first that applies
//   as in block_i    the faults of its beats (seal_message_ingress)
//   CauseEmptyIv     IV announced as data, none came
//   CauseOrder       a section that is not allowed, or a tag that is not the last block
//   CauseLength      IV, AAD or text longer than allowed, or with AnyIv 0 an IV of another length
//                    than 12 bytes (with CounterIv of 16)
//   CauseStore       with Store: longer than the buffer
//   CauseTagLength   the received tag has another length
//
// Two answers need the block that follows (next_*): whether this block is the last before the tag,
// and whether an IV of 16 bytes ends here; decided_o is low until it is there. (If a null block of
// section IV follows, the IV is hashed. This has no visible effect, since that null block ends a
// message without text.)
//
// Combinational; no state, no clock. The unit is the block: a stream of narrower beats is packed
// first (seal_message_pack), so IV of 12 bytes, counter block and tag are one block in any case.
// Several blocks per cycle are a chain of these modules: refused_i and cause_i of a block are
// refused_o and cause_o of the one before it, or of a new command if that was the last of its
// message; next_* is the block behind it; and full_i counts the blocks before it in the same cycle.
module seal_message_rule
  import seal_message_pkg::*;
#(
  parameter bit          Store   = 1'b0,
  parameter bit          AnyIv   = 1'b1,
  parameter int unsigned IvLimit = 65536,   // bytes
  parameter bit          CounterIv = 1'b0    // with AnyIv 0 also a whole counter block
) (
  input  form_t            form_i,
  input  full_t            full_i,       // limits that the message has reached before this block
  input  logic             refused_i,    // a rule was broken before ...
  input  message_cause_e   cause_i,      // ... and by what

  input  block_t           block_i,
  input  logic             next_valid_i,
  input  message_section_e next_section_i,

  output logic             decided_o,
  output request_e         kind_o,
  output logic             fin_o,        // AAD or text that is the last of the output packet
  output logic             direct_o,     // the block is the IV ...
  output logic             counter_o,    // ... or the first counter block itself
  output logic             refused_o,    // no request of this block, nor of those behind it
  output logic             wrong_tag_o,  // refused, but by its cause alone: see below
  output message_cause_e   bad_o,        // cause of this block by itself
  output message_cause_e   cause_o       // cause of the message so far
);

  logic full_block, opening, counting, no_entry;

  assign full_block = block_i.bytes[BytesW-1];
  assign opening    = form_i.opening;
  assign counting   = form_i.counting;

  assign decided_o = next_valid_i || !((opening && block_i.body) || (counting && block_i.counter));
  assign fin_o     = opening ? (next_section_i == SecTag) : (counting && block_i.last);
  assign no_entry  = Store && full_i.store && !fin_o;

  // The faults of a block by its section, each by itself, so that the refusal does not wait for the
  // choice of the cause. (A tag of a wrong length ends its message in any case: it is refused by
  // its cause alone.)
  logic empty_iv, order, too_long, no_room;

  assign empty_iv    = form_i.iv_in_data && block_i.no_iv;
  assign no_room     = (block_i.section inside {SecAad, SecText}) && no_entry && !block_i.empty;
  assign wrong_tag_o = (block_i.section == SecTag) && (block_i.bytes != form_i.tag_len);

  always_comb begin
    unique case (block_i.section)
      SecIv: begin
        order    = !form_i.iv_in_data || (opening && block_i.last);
        too_long = AnyIv ? full_i.iv && block_i.bytes > BytesW'(IvLimit % BlockBytes)
                         : !(block_i.short_iv || (CounterIv && counter_o && block_i.first));
      end
      SecAad: begin
        order    = counting || (opening && block_i.last);
        too_long = (full_i.aad && full_block) || (full_i.bound && !block_i.empty);
      end
      SecText: begin
        order    = opening && block_i.last;
        too_long = full_i.text && !block_i.empty;
      end
      default: begin  // SecTag
        order    = !opening || !block_i.last;
        too_long = 1'b0;
      end
    endcase
  end

  always_comb begin
    if (block_i.bad != CauseNone) bad_o = block_i.bad;
    else if (empty_iv)            bad_o = CauseEmptyIv;
    else if (order)               bad_o = CauseOrder;
    else if (too_long)            bad_o = CauseLength;
    else if (no_room)             bad_o = CauseStore;
    else if (wrong_tag_o)         bad_o = CauseTagLength;
    else                          bad_o = CauseNone;
  end

  assign refused_o = refused_i || block_i.wrong || empty_iv || order || too_long || no_room;
  assign cause_o   = refused_i ? cause_i : bad_o;
  assign counter_o = counting && full_block && (block_i.last || next_section_i != SecIv);
  assign direct_o  = !refused_o && (block_i.short_iv ||
                                    (counter_o && block_i.section == SecIv && block_i.first));

  always_comb begin
    if (refused_o || direct_o || block_i.empty) begin
      kind_o = ReqEnd;
    end else begin
      unique case (block_i.section)
        SecIv:   kind_o = AnyIv ? ReqIv : ReqEnd;
        SecAad:  kind_o = ReqAad;
        SecText: kind_o = ReqText;
        default: kind_o = ReqEnd;
      endcase
    end
  end

endmodule
