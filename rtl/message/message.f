rtl/message/seal_message_pkg.sv
rtl/message/seal_message_command.sv
rtl/message/seal_message_ingress.sv
rtl/message/seal_message_rule.sv
rtl/message/seal_message_lengths.sv
rtl/message/seal_message_check.sv
rtl/message/seal_message_sequence.sv
rtl/message/seal_message_egress.sv
