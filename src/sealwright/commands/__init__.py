# SPDX-License-Identifier: Apache-2.0
"""The command line: the module of each command has `add_arguments(parser)` and `run(args)`."""
