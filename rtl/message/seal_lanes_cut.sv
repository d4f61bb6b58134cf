// SPDX-License-Identifier: Apache-2.0
//
// Cuts frames into the segments of messages, for seal_lanes_from_mac, whose header has the rules:
// for each lane of a beat the place in the window of waiting segments at which its bytes begin,
// their number, the section and the end. No standard.
//
// A segment of a frame of L bytes, with AadBytes = 16 F + S, begins up to three segments of the
// message, in this order. span is the number of bytes from its begin to the end of the frame.
//
//   AAD    at byte 0, if its index in the frame is below ceil(AadBytes / 16)
//   text   at byte S, if its index is F or more, and span > S (seal) or span > S + TagBytes (open)
//   tag    at byte span - TagBytes, if this is 0 to 15, and not before the end of the AAD
//
// All of this follows from index and span alone, so it is found for all places side by side. The
// segments that begin before each place are counted; then lane n takes the one that has n before
// it. The only state is the number of those that the first segment of the window has begun in
// earlier beats (skip). No decision goes from lane to lane.
//
// span is known if the frame ends within three segments, or if three are there: 49 stands for more
// than 48. Lanes are valid from 0 on without a gap. Combinational, but for skip, which moves with
// load_i. Reset: nothing has begun.
module seal_lanes_cut
  import seal_lanes_pkg::*;
