rtl/gcm/seal_gcm_pkg.sv
rtl/gcm/seal_gcm_buffer.sv
rtl/gcm/seal_gcm_issue.sv
rtl/gcm/seal_gcm_front.sv
rtl/gcm/seal_gcm_derive.sv
rtl/gcm/seal_gcm_exit.sv
rtl/gcm/seal_gcm_finish.sv
rtl/gcm/seal_gcm.sv
