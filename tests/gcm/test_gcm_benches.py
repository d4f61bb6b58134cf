# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of the parts of the GCM core on Verilator."""

from typing import Final

import pytest

from quick_aes import ROUNDS, SBOXES, quick
from rows import nightly
from sealwright.base.files import library_files, repo_root, rtl_files
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
GCM: Final = [
    *rtl_files("common"),
    "rtl/gf/seal_gf_lattice_pkg.sv",
    "rtl/gf/seal_gf_pkg.sv",
    "rtl/aes/seal_aes_pkg.sv",
    "rtl/engine/seal_engine_pkg.sv",
    "rtl/message/seal_message_pkg.sv",
    "rtl/gcm/seal_gcm_pkg.sv",
]


def test_gcm_buffer() -> None:
    files = [*GCM, "rtl/gcm/seal_gcm_buffer.sv"]
    run_bench("seal_gcm_buffer", files, TB / "gcm_buffer", "test_gcm_buffer", {}, inside=True)


def test_gcm_finish() -> None:
    files = [*GCM, "rtl/gcm/seal_gcm_finish.sv"]
    params = {"Depth": 8}
    run_bench("seal_gcm_finish", files, TB / "gcm_finish", "test_gcm_finish", params, inside=True)


@pytest.mark.parametrize(("lanes", "commands", "ends"), [(2, 1, 2), (4, 2, 3), (8, 2, 3)])
def test_gcm_lanes_issue(
    monkeypatch: pytest.MonkeyPatch, lanes: int, commands: int, ends: int
) -> None:
    top, folder = "seal_gcm_lanes_bench", TB / "gcm_lanes"
    params = {"Lanes": lanes, "Commands": commands, "Ends": ends}
    for name, value in params.items():
        monkeypatch.setenv(f"LANES_{name.upper()}", str(value))
    files = [*GCM, *(f"rtl/gcm/seal_gcm_lanes_{n}.sv" for n in ("buffer", "issue"))]
    files = [*files, folder / f"{top}.sv"]
    run_bench(top, files, folder, "test_gcm_lanes_issue", params, inside=True)


@pytest.mark.parametrize(
    ("lanes", "ends"), [(4, 3), (8, 3), *nightly([(2, 2), (4, 2), (2, 1), (8, 2), (8, 4)])]
)
def test_gcm_finish_lanes(monkeypatch: pytest.MonkeyPatch, lanes: int, ends: int) -> None:
    monkeypatch.setenv("FINISH_LANES", str(lanes))
    monkeypatch.setenv("FINISH_ENDS", str(ends))
    top = "seal_gcm_finish_lanes"
    files = [*GCM, "rtl/gcm/seal_gcm_finish.sv", f"rtl/gcm/{top}.sv"]
    params = {"Lanes": lanes, "Ends": ends, "Depth": 16 * ends}
    run_bench(top, files, TB / top[5:], f"test_{top[5:]}", params, inside=True)


def test_gcm_issue() -> None:
    files = [*GCM, "rtl/gcm/seal_gcm_issue.sv"]
    run_bench("seal_gcm_issue", files, TB / "gcm_issue", "test_gcm_issue", {}, inside=True)


@pytest.mark.parametrize(("lead", "j0"), [(2, 2), *nightly([(1, 1)])])
def test_gcm_lead(lead: int, j0: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAD", str(lead))
    monkeypatch.setenv("J0", str(j0))
    files = [*GCM, "rtl/gcm/seal_gcm_issue.sv"]
    params = {"AnyIv": 0, "Lead": lead, "J0": j0}
    run_bench("seal_gcm_issue", files, TB / "gcm_issue", "test_gcm_lead", params, inside=True)


# Of the second core, the powers of H take more words than a message takes cycles, but not all that
# their address could tell apart. In the next two the round keys of all passes take more words than
# there may be slots, in the first of them with the latency of the pipe more cycles than a message.
@pytest.mark.parametrize(
    ("own", "store"),
    [
        ({"Slots": 16, "MultStages": 2}, 0),
        ({"Slots": 9, "MultStages": 5, "RoundStages": 1}, 0),
        ({"Slots": 9, "BeatBytes": 4, "MultKind": 16, "MultDigit": 32}, 0),
        ({"Slots": 5, "BeatBytes": 4, "MultKind": 16, "MultDigit": 32}, 0),
        *nightly([({"Slots": 16, "MultStages": 2}, 1)]),
        *nightly([({"Slots": 2, "BeatBytes": 2, "MultKind": 18}, 1)]),
        *nightly([({"Slots": 16, "BeatBytes": 2, "MultKind": 18}, 0)]),
        *nightly([({"Slots": 3, "BeatBytes": 2, "MultStages": 3}, 0)]),
        *nightly([({"Slots": 9, "BeatBytes": 8, "MultStages": 3}, 0)]),
    ],
)
def test_nothing_is_left_of_a_secret(own: dict[str, int], store: int) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    params = {"KeySizes": 1, "Sbox": 0, "MultKind": 2, "MultHalt": 1, **own}
    files = library_files("common", "gf", "aes", "engine", "message", "gcm")
    own = {"Store": store, "StoreBeats": 16}
    run_bench(
        "seal_gcm",
        quick(files, SBOXES + ROUNDS),
        TB / "gcm_pair",
        "test_gcm_pair",
        {**params, **own},
        inside=True,
    )
