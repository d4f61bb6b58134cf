// SPDX-License-Identifier: Apache-2.0
//
// Both ends of a valid/ready stream for a bench, in plain Verilog (IEEE 1364-2005). A transfer is a
// rising edge of clk_i with valid and ready high. With stall_i each end rests at random.

// Offers the words of a file in order, one by one. A line of the file is 32 bits and a word: the
// word may be offered once seen_i, a count of words elsewhere, has come so far (a command after the
// answer to its key, say). Between words the data are unknown, as nobody may read them.
module stream_source #(
  parameter Width = 1,
  parameter Words = 1,
  parameter File = "",
  parameter [31:0] Seed = 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  input  wire             stall_i,
  input  wire [31:0]      seen_i,
  output reg              valid_o,
  input  wire             ready_i,
  output wire [Width-1:0] data_o,
  output reg  [31:0]      sent_o
);
  reg [Width+31:0] words [0:Words];  // one more, so that no index is out of range
  reg [31:0]       random;

  wire [31:0]       next = sent_o + {31'd0, valid_o && ready_i};
  wire [Width+31:0] word = words[sent_o];
  wire [Width+31:0] ahead = words[next];
  wire              rests = stall_i && random[1:0] != 2'd0;
  wire              may = next < Words && ahead[Width +: 32] <= seen_i;

  assign data_o = valid_o ? word[Width-1:0] : {Width{1'bx}};

  initial $readmemh(File, words, 0, Words - 1);

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      sent_o  <= 32'd0;
      random  <= Seed;
    end else begin
      random  <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
      sent_o  <= next;
      valid_o <= (valid_o && !ready_i) || (may && !rests);
    end
  end
endmodule

// Takes words and compares each with that of a file. An error: another word, one too many, one that
// changes or goes away before it has been taken, or an unknown bit.
module stream_sink #(
  parameter Width = 1,
  parameter Words = 1,
  parameter File = "",
  parameter Name = "",
  parameter [31:0] Seed = 1
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  input  wire             stall_i,
  input  wire             valid_i,
  output wire             ready_o,
  input  wire [Width-1:0] data_i,
  output reg  [31:0]      taken_o,
  output reg  [31:0]      errors_o
);
  reg [Width-1:0] words [0:Words];
  reg [31:0]      random;
  reg             held;
  reg [Width-1:0] held_data;

  assign ready_o = !stall_i || random[0];

  initial begin
    errors_o = 32'd0;  // kept over a reset
    $readmemh(File, words, 0, Words - 1);
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_o <= 32'd0;
      random  <= Seed;
      held    <= 1'b0;
    end else begin
      random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
      held   <= valid_i && !ready_o;
      held_data <= data_i;
      if (valid_i !== 1'b0 && valid_i !== 1'b1) begin
        errors_o <= errors_o + 1;
        $display("%s: valid is unknown", Name);
      end else if (held && (!valid_i || data_i !== held_data)) begin
        errors_o <= errors_o + 1;
        $display("%s: word %0d changed before it was taken", Name, taken_o);
      end else if (valid_i && ready_o) begin
        taken_o <= taken_o + 1;
        if (taken_o >= Words) begin
          errors_o <= errors_o + 1;
          $display("%s: more than %0d words", Name, Words);
        end else if (data_i !== words[taken_o]) begin
          errors_o <= errors_o + 1;
          $display("%s: word %0d is %h, expected %h", Name, taken_o, data_i, words[taken_o]);
        end
      end
    end
  end
endmodule
