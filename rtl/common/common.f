rtl/common/seal_credit.sv
rtl/common/seal_shift_reg.sv
rtl/common/seal_delay.sv
rtl/common/seal_fifo.sv
rtl/common/seal_fifo_lanes.sv
rtl/common/seal_skid.sv
rtl/common/seal_valid.sv
