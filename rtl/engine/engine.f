rtl/engine/seal_engine_pkg.sv
rtl/engine/seal_slot_table.sv
rtl/engine/seal_key_load.sv
rtl/engine/seal_zeroise.sv
rtl/engine/seal_hash_powers.sv
rtl/engine/seal_hash.sv
rtl/engine/seal_status.sv
