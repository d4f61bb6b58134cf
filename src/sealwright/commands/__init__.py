# SPDX-License-Identifier: Apache-2.0
"""The commands of the command line: each module has `add_arguments(parser)` and `run(args)`."""
