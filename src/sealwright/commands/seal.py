# SPDX-License-Identifier: Apache-2.0
"""`sealwright seal`: passes a file through a simulated core that seals it.

AES-GCM: the output is a container, or one bare message. Sector modes: the input is the image of a
disk, and the output as long as the input.
"""

import argparse

from sealwright.commands import files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    files.add_arguments(parser, "seal")


def run(args: argparse.Namespace) -> int:
    return files.run(args, "seal")
