// SPDX-License-Identifier: Apache-2.0
//
// Makes the segments of a beat of seal_message_egress_lanes from blocks and verdicts as they are in
// their queues. No standard; the rules are those of seal_message_egress.
//
//   take_i     the blocks that leave, of which first_i (one-hot) is the oldest; each has the number
//              (one-hot) of the queue of its message's verdict
//   ends_i     the verdicts of the packets that end
//   cut_i      instead, take_i packets end that a zeroise has cut short: block_i, number_i and
//              data_i are zero
//   ended_o    from bit 0 on, for each packet that ends, and its cause
//
// Lane k has the block of queue first + k. A tag is added before, each block having that of its own
// verdict; so a lane's choice between blocks is the only one behind that of their tags. Lanes
// without a block are zero, but for their data. No latency.
module seal_message_segments
  import seal_engine_pkg::*;
  import seal_message_pkg::*;
#(
  parameter int unsigned Lanes = 4,
  parameter int unsigned Ends  = 2,
  parameter int unsigned Seen  = 2,     // queues of verdicts
  parameter int unsigned TagW  = DataW
) (
  input  logic                              cut_i,
  input  logic             [Lanes-1:0]      first_i,
  input  logic             [Lanes-1:0]      take_i,
  input  out_block_t       [Lanes-1:0]      block_i,
  input  logic [Lanes-1:0][Seen-1:0]        number_i,
  input  logic [Lanes-1:0][DataW-1:0]       data_i,
  input  logic             [Seen-1:0]       ends_i,
  input  verdict_t         [Seen-1:0]       verdict_i,
  input  logic [Seen-1:0][TagW-1:0]         tag_i,

  output logic             [Lanes-1:0]       last_o,
  output logic             [Lanes-1:0]       abort_o,
  output logic             [Lanes-1:0][1:0]  section_o,
  output logic             [Lanes-1:0][15:0] keep_o,
  output logic [Lanes-1:0][DataW-1:0]        data_o,
  output logic             [Ends-1:0]        ended_o,
  output message_cause_e   [Ends-1:0]        cause_o
);

  // ---- in their queues: what a block is, with its verdict ---------------------------------------
  typedef struct packed {
    logic             last;
    logic             aborted;
    message_section_e section;
    logic [4:0]       bytes;
    logic [Seen-1:0]  number;
  } segment_t;

  segment_t [Lanes-1:0]        segment;
  logic [Lanes-1:0][DataW-1:0] word;

  always_comb begin
    for (int unsigned n = 0; n < Lanes; n++) begin
      verdict_t said;   // on the message that ends here, or zero
      said    = '0;
      word[n] = data_i[n];
      for (int unsigned i = 0; i < Seen; i++) begin
        said    |= verdict_i[i] & {$bits(verdict_t){block_i[n].fin && number_i[n][i]}};
        word[n] |= DataW'(tag_i[i] & {TagW{block_i[n].tag && number_i[n][i]}});
      end
      // A last block has either data or, from the verdict, a tag, and none if its message is
      // refused.
      segment[n] = '{
        last:    block_i[n].fin || cut_i,
        aborted: said.refused || cut_i,
        section: (said.refused || cut_i) ? SecText :
                 said.seal               ? SecTag :
                 block_i[n].text         ? SecText : SecAad,
        bytes:   (block_i[n].bytes | said.tag_len) & {5{!said.refused}},
        number:  number_i[n]
      };
      if (!take_i[n]) segment[n] = '0;
    end
  end

  // ---- in their lanes ---------------------------------------------------------------------------
  logic [Seen-1:0] oldest;   // of the verdicts: the queue of that on the message in lane 0

  always_comb begin
    oldest = Seen'(cut_i);
    data_o = '0;
    for (int unsigned k = 0; k < Lanes; k++) begin
      segment_t here;
      here = '0;
      for (int unsigned n = 0; n < Lanes; n++) begin
        here      |= segment[(n+k)%Lanes] & {$bits(segment_t){first_i[n]}};
        data_o[k] |= word[(n+k)%Lanes] & {DataW{first_i[n]}};
      end
      last_o[k]    = here.last;
      abort_o[k]   = here.aborted;
      section_o[k] = here.section;
      keep_o[k]    = keep_of(here.bytes);
      if (k == 0) oldest |= here.number;
    end
  end

  always_comb begin
    for (int unsigned n = 0; n < Ends; n++) begin
      logic [$bits(message_cause_e)-1:0] cause;
      ended_o[n] = 1'b0;
      cause      = cut_i ? CauseZeroised : CauseNone;
      for (int unsigned i = 0; i < Seen; i++) begin
        ended_o[n] |= oldest[i] && ends_i[(i+n)%Seen];
        cause      |= verdict_i[(i+n)%Seen].cause & {4{oldest[i] && !cut_i}};
      end
      cause_o[n] = message_cause_e'(cause);
    end
  end

endmodule
