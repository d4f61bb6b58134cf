# SPDX-License-Identifier: Apache-2.0
"""The start of the command: an interrupt ends it without a traceback from the first import on.

`sealwright.cli` has the command itself, and answers to signals once it has been imported.
"""

import signal


def main() -> int:
    """As `sealwright.cli.main`."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sealwright.cli import main as run

    return run()
