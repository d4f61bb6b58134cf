rtl/ghash/seal_ghash_pkg.sv
rtl/ghash/seal_ghash_ingress.sv
rtl/ghash/seal_ghash_keys.sv
rtl/ghash/seal_ghash_mult.sv
rtl/ghash/seal_ghash_lanes.sv
rtl/ghash/seal_ghash_fixed.sv
rtl/ghash/seal_ghash.sv
