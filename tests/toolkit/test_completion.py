# SPDX-License-Identifier: Apache-2.0
"""Completion of words by a shell, as README switches it on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sealwright.cli import COMMANDS, main
from sealwright.cores.multiplier import KINDS
from sealwright.families import core_names
from sealwright.study.tables import TABLES

# What a terminal does when the key is pressed: variables, and the function that was registered.
SCRIPT = """
eval "$(register-python-argcomplete sealwright)"
COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9
_python_argcomplete sealwright
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(line: str, folder: Path) -> set[str]:
    """The words that bash offers behind a line."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = ["bash", "--norc", "-c", SCRIPT, "bash", line]
    env = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    return {word.strip() for word in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sealwright ", {*COMMANDS, "-h", "--help", "--version"}),
        ("sealwright da", {"datasheet"}),
        ("sealwright info ", {*core_names(), "-h", "--help", "--set", "--json"}),
        ("sealwright seal sector-xts", {f"sector-xts{kind}" for kind in ("", "-bram", "-encrypt")}),
        ("sealwright seal sector-xts pl", {"plain"}),
        ("sealwright seal gcm-default --ch", {"--chunk"}),
        (
            "sealwright bench gcm-default --op ",
            {"seal", "open", "encrypt", "decrypt", "mixed", "counter"},
        ),
        ("sealwright demo --core aes-it", {name for name in core_names() if "aes-it" in name}),
        ("sealwright mult tmvp", {name for name in KINDS if name.startswith("tmvp")}),
        ("sealwright tables pat", {name for name in TABLES if name.startswith("pat")}),
    ],
)
def test_words_are_offered(line: str, words: set[str], here: Path) -> None:
    assert offered(line, here) == words


@pytest.mark.parametrize("words", ["synth gcm-bram --target", "fit gcm-bram --device"])
def test_what_a_command_accepts_is_offered(
    words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By what the command itself lists when it refuses a name; files are not offered."""
    assert main([*words.split(), "none"]) == 2
    listed = capsys.readouterr().err.strip().partition("there are ")[2].split(", ")
    names = {name for name in listed if not name.endswith("=FILE")}
    assert {"ecp5", "gowin-gw2a", "xilinx"} <= names
    assert offered(f"sealwright {words} ", here) == names
    assert offered(f"sealwright {words} go", here) == {"gowin-gw2a", "gowin-gw5ast"}
