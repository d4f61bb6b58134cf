// SPDX-License-Identifier: Apache-2.0
//
// Both ends of a valid/ready stream for a bench, in plain Verilog (IEEE 1364-2005). A transfer is a
// rising edge of clk_i with valid and ready high. With stall_i each end rests at random. Up to
// Places words move in a transfer, in the order of their places, from place 0 in the low bits on;
// valid has a bit for each.

// Offers the words of a file in order, as many as may be. A line of the file is 32 bits and a word:
// the word may be offered once seen_i, a count of words elsewhere, has come so far (a command after
// the answer to its key, say). With stall_i some of the places stay empty, too. Between words the
// data are unknown, as nobody may read them.
module stream_source #(
  parameter Width = 1,
  parameter Places = 1,
  parameter Words = 1,
  parameter File = "",
  parameter [31:0] Seed = 1
) (
  input  wire                    clk_i,
  input  wire                    rst_ni,
  input  wire                    stall_i,
  input  wire [31:0]             seen_i,
  output reg  [Places-1:0]       valid_o,
  input  wire                    ready_i,
  output wire [Places*Width-1:0] data_o,
  output reg  [31:0]             sent_o
);
  reg [Width+31:0] words [0:Words+Places-1];  // so many that no index is out of range
  reg [31:0]       random, next;
  integer          n;

  wire [Places:0] may;  // from bit 1 on: places that get a word
  wire            rests = stall_i && random[1:0] != 2'd0;

  assign may[0] = 1'b1;

  genvar p;
  generate
    for (p = 0; p < Places; p = p + 1) begin : g_place
      wire [Width+31:0] word = words[sent_o + p];
      wire [Width+31:0] ahead = words[next + p];
      wire              empty = p > 0 && stall_i && random[p + 1];

      assign data_o[p*Width +: Width] = valid_o[p] ? word[Width-1:0] : {Width{1'bx}};
      assign may[p+1] = may[p] && !empty && next + p < Words && ahead[Width +: 32] <= seen_i;
    end
  endgenerate

  always @* begin
    next = sent_o;
    for (n = 0; n < Places; n = n + 1) next = next + {31'd0, valid_o[n] && ready_i};
  end

  initial $readmemh(File, words, 0, Words - 1);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= {Places{1'b0}};
      sent_o  <= 32'd0;
      random  <= Seed;
    end else begin
      random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
      sent_o <= next;
      if (!valid_o[0] || ready_i) valid_o <= rests ? {Places{1'b0}} : may[Places:1];
    end
  end
endmodule

// Takes words and compares each with that of a file. An error: another word, one too many, one that
// changes or goes away before it has been taken, or an unknown bit. seen_o counts those taken and
// those that are offered.
module stream_sink #(
  parameter Width = 1,
  parameter Places = 1,
  parameter Words = 1,
  parameter File = "",
  parameter Name = "",
  parameter [31:0] Seed = 1
) (
  input  wire                    clk_i,
  input  wire                    rst_ni,
  input  wire                    stall_i,
  input  wire [Places-1:0]       valid_i,
  output wire                    ready_o,
  input  wire [Places*Width-1:0] data_i,
  output reg  [31:0]             taken_o,
  output reg  [31:0]             seen_o,
  output reg  [31:0]             errors_o
);
  reg [Width-1:0]        words [0:Words];
  reg [31:0]             random;
  reg [Places-1:0]       held;
  reg [Places*Width-1:0] held_data;
  reg [31:0]             at, wrong;
  reg [Width-1:0]        word;
  integer                n, p;

  assign ready_o = !stall_i || random[0];

  always @* begin
    seen_o = taken_o;
    for (n = 0; n < Places; n = n + 1) seen_o = seen_o + {31'd0, valid_i[n]};
  end

  initial begin
    errors_o = 32'd0;  // kept over a reset
    $readmemh(File, words, 0, Words - 1);
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_o <= 32'd0;
      random  <= Seed;
      held    <= {Places{1'b0}};
    end else begin
      random    <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
      held      <= ready_o ? {Places{1'b0}} : valid_i;
      held_data <= data_i;
      at = taken_o;
      wrong = 32'd0;
      for (p = 0; p < Places; p = p + 1) begin
        word = data_i[p*Width +: Width];
        if (valid_i[p] !== 1'b0 && valid_i[p] !== 1'b1) begin
          wrong = wrong + 1;
          $display("%s: valid is unknown", Name);
        end else if (held != 0 && (valid_i[p] != held[p] ||
                                   held[p] && word !== held_data[p*Width +: Width])) begin
          wrong = wrong + 1;
          $display("%s: word %0d changed before it was taken", Name, at);
        end else if (valid_i[p] && ready_o) begin
          if (at >= Words) begin
            wrong = wrong + 1;
            $display("%s: more than %0d words", Name, Words);
          end else if (word !== words[at]) begin
            wrong = wrong + 1;
            $display("%s: word %0d is %h, expected %h", Name, at, word, words[at]);
          end
        end
        if (valid_i[p] === 1'b1) at = at + 1;
      end
      taken_o  <= ready_o ? at : taken_o;
      errors_o <= errors_o + wrong;
    end
  end
endmodule
