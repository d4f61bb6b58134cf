rtl/tes/seal_tes_pkg.sv
rtl/tes/seal_tes_units.sv
