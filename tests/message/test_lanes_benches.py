# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the adapters of cores of several lanes, on Verilator."""

from typing import Final

import pytest

from elaboration import refusal
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

FOLDER: Final = repo_root() / "tb" / "lanes"
LIBRARIES: Final = library_files("common", "gf", "aes", "engine", "message")
FILES: Final = (*LIBRARIES, FOLDER / "seal_lanes_bench.sv")
WAYS: Final = ("from_axis", "to_axis", "from_mac", "to_mac")
# Lanes, bytes of AAD and of the tag. With 20 and 12 bytes, both may be in the same 32 bytes.
POINTS: Final = [
    *((2, 0, 16), (4, 28, 16), (8, 20, 12)),
    *nightly([(2, 64, 1), (2, 13, 16), (4, 16, 16), (4, 63, 4), (8, 0, 16), (8, 33, 15)]),
]


def run(monkeypatch: pytest.MonkeyPatch, module: str, lanes: int, aad: int, tag: int) -> None:
    for name, value in (("LANES", lanes), ("LANES_AAD", aad), ("LANES_TAG", tag)):
        monkeypatch.setenv(name, str(value))
    params = {"Lanes": lanes, "AadBytes": aad, "TagBytes": tag}
    run_bench("seal_lanes_bench", FILES, FOLDER, module, params, inside=True)


@pytest.mark.parametrize(("lanes", "aad", "tag"), POINTS)
def test_axis(monkeypatch: pytest.MonkeyPatch, lanes: int, aad: int, tag: int) -> None:
    run(monkeypatch, "test_lanes_axis", lanes, aad, tag)


@pytest.mark.parametrize(("lanes", "aad", "tag"), POINTS)
def test_mac(monkeypatch: pytest.MonkeyPatch, lanes: int, aad: int, tag: int) -> None:
    run(monkeypatch, "test_lanes_mac", lanes, aad, tag)


@pytest.mark.parametrize(("lanes", "aad", "tag"), POINTS)
def test_zeroise(monkeypatch: pytest.MonkeyPatch, lanes: int, aad: int, tag: int) -> None:
    run(monkeypatch, "test_lanes_zeroise", lanes, aad, tag)


EXAMPLE: Final = repo_root() / "examples" / "lanes" / "frames.sv"


@pytest.mark.parametrize(("lanes", "aad"), [(2, 28), *nightly([(4, 28), (4, 12), (4, 0), (8, 20)])])
def test_frames_through_a_core(monkeypatch: pytest.MonkeyPatch, lanes: int, aad: int) -> None:
    """The example: MAC, core, MAC; with the S-boxes that build soonest."""
    for name, value in (("LANES", lanes), ("LANES_AAD", aad), ("LANES_TAG", 16)):
        monkeypatch.setenv(name, str(value))
    params = {"Lanes": lanes, "AadBytes": aad, "RoundStages": 1, "MultStages": 2, "Sbox": 5}
    files = [*LIBRARIES, *library_files("gcm"), EXAMPLE]
    run_bench("frames", files, FOLDER, "test_lanes_frames", params)


@pytest.mark.parametrize(
    ("top", "params", "why"),
    [
        *((f"seal_lanes_{way}", {"Lanes": 3}, "Lanes must be 2, 4 or 8") for way in WAYS),
        ("seal_lanes_cut", {"AadBytes": 65}, "AadBytes must be 0 to 64"),
        ("seal_lanes_cut", {"TagBytes": 0}, "TagBytes must be 1 to 16"),
        ("seal_lanes_cut", {"TagBytes": 17}, "TagBytes must be 1 to 16"),
        ("seal_lanes_queue", {"Push": 1}, "Push must be 2 or more"),
        ("seal_lanes_queue", {"Window": 1}, "Window must be 2 or more"),
        ("seal_lanes_queue", {"Rows": 3}, "Rows must be a power of two, 2 or more"),
        ("seal_lanes_queue", {"Rows": 2, "Late": 1}, "Rows must leave room"),
    ],
)
def test_refused(top: str, params: dict[str, int], why: str) -> None:
    assert f"{top}: {why}" in refusal(top, LIBRARIES, params)


def test_page_has_the_segments_of_frames() -> None:
    """The table of docs/reference/lanes-adapters.md, by the formulas of seal_lanes_from_mac."""
    page = (repo_root() / "docs/reference/lanes-adapters.md").read_text()
    table = page.partition("<!-- checked by tests/message/test_lanes_benches.py -->\n")[2]
    lines = [line for line in table.splitlines()[:5] if "---" not in line]
    sizes, into, seal, opened = (
        [int(cell) for cell in line.strip("| ").split(" | ")[1:]] for line in lines
    )

    def up(size: int) -> int:
        return -(-size // 16)

    assert into == [up(size) for size in sizes]
    assert seal == [up(28) + up(size - 28) for size in sizes]
    assert opened == [up(28) + up(size - 28 - 16) + 1 for size in sizes]
