# SPDX-License-Identifier: Apache-2.0
"""`sealwright open`: turns a sealed file back into the original, with a simulated core.

AES-GCM: only if it is authentic. Sector modes have no tag: with a wrong key, the output is noise.
"""

import argparse

from sealwright.commands import files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    files.add_arguments(parser, "open")


def run(args: argparse.Namespace) -> int:
    return files.run(args, "open")
