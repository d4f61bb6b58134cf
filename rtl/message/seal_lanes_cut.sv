// SPDX-License-Identifier: Apache-2.0
//
// Cuts frames into the segments of messages, for seal_lanes_from_mac, whose header has the rules:
// for each lane of a beat the place in the window of waiting segments, the bytes, the section and
// the end. No standard. Combinational but for the state behind the last beat, which moves with
// load_i.
//
// What a segment of text is follows from its place alone: it begins AadBytes mod 16 bytes behind
// the begin of a segment in the window, and its length follows from the bytes up to the end of the
// frame (span). So the plans for all places are made side by side, and the lanes, one after the
// other, only choose: a lane begins where the one below has left off.
//
//   span   bytes from the begin of a segment to the end of its frame; 49 stands for more than 48.
//          It is known if the frame ends within three segments, or if three are there.
//
// A tag that does not begin at the constant shift gets a lane of its own behind the rest of the
// text, with its shift in the state. Reset: at the begin of a frame.
module seal_lanes_cut
  import seal_message_pkg::*;
  import seal_lanes_pkg::*;
#(
  parameter int unsigned Lanes    = 4,
  parameter int unsigned Window   = 6,
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
  output logic [$clog2(Window+1)-1:0]                 take_o     // segments of the window, all used
);

  localparam int unsigned AtW     = $clog2(Window + 1);
  localparam int unsigned Shift   = AadBytes % BlockBytes;
  localparam int unsigned AadSegs = (AadBytes + BlockBytes - 1) / BlockBytes;
  localparam int unsigned AadLast = (AadSegs == 0) ? 0 : AadSegs - 1;
  localparam logic [4:0]  AadRest = (Shift == 0) ? 5'd16 : 5'(Shift);   // of its last segment
  localparam logic [5:0]  Tag     = 6'(TagBytes);

  if (AadBytes > 64) begin : g_bad_aad
    $error("seal_lanes_cut: AadBytes must be 0 to 64");
  end
  if (TagBytes < 1 || TagBytes > BlockBytes) begin : g_bad_tag
    $error("seal_lanes_cut: TagBytes must be 1 to 16");
  end

  typedef enum logic [1:0] {PhAad, PhText, PhTag} phase_e;

  typedef struct packed {
    phase_e     phase;
    logic [1:0] index;    // which segment of the AAD
    logic [3:0] offset;   // of the tag
  } state_t;

  typedef struct packed {
    lane_cut_t  cut;
    state_t     next;
    logic [1:0] uses;     // segments of the window that it is the last to use
  } step_t;

  localparam state_t Start = '{phase: (AadSegs == 0) ? PhText : PhAad, index: '0, offset: '0};

  state_t              state_q, state_d;
  step_t [Window-1:0]  text;     // of each place
  logic [Window-1:0]   aborts;   // the frame ends there or in the next place, with abort

  function automatic step_t aad_step(mac_info_t info, logic [1:0] index);
    step_t      s;
    logic       final_one, short_one;
    logic [4:0] want;
    final_one = index == 2'(AadLast);
    want      = final_one ? AadRest : 5'd16;
    short_one = info.bytes < want || !final_one ||
                (info.open && 6'(info.bytes) < 6'(want) + Tag);
    s = '0;
    s.cut.valid   = 1'b1;
    s.cut.section = SecAad;
    s.cut.bytes   = want;
    s.next.phase  = final_one ? PhText : PhAad;
    s.next.index  = index + 2'd1;
    s.uses        = 2'(want == 5'd16);
    if (info.last && (short_one || (!info.open && info.bytes == want))) begin
      s.cut.bytes = (info.bytes < want) ? info.bytes : want;
      s.cut.last  = 1'b1;
      s.cut.dropped = info.dropped || short_one;
      s.next      = Start;
      s.uses      = 2'd1;
    end
    return s;
  endfunction

  // A step that ends the frame: here, or in the segment behind.
  function automatic step_t end_step(message_section_e section, logic [4:0] bytes,
                                     logic [3:0] offset, logic here, logic abort);
    step_t s;
    s = '0;
    s.cut.valid   = 1'b1;
    s.cut.section = section;
    s.cut.bytes   = bytes;
    s.cut.offset  = offset;
    s.cut.last    = 1'b1;
    s.cut.dropped   = abort;
    s.next        = Start;
    s.uses        = here ? 2'd1 : 2'd2;
    return s;
  endfunction

  function automatic step_t text_step(logic [5:0] span, logic open, logic here, logic abort);
    step_t      s;
    logic [5:0] left, bytes;   // bytes behind the shift, of text before the tag
    logic [4:0] stop;          // where the text ends
    left  = span - 6'(Shift);
    bytes = left - Tag;
    stop  = 5'(Shift) + bytes[4:0];
    if (!open && left <= 6'd16) begin
      s = end_step(SecText, left[4:0], 4'(Shift), here, abort);
    end else if (open && left < Tag) begin
      s = end_step(SecText, '0, 4'(Shift), here, 1'b1);
    end else if (open && left == Tag) begin
      s = end_step(SecTag, Tag[4:0], 4'(Shift), here, abort);
    end else begin
      s = '0;
      s.cut.valid   = 1'b1;
      s.cut.section = SecText;
      s.cut.bytes   = 5'd16;
      s.cut.offset  = 4'(Shift);
      s.next.phase  = PhText;
      s.uses        = 2'd1;
      if (open && bytes < 6'd16) begin
        s.cut.bytes   = bytes[4:0];
        s.next.phase  = PhTag;
        s.next.offset = stop[3:0];
        s.uses        = 2'(stop[4]);
      end
    end
    return s;
  endfunction

  // ---- the plan of each place -------------------------------------------------------------------
  logic [Window+1:0]      there;   // with two places beyond the window, always empty
  mac_info_t [Window+1:0] info;

  assign there = {2'b00, valid_i};
  assign info  = {{2{mac_info_t'('0)}}, info_i};

  always_comb begin
    for (int unsigned i = 0; i < Window; i++) begin
      logic       known;
      logic [5:0] span;
      known = 1'b1;
      if (info[i].last)                       span = 6'(info[i].bytes);
      else if (there[i+1] && info[i+1].last)  span = 6'd16 + 6'(info[i+1].bytes);
      else if (there[i+2] && info[i+2].last)  span = 6'd32 + 6'(info[i+2].bytes);
      else                                    {known, span} = {there[i+2], 6'd49};
      aborts[i] = info[i].last ? info[i].dropped : info[i+1].dropped;
      text[i]   = text_step(span, info[i].open, info[i].last, aborts[i]);
      text[i].cut.valid = known;
    end
  end

  // ---- the lanes, one after the other -----------------------------------------------------------
  always_comb begin
    logic going;
    going   = 1'b1;
    state_d = state_q;
    take_o  = '0;
    for (int unsigned n = 0; n < Lanes; n++) begin
      step_t     step;
      mac_info_t here;
      logic      follows, abort;   // the next segment is there; of the frame, if it ends by then
      step = '0;
      {here, follows, abort} = '0;
      from_o[n] = take_o;
      for (int unsigned i = 0; i < Window; i++) begin
        if (take_o == AtW'(i)) begin
          here    = info[i];
          abort   = aborts[i];
          follows = there[i+1];
          step    = text[i];
          going   = going && there[i];
        end
      end
      going = going && (take_o != AtW'(Window));
      unique case (state_d.phase)
        PhAad:   step = aad_step(here, state_d.index);
        PhTag: begin
          step = end_step(SecTag, Tag[4:0], state_d.offset, here.last, abort);
          step.cut.valid = here.last || follows;
        end
        default: ;
      endcase
      going = going && step.cut.valid;
      cut_o[n]       = step.cut;
      cut_o[n].valid = going;
      if (going) begin
        take_o  = take_o + AtW'(step.uses);
        state_d = step.next;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)     state_q <= Start;
    else if (load_i) state_q <= state_d;
  end

endmodule
