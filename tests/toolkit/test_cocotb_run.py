# SPDX-License-Identifier: Apache-2.0
"""What a bench in cocotb sees below its top: every register and memory of the RTL."""

import re
from fnmatch import fnmatch

import pytest

from sealwright.base import files
from sealwright.tools.cocotb_run import STATE

INDEX = r"\[(?:[^\[\]]|\[[^\]]*\])*\]"
NAME = rf"[A-Za-z_]\w*(?:\.\w+|{INDEX})*"
ASSIGNMENT = re.compile(
    rf"(?:^|[);:]|\bbegin\b|\belse\b)\s*({NAME}|\{{[^{{}}]*\}})\s*<=\s", re.MULTILINE
)


def assigned(text: str) -> set[str]:
    """Names of the variables that nonblocking assignments write, without generate scopes."""
    text = re.sub(r"//.*", "", text)
    text = re.sub(r"\bfor \([^;]*;[^;]*;", "", text)  # `i <= N` compares
    found = set()
    for target in ASSIGNMENT.findall(text):
        for name in re.sub(INDEX, "", target.strip("{}")).split(","):
            first, *fields = name.strip().split(".")
            found.add(fields[0] if first.startswith("g_") and fields else first)
    return found


@pytest.mark.parametrize(
    "line",
    [
        "{secret, other_q} <= d;",
        "if (start) {other_q, secret} <= d;",
        "secret[slot_i[1:0]] <= d;",
        "begin other_q <= 1'b1; secret <= d; end",
        "secret.info <= d;",
        "g_mem.secret[wr_q] <= sweep_i ? '0 : d;",
        "2'd1: secret <= d;",
        "else secret <= d;",
    ],
)
def test_assignments_are_found(line: str) -> None:
    assert assigned(f"  always_ff @(posedge clk_i)\n    {line}\n") >= {"secret"}


def test_benches_see_all_state() -> None:
    names = set()
    for path in map(files.resolve, files.rtl_files()):
        text = path.read_text()
        if "always_ff" in text:
            names |= assigned(text)
    assert len(names) > 190
    unknown = {name for name in names if not any(fnmatch(name, known) for known in STATE)}
    assert unknown == set()
