// SPDX-License-Identifier: Apache-2.0
//
// The microprogram of seal_gcm_small, and its codes. Standard: NIST SP 800-38D, sections 6 and 7.
//
// An instruction takes one cycle. It names the one that follows, and another that is taken if its
// condition holds. What is read from the memories for an instruction is named by the one before,
// since memories answer a cycle later: `rd` and `key` are the reads for the next instruction. Many
// instructions are loops over the four words of a block: they repeat themselves with CondLoop, and
// the word counter w is their index.
//
//   Idle       polls s_key and s_cmd
//   Key*       a key: four words, Expand* makes 40 more, Hash* makes H = E(0)
//   Cmd*       a command: its rules, the counter of messages, J0 from its IV
//   J0*        J0 to AES; then AES begins with the first counter block
//   Next*      what comes next is decided by the beat that is offered
//   Take*      the beats of a block, filled up with zeros; its rules; lengths and their limits
//   Iv*, Text*, Hash, Out*
//              a block by its section: it is hashed, added to the key stream, and sent
//   Sum*       hash of the lengths, read out, and added to E(J0): the tag; or J0 of an IV
//   Tag*       the received tag is compared as it comes
//   Drain, Refuse*, Null*, Status*
//              the ends of a message
package seal_gcm_small_pkg;

  import seal_message_pkg::*;

  // Words of the memory of data: four groups of four. Data: the block at hand. Work: J0, the hash,
  // the tag. Lengths: those of AAD and text (or of an IV) in bits, as the hash takes them.
  typedef enum logic [3:0] {
    MemData    = 4'b0000,   // word w
    MemWork    = 4'b0100,   // word w
    MemLengths = 4'b1000,   // word w
    MemLow     = 4'b1001,   // low word of the length of this section ...
    MemHigh    = 4'b1010,   // ... and its high word
    MemCounter = 4'b1100,   // counter block, last word; in a key load, the word of the key before
    MemJ0      = 4'b1101,   // J0, last word
    MemCount   = 4'b1110,   // messages sealed with the key
    MemZero    = 4'b1111    // zero, always
  } mem_e;

  // Word of the key schedule that is read; n is the step of AES or of the expansion
  typedef enum logic [1:0] {
    KeyRound = 2'd0,        // n + 4: that of the step
    KeyBack  = 2'd1,        // n: four words before
    KeyFirst = 2'd2,        // w
    KeyZero  = 2'd3         // zero, always
  } key_word_e;

  typedef enum logic [2:0] {
    SrcZero,
    SrcInput,         // the beat that is offered
    SrcKey, SrcIv,    // word w of the key, or of J0 by the IV, that is offered
    SrcOne,           // word w of J0 behind an IV of 12 bytes
    SrcStep,          // what changes if the word that was read is counted up
    SrcCipher,        // the cipher bus
    SrcSum            // the hash, beginning with its last word
  } source_e;

  typedef enum logic [5:0] {
    CondNever,
    CondLoop,         // w is not 3
    CondKey,          // a key is offered, and the answer to the one before has been taken
    CondKeyBad,       // it has the wrong size or slot
    CondCommand,      // a command is offered, and the status of the one before has been taken
    CondCommandBad,   // it breaks a rule
    CondCommandOpen,  // it opens a message
    CondCommandData,  // its IV is announced as data
    CondExpanded,     // n is at the last word of the schedule
    CondBusy,         // the hash runs, or AES is before its last round
    CondSum,          // of the hash, not all words are read
    CondOpening,
    CondSealing,
    CondLast,         // the last beat of the message has been taken
    CondTaking,       // the block at hand has not ended
    CondWhole,        // w is 0
    CondRelease,      // opening: a block is held, and no tag follows it
    CondTag,          // opening: the tag is offered
    CondIvDue,        // an IV was there, and its section has ended
    CondIv,           // an IV is being hashed
    CondDecided,      // a beat is offered, or none follows
    CondFault,        // the block breaks a rule
    CondNull, CondIvBlock, CondAadBlock,
    CondShortIv,      // the block is an IV of 12 bytes
    CondCounterIv,    // counter-only: the block is the first of an IV that is data, and full
    CondTooLong,      // with the block, a section is too long
    CondMore,         // text may follow the block
    CondSending,      // of what is sent, beats are left
    CondOut,          // the beat sent last has not been taken
    CondMismatch,     // the tag is not that of the message
    CondHeld,         // a block waits for the verdict
    CondOpen,         // the last beat of the packet has not been taken
    CondStarted       // a command has no status
  } cond_e;

  typedef enum logic [6:0] {
    Resume, ResumeEnd, Idle, IdleCommand,
    Key, KeyCopy, KeyTake, KeyStore, KeyWait, KeyRefuse,
    Expand, ExpandWait, ExpandCopy, ExpandNext,
    HashZero, HashStart, HashGo, HashWait, HashStore, KeyDone,
    Cmd, CmdOpen, CmdCount, CmdWait, CmdLengths, CmdIv, CmdTake, CmdRefuse,
    J0Load, J0Start, J0Wait, J0Counter, J0Count, J0Read, J0Go,
    Next, NextIv, NextLast, NextHeld, NextTag,
    Take, TakeFull, TakeFill, TakeCheck, TakeNull, LowAdd, HighAdd, Section, SectionAad,
    IvShort, IvCounter, IvDecide, IvDue, IvHash, IvGo, IvCopyShort, IvCopy, IvWait, IvDone,
    Aad, AadGo, Text, TextAdd, TextHash, TextGo, Out, OutSend, OutHeld,
    Sum, SumLengths, SumRead, SumAes, SumHash, SumWait, SumOut, SumGet, SumIv, SumReady, SumAdd,
    SumEnd, SealTag, SealSend, TagTake, TagHome, TagCheck, TagPass, TagHeld, TagSend,
    Finish, FinishOut, FinishPacket, Null, NullSend,
    Refuse, RefuseLong, RefuseTag, Drain, DrainEnd, DrainSend, Status, StatusSet
  } label_e;

  typedef struct packed {
    label_e         next;        // what follows ...
    label_e         branch;      // ... and if the condition holds
    cond_e          cond;
    logic           idle;
    logic           step;        // w + 1
    logic           home;        // w = 0
    mem_e           rd;          // reads for the next instruction
    key_word_e      key;
    logic           third;       // word 3 in place of w, where key and state are concerned
    // the data bus: source + word that was read, to
    source_e        src;
    logic           low;         // SrcStep adds the bits of the block ...
    logic           high;        // ... or their carry, in place of 1
    logic           masked;      // only the bytes of the block that is sent, or of the beat taken
    logic           we;          // the memory of data ...
    mem_e           wr;
    logic           turned;      // ... at 3 - w
    logic           hash_we;     // the block to be hashed, word w
    logic           h_we;        // H, the next word
    // the cipher bus: (MixColumns of) S-boxes in a round, otherwise this + key word, to
    logic           copy;        // the word that was read from the memory of data
    logic           expand;      // but in every fourth step the word through the S-boxes
    logic           state_we;    // the state before the first round, word w ...
    logic           spare;       // ... or the word for the S-boxes
    logic           key_we;      // word n + 4 of the key schedule ...
    logic           key_first;   // ... or w
    // units
    logic           aes_go;      // begins with the state
    logic           aes_last;    // a column of the last round
    logic           aes_off;
    logic           n_step;      // n + 1
    logic           hash_go;     // a block
    logic           hash_clear;
    logic           sum;         // waits for the words of the hash
    // streams
    logic           key_clear;   // the slot is not ready ...
    logic           key_take;
    logic           key_done;    // ... and is ready again
    logic           cmd_take;
    logic           take;        // beats of a block ...
    logic           compare;     // ... that must be what was read
    logic           drain;       // beats up to the last one
    logic           out;         // sends ...
    logic           fin;         // ... up to the end of the packet
    logic           refusal;
    logic           of_block;    // what is to be sent: the block taken, the tag, nothing
    logic           of_tag;
    logic           of_null;
    logic           hold;        // opening: the block is held ...
    logic           unhold;      // ... no more
    logic           iv_begin;
    logic           iv_end;
    logic           refuse;      // with this cause; CauseNone: that of the command or the block
    message_cause_e cause;
    logic           status;
  } instruction_t;

  localparam int unsigned Instructions = 128;
  localparam int unsigned Conditions   = 64;

  // Continue at `next`, or at `branch` if the condition holds. Reads what is always zero.
  function automatic instruction_t when(cond_e cond, label_e branch, label_e next);
    instruction_t i;
    i        = '0;
    i.next   = next;
    i.branch = branch;
    i.cond   = cond;
    i.rd     = MemZero;
    return i;
  endfunction

  function automatic instruction_t go(label_e next);
    return when(CondNever, next, next);
  endfunction

  // A loop over the words of a block
  function automatic instruction_t words(label_e self, label_e next);
    instruction_t i;
    i      = when(CondLoop, self, next);
    i.step = 1'b1;
    return i;
  endfunction

  // The same with a read of word w + 1, and with a write
  function automatic instruction_t move(
    label_e self, label_e next, mem_e rd, source_e src, mem_e wr
  );
    instruction_t i;
    i     = words(self, next);
    i.rd  = rd;
    i.src = src;
    i.we  = 1'b1;
    i.wr  = wr;
    return i;
  endfunction

  // Sends beats from one group of the memory
  function automatic instruction_t send(label_e self, label_e next, mem_e rd);
    instruction_t i;
    i        = when(CondSending, self, next);
    i.rd     = rd;
    i.out    = 1'b1;
    i.masked = 1'b1;
    return i;
  endfunction

  function automatic instruction_t code(label_e label);
    instruction_t i;
    i = go(Idle);
    case (label)
      Resume:      i = when(CondStarted, ResumeEnd, Idle);
      ResumeEnd:   i = when(CondOpen, Drain, Status);
      Idle:        begin i = when(CondKey, Key, IdleCommand); i.idle = 1'b1; end
      IdleCommand: begin i = when(CondCommand, Cmd, Idle); i.idle = 1'b1; i.rd = MemCount; end

      Key:         begin i = when(CondKeyBad, KeyRefuse, KeyCopy); i.aes_off = 1'b1; end
      KeyCopy: begin
        i = move(KeyCopy, KeyTake, MemZero, SrcKey, MemData);
        i.key_clear = 1'b1;
      end
      KeyTake:     begin i = go(KeyStore); i.key_take = 1'b1; i.rd = MemData; i.key = KeyZero; end
      KeyStore: begin   // MemCounter and the spare state get the last one of them
        i = move(KeyStore, KeyWait, MemData, SrcZero, MemCounter);
        i.copy = 1'b1; i.key_we = 1'b1; i.key_first = 1'b1; i.state_we = 1'b1; i.spare = 1'b1;
        i.key = KeyZero;
      end
      KeyWait:     begin i = go(Expand); i.rd = MemCounter; i.key = KeyBack; end
      KeyRefuse:   i.key_take = 1'b1;
      Expand: begin
        i = go(ExpandWait);
        i.copy = 1'b1; i.expand = 1'b1; i.key_we = 1'b1; i.state_we = 1'b1; i.spare = 1'b1;
      end
      ExpandWait:  i = go(ExpandCopy);   // reads the word that was written
      ExpandCopy: begin
        i = when(CondExpanded, HashZero, ExpandNext);
        i.copy = 1'b1; i.we = 1'b1; i.n_step = 1'b1;
        i.src = SrcCipher; i.wr = MemCounter;
      end
      ExpandNext:  begin i = go(Expand); i.rd = MemCounter; i.key = KeyBack; end
      HashZero:    begin i = go(HashStart); i.key = KeyFirst; end
      HashStart: begin
        i = words(HashStart, HashGo);
        i.copy = 1'b1; i.state_we = 1'b1;
        i.key = KeyFirst;
      end
      HashGo:      begin i = go(HashWait); i.aes_go = 1'b1; end
      HashWait:    i = when(CondBusy, HashWait, HashStore);
      HashStore: begin
        i = words(HashStore, KeyDone);
        i.aes_last = 1'b1; i.h_we = 1'b1;
        i.src = SrcCipher;
      end
      KeyDone:     begin i.key_done = 1'b1; i.we = 1'b1; i.wr = MemCount; end

      Cmd:         begin i = when(CondCommandBad, CmdRefuse, CmdOpen); i.rd = MemCount; end
      CmdOpen:     begin i = when(CondCommandOpen, CmdWait, CmdCount); i.rd = MemCount; end
      CmdCount:    begin i = go(CmdLengths); i.src = SrcStep; i.we = 1'b1; i.wr = MemCount; end
      CmdWait:     i = go(CmdLengths);
      CmdLengths: begin
        i = move(CmdLengths, CmdIv, MemZero, SrcZero, MemLengths);
        i.aes_off = 1'b1;
      end
      CmdIv:       i = move(CmdIv, CmdTake, MemZero, SrcIv, MemWork);
      CmdTake: begin
        i = when(CondCommandData, Next, J0Start);
        i.cmd_take = 1'b1; i.hash_clear = 1'b1;
        i.rd = MemWork; i.key = KeyFirst;
      end
      CmdRefuse:   begin i = go(Drain); i.cmd_take = 1'b1; i.refuse = 1'b1; end

      J0Load:      begin i = go(J0Start); i.rd = MemWork; i.key = KeyFirst; end
      J0Start: begin    // MemJ0 gets the last word
        i = move(J0Start, J0Wait, MemWork, SrcZero, MemJ0);
        i.copy = 1'b1; i.state_we = 1'b1;
        i.key = KeyFirst;
      end
      J0Wait:      begin i = when(CondCounterIv, J0Counter, J0Count); i.rd = MemJ0; end
      J0Counter:   begin i = go(J0Read); i.we = 1'b1; i.wr = MemCounter; end
      J0Count:     begin i = go(J0Read); i.src = SrcStep; i.we = 1'b1; i.wr = MemCounter; end
      J0Read:      begin i = go(J0Go); i.rd = MemCounter; i.key = KeyFirst; i.third = 1'b1; end
      J0Go, TextGo: begin
        i = go((label == J0Go) ? Next : Out);
        i.copy = 1'b1; i.state_we = 1'b1; i.third = 1'b1; i.aes_go = 1'b1; i.we = 1'b1;
        i.src = SrcStep; i.wr = MemCounter;
      end

      Next:        i = when(CondDecided, NextIv, Next);
      NextIv:      i = when(CondIvDue, Sum, NextLast);
      NextLast:    i = when(CondLast, Finish, NextHeld);
      NextHeld:    begin i = when(CondRelease, OutHeld, NextTag); i.rd = MemData; end
      NextTag:     i = when(CondTag, Sum, Take);
      Take: begin
        i = when(CondTaking, Take, TakeFull);
        i.take = 1'b1; i.masked = 1'b1; i.we = 1'b1; i.hash_we = 1'b1;
        i.src = SrcInput; i.wr = MemData;
      end
      TakeFull:    i = when(CondWhole, TakeCheck, TakeFill);
      TakeFill: begin
        i = move(TakeFill, TakeCheck, MemZero, SrcZero, MemData);
        i.hash_we = 1'b1;
      end
      TakeCheck:   i = when(CondFault, Refuse, TakeNull);
      TakeNull:    begin i = when(CondNull, Next, LowAdd); i.rd = MemLow; end
      LowAdd: begin
        i = go(HighAdd);
        i.we = 1'b1; i.low = 1'b1;
        i.src = SrcStep; i.rd = MemHigh; i.wr = MemLow;
      end
      HighAdd: begin
        i = when(CondTooLong, RefuseLong, Section);
        i.we = 1'b1; i.high = 1'b1; i.of_block = 1'b1;
        i.src = SrcStep; i.wr = MemHigh;
      end
      Section:     i = when(CondIvBlock, IvShort, SectionAad);
      SectionAad:  i = when(CondAadBlock, Aad, Text);

      IvShort:     begin i = when(CondShortIv, IvCopyShort, IvCounter); i.rd = MemData; end
      IvCounter:   begin i = when(CondCounterIv, IvDecide, IvHash); i.iv_begin = 1'b1; end
      IvDecide:    i = when(CondDecided, IvDue, IvDecide);
      IvDue:       begin i = when(CondIvDue, IvCopy, IvHash); i.rd = MemData; end
      IvHash:      i = when(CondBusy, IvHash, IvGo);
      IvGo:        begin i = go(Next); i.hash_go = 1'b1; end
      IvCopyShort: i = move(IvCopyShort, IvWait, MemData, SrcOne, MemWork);
      IvCopy:      i = move(IvCopy, IvWait, MemData, SrcZero, MemWork);
      IvWait:      i = go(IvDone);
      IvDone: begin
        i = move(IvDone, J0Load, MemZero, SrcZero, MemLengths);
        i.aes_off = 1'b1; i.hash_clear = 1'b1; i.iv_end = 1'b1;
      end

      Aad:         i = when(CondBusy, Aad, AadGo);
      AadGo:       begin i = go(Out); i.hash_go = 1'b1; end
      Text:        begin i = when(CondBusy, Text, TextAdd); i.rd = MemData; end
      TextAdd: begin
        i = move(TextAdd, TextHash, MemData, SrcCipher, MemData);
        i.masked = 1'b1; i.aes_last = 1'b1; i.hash_we = 1'b1;
      end
      TextHash: begin
        i = when(CondMore, TextGo, Out);
        i.rd = MemCounter; i.key = KeyFirst; i.third = 1'b1; i.hash_go = 1'b1;
      end
      Out:         begin i = when(CondOpening, Next, OutSend); i.rd = MemData; i.hold = 1'b1; end
      OutSend:     i = send(OutSend, Next, MemData);
      OutHeld:     begin i = send(OutHeld, Next, MemData); i.unhold = 1'b1; end

      Sum:         begin i = when(CondBusy, Sum, SumLengths); i.rd = MemLengths; end
      SumLengths:  begin i = words(SumLengths, SumRead); i.rd = MemLengths; i.hash_we = 1'b1; end
      SumRead:     begin i = go(SumAes); i.rd = MemJ0; i.key = KeyFirst; i.third = 1'b1; end
      SumAes: begin
        i = go(SumHash);
        i.copy = 1'b1; i.state_we = 1'b1; i.third = 1'b1; i.aes_go = 1'b1;
      end
      SumHash:     begin i = go(SumWait); i.hash_go = 1'b1; end
      SumWait:     i = when(CondBusy, SumWait, SumOut);
      SumOut:      begin i = go(SumGet); i.hash_go = 1'b1; end
      SumGet: begin
        i = when(CondSum, SumGet, SumIv);
        i.sum = 1'b1; i.we = 1'b1; i.turned = 1'b1;
        i.src = SrcSum; i.wr = MemWork;
      end
      SumIv:       i = when(CondIv, IvDone, SumReady);
      SumReady:    begin i = go(SumAdd); i.rd = MemWork; end
      SumAdd: begin
        i = move(SumAdd, SumEnd, MemWork, SrcCipher, MemWork);
        i.aes_last = 1'b1;
      end
      SumEnd:      begin i = when(CondOpening, TagTake, SealTag); i.rd = MemWork; end
      SealTag:     begin i = go(SealSend); i.rd = MemWork; i.of_tag = 1'b1; end
      SealSend:    begin i = send(SealSend, Status, MemWork); i.fin = 1'b1; end

      TagTake: begin
        i = when(CondTaking, TagTake, TagHome);
        i.take = 1'b1; i.compare = 1'b1; i.masked = 1'b1;
        i.rd = MemWork; i.src = SrcInput;
      end
      TagHome:     begin i = go(TagCheck); i.home = 1'b1; end
      TagCheck:    i = when(CondFault, Refuse, TagPass);
      TagPass:     begin i = when(CondMismatch, RefuseTag, TagHeld); i.rd = MemData; end
      TagHeld:     begin i = when(CondHeld, TagSend, Null); i.rd = MemData; end
      TagSend:     begin i = send(TagSend, Status, MemData); i.fin = 1'b1; end

      Finish:       i = when(CondSealing, Sum, FinishOut);
      FinishOut:    i = when(CondOut, FinishOut, FinishPacket);
      FinishPacket: i = when(CondOpen, Null, Status);
      Null:         begin i = go(NullSend); i.of_null = 1'b1; end
      NullSend:     begin i = send(NullSend, Status, MemZero); i.fin = 1'b1; end

      Refuse:      begin i = go(Drain); i.refuse = 1'b1; end
      RefuseLong:  begin i = go(Drain); i.refuse = 1'b1; i.cause = CauseLength; end
      RefuseTag:   begin i = go(Drain); i.refuse = 1'b1; i.cause = CauseTagMismatch; end
      Drain:       begin i = when(CondLast, DrainEnd, Drain); i.drain = 1'b1; end
      DrainEnd:    begin i = go(DrainSend); i.of_null = 1'b1; end
      DrainSend:   begin i = send(DrainSend, Status, MemZero); i.fin = 1'b1; i.refusal = 1'b1; end
      Status:      i = when(CondOut, Status, StatusSet);
      StatusSet:   i.status = 1'b1;
      default:     i = go(Resume);
    endcase
    return i;
  endfunction

endpackage