#(
  parameter int unsigned Lanes    = 4,
  parameter int unsigned Window   = 7,
  parameter int unsigned AadBytes = 20,
  parameter int unsigned TagBytes = 16
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,

  input  logic [Window-1:0]                           valid_i,
  input  mac_info_t [Window-1:0]                      info_i,
  input  logic                                        load_i,    // the beat is taken
  output lane_cut_t [Lanes-1:0]                       cut_o,
  output logic [Lanes-1:0][$clog2(Window+1)-1:0]      from_o,
  output logic [$clog2(Window+1)-1:0]                 take_o     // segments that are used up
);

  import seal_message_pkg::*;

  localparam int unsigned AtW     = $clog2(Window + 1);
  localparam int unsigned SumW    = $clog2(3 * Window + 1);
  localparam int unsigned Shift   = AadBytes % BlockBytes;
  localparam int unsigned Full    = AadBytes / BlockBytes;
  localparam int unsigned AadSegs = Full + ((Shift == 0) ? 0 : 1);
  // Bit k: a segment with index k begins AAD, its last segment, text.
  localparam logic [7:0]  HasAad  = 8'((1 << AadSegs) - 1);
  localparam logic [7:0]  HasRest = 8'((1 << AadSegs) >> 1);
  localparam logic [7:0]  HasText = ~8'((1 << Full) - 1);
  localparam logic [4:0]  AadRest = (Shift == 0) ? 5'd16 : 5'(Shift);   // of its last segment
  localparam logic [5:0]  Tag     = 6'(TagBytes);

  if (AadBytes > 64) begin : g_bad_aad
    $error("seal_lanes_cut: AadBytes must be 0 to 64");
  end
  if (TagBytes < 1 || TagBytes > BlockBytes) begin : g_bad_tag
    $error("seal_lanes_cut: TagBytes must be 1 to 16");
  end

  // ---- the segments that begin at each place ----------------------------------------------------
  typedef enum logic [1:0] {IsAad, IsText, IsTag} part_e;
  localparam int unsigned Parts = 3;

  logic [Window-1:0]                  known;
  lane_cut_t [Parts-1:0][Window-1:0]  cut;
  logic [Parts-1:0][Window-1:0]       begins;   // valid of these

  logic [Window+1:0]      valid;   // with two places beyond the window, always empty
  mac_info_t [Window+1:0] info;

  assign valid = {2'b00, valid_i};
  assign info  = {{2{mac_info_t'('0)}}, info_i};

  function automatic lane_cut_t aad_of(mac_info_t s);
    lane_cut_t  c;
    logic       rest, ends_short;   // its last segment; the frame ends before AAD and tag do
    logic [4:0] want;
    rest       = HasRest[s.index];
    want       = rest ? AadRest : 5'd16;
    ends_short = !rest || s.bytes < want || (s.open && 6'(s.bytes) < 6'(want) + Tag);
    c          = '0;
    c.valid    = HasAad[s.index];
    c.section  = SecAad;
    c.bytes    = (s.bytes < want) ? s.bytes : want;
    c.last     = s.last && (ends_short || (!s.open && s.bytes == want));
    c.dropped  = s.dropped || ends_short;
    return c;
  endfunction

  function automatic lane_cut_t text_of(logic [2:0] index, logic open, logic [5:0] span,
                                        logic abort);
    lane_cut_t  c;
    logic       ends_short;   // no room for the tag behind the AAD
    logic [5:0] least, left;
    least      = 6'(Shift) + (open ? Tag : 6'd0);
    left       = span - least;
    ends_short = open && index == 3'(Full) && span < least;
    c          = '0;
    c.valid    = HasText[index] && (span > least || ends_short);
    c.section  = SecText;
    c.bytes    = ends_short ? 5'd0 : (left < 6'd16) ? left[4:0] : 5'd16;
    c.offset   = 4'(Shift);
    c.last     = ends_short || (!open && left <= 6'd16);
    c.dropped  = abort || ends_short;
    return c;
  endfunction

  function automatic lane_cut_t tag_of(logic [2:0] index, logic open, logic [5:0] span,
                                       logic abort);
    lane_cut_t  c;
    logic [5:0] at;
    at        = span - Tag;
    c         = '0;
    c.valid   = open && HasText[index] && span >= Tag && at < 6'd16 &&
                (index != 3'(Full) || span >= 6'(Shift) + Tag);
    c.section = SecTag;
    c.bytes   = Tag[4:0];
    c.offset  = at[3:0];
    c.last    = 1'b1;
    c.dropped = abort;
    return c;
  endfunction

  always_comb begin
    for (int unsigned i = 0; i < Window; i++) begin
      mac_info_t  here;
      logic       two, three;   // the next two are there
      logic       end2, end3;   // they end the frame
      logic [5:0] span;
      logic       abort;        // of a frame that ends here or in the next one
      here     = info[i];
      two      = valid[i+1];
      three    = valid[i+2];
      end2     = two && info[i+1].last;
      end3     = three && info[i+2].last;
      known[i] = valid[i] && (here.last || end2 || three);
      span     = here.last ? 6'(here.bytes)
               : end2      ? 6'd16 + 6'(info[i+1].bytes)
               : end3      ? 6'd32 + 6'(info[i+2].bytes) : 6'd49;
      abort    = here.last ? here.dropped : info[i+1].dropped;
      cut[IsAad][i]  = aad_of(here);
      cut[IsText][i] = text_of(here.index, here.open, span, abort);
      cut[IsTag][i]  = tag_of(here.index, here.open, span, abort);
      begins[IsAad][i]  = known[i] && cut[IsAad][i].valid;
      begins[IsText][i] = known[i] && cut[IsText][i].valid &&
                          !(cut[IsAad][i].valid && cut[IsAad][i].last);
      begins[IsTag][i]  = known[i] && cut[IsTag][i].valid;
    end
  end

  // ---- lane n takes the one with n before it ----------------------------------------------------
  logic [1:0]                             skip_q, skip_d;
  logic [Window:0][SumW-1:0]              earlier_seg;   // begun before this segment
  logic [Parts-1:0][Window-1:0][SumW-1:0] earlier;
  logic [Window-1:0]                      used;         // all that it begins has left

  always_comb begin
    for (int unsigned i = 0; i <= Window; i++) begin
      logic [Window-1:0] lower;
      lower         = Window'((33'd1 << i) - 33'd1);
      earlier_seg[i] = SumW'($countones({begins[IsTag] & lower, begins[IsText] & lower,
                                        begins[IsAad] & lower}));
    end
    for (int unsigned i = 0; i < Window; i++) begin
      earlier[IsAad][i]  = earlier_seg[i];
      earlier[IsText][i] = earlier_seg[i] + SumW'(begins[IsAad][i]);
      earlier[IsTag][i]  = earlier[IsText][i] + SumW'(begins[IsText][i]);
    end
  end

  always_comb begin
    {cut_o, from_o} = '0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      for (int unsigned p = 0; p < Parts; p++) begin
        for (int unsigned i = 0; i < n + 2; i++) begin   // not later: one segment begins nothing
          if (begins[p][i] && earlier[p][i] == SumW'(n) + SumW'(skip_q)) begin
            cut_o[n]       = cut_o[n] | cut[p][i];
            cut_o[n].valid = 1'b1;
            from_o[n]      = from_o[n] | AtW'(i);
          end
        end
      end
    end
  end

  always_comb begin
    skip_d = '0;
    for (int unsigned i = 0; i < Window; i++) begin
      used[i] = known[i] && earlier_seg[i+1] <= SumW'(Lanes) + SumW'(skip_q);
      if (known[i] && !used[i] && (i == 0 || used[i-1])) begin
        skip_d = 2'(SumW'(Lanes) + SumW'(skip_q) - earlier_seg[i]);
      end
    end
  end

  assign take_o = AtW'($countones(used));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     skip_q <= '0;
    else if (load_i) skip_q <= skip_d;
  end

endmodule
