# SPDX-License-Identifier: Apache-2.0
"""The man page: `.venv/bin/python scripts/generate_man.py` writes it."""

import sys

from sealwright.base.files import repo_root
from sealwright.cli import COMMANDS

sys.path.insert(0, str(repo_root() / "scripts"))
import generate_man


def test_the_page_is_that_of_the_parser() -> None:
    assert (repo_root() / generate_man.PAGE).read_text() == generate_man.text()


def test_it_has_every_command_and_exit_code() -> None:
    page = generate_man.text()
    assert [line[4:] for line in page.splitlines() if line.startswith(".SS ")] == list(COMMANDS)
    assert "\n.B 2\nbad arguments, keys or files" in page
    assert r"\fB\-\-key\-file\fP \fIFILE\fP" in page


def test_no_text_is_taken_for_a_request() -> None:
    assert generate_man.escaped(".json or\n'x' \\ `a-b`") == "\\&.json or\n\\&'x' \\e \\fBa\\-b\\fP"
