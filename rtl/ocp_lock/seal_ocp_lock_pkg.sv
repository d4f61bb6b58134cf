// SPDX-License-Identifier: Apache-2.0
//
// Registers, commands and errors of an encryption engine after OCP L.O.C.K., release 1.1 RC4,
// section 4.7.1.2. The key management block (KMB) of the device is the master of these registers.
//
//   offset   name   bytes   access   meaning
//   00h      MEK    40h     WO       media encryption key; reads give zero
//   40h      METD   14h     RW       name of a key
//   60h      AUX    20h     RW       how the key is to be used (aux_t)
//   80h      CTRL   04h     RW       command and status (ctrl_t)
//   88h      COUNT  08h     RO       blocks of 16 bytes under the key of the name in METD
//
// COUNT is this engine's own: the specification has no register there.
//
// Registers have 32 bits, little-endian: byte n of a field is at its offset plus n.
package seal_ocp_lock_pkg;

  localparam int unsigned MekAddr   = 'h00;
  localparam int unsigned MekBytes  = 'h40;
  localparam int unsigned MetdAddr  = 'h40;
  localparam int unsigned MetdBytes = 'h14;
  localparam int unsigned AuxAddr   = 'h60;
  localparam int unsigned AuxBytes  = 'h20;
  localparam int unsigned CtrlAddr  = 'h80;
  localparam int unsigned CtrlBytes = 'h04;
  localparam int unsigned CountAddr  = 'h88;
  localparam int unsigned CountBytes = 'h08;

  localparam int unsigned AddrW     = 8;
  localparam int unsigned MekW      = 8 * MekBytes;
  localparam int unsigned MekWords  = MekBytes / 4;
  localparam int unsigned MetdW     = 8 * MetdBytes;
  localparam int unsigned MetdWords = MetdBytes / 4;
  localparam int unsigned AuxW      = 8 * AuxBytes;
  localparam int unsigned AuxWords  = AuxBytes / 4;
  localparam int unsigned BlocksW   = 45;   // of COUNT that the engine has: to 2^44

  // Table 9 of the specification
  typedef struct packed {
    logic        rdy;         // RO: commands are accepted
    logic [10:0] reserved_h;
    logic [3:0]  err;         // RO: of the command that is done, an error_e
    logic [9:0]  reserved_l;
    logic [3:0]  cmd;         // RW: command_e
    logic        done;        // the command has ended; a 1 that is written acknowledges this
    logic        exe;         // a 1 that is written starts cmd; 1: it is being executed
  } ctrl_t;

  typedef enum logic [3:0] {
    CmdNone    = 4'h0,   // reserved
    CmdLoad    = 4'h1,   // the key in MEK, with AUX, under the name in METD
    CmdUnload  = 4'h2,   // removes the key of the name in METD
    CmdZeroise = 4'h3,   // removes all keys
    CmdKat     = 4'h4    // loads the key KatMek, with AUX, under the name in METD
  } command_e;

  // 0h and 1h are the specification's, 2h and 3h reserved; the meaning of the others is this
  // engine's.
  typedef enum logic [3:0] {
    ErrNone       = 4'h0,
    ErrCommand    = 4'h1,   // no such command
    ErrFull       = 4'h4,   // load: every slot has a key of another name
    ErrUnknown    = 4'h5,   // unload: no key has this name
    ErrIncomplete = 4'h6,   // load: not all of MEK was written since the last command
    ErrSize       = 4'h7,   // load: AUX names keys that the engine, or MEK, has no room for
    ErrUnit       = 4'h8,   // load: AUX names a data unit that the engine does not take
    ErrEqual      = 4'h9,   // load: two keys that must differ are equal
    ErrUnusable   = 4'ha,   // load: a derived value is not usable; the name has no key
    ErrZeroised   = 4'hb,   // all keys were removed from outside during the command
    ErrEngine     = 4'hc    // the engine did not answer as it should; all keys were removed
  } error_e;

  // The vendor's part of a key's description; byte 0 of AUX is in the lowest bits.
  typedef struct packed {
    logic [223:0] other;   // kept with the key, and given to its commands
    logic [15:0]  unit;    // bytes of a data unit
    logic [15:0]  size;    // 0, 1, 2: AES-128, AES-192, AES-256
  } aux_t;

  // Key for known-answer tests: 16 bytes each of 00, 11, 22, 33
  localparam logic [MekW-1:0] KatMek = {{16{8'h33}}, {16{8'h22}}, {16{8'h11}}, {16{8'h00}}};

  // No engine behind these registers has a slot of this number.
  localparam logic [3:0] NoSlot = 4'd15;

  // Word `index` of a block of registers that begins at word `first`
  function automatic logic hits(
    logic [AddrW-3:0] address, int unsigned first, int unsigned index
  );
    return 32'(address) == first / 4 + index;
  endfunction

  // The error for an answer of the engine to a key
  function automatic error_e error_of(logic [2:0] cause);
    unique case (cause)
      seal_engine_pkg::KeyLoaded:   return ErrNone;
      seal_engine_pkg::KeyBadSize:  return ErrSize;
      seal_engine_pkg::KeyBadUnit:  return ErrUnit;
      seal_engine_pkg::KeyEqual:    return ErrEqual;
      seal_engine_pkg::KeyUnusable: return ErrUnusable;
      seal_engine_pkg::KeyZeroised: return ErrZeroised;
      default:                      return ErrEngine;
    endcase
  endfunction

endpackage
