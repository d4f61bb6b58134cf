# SPDX-License-Identifier: Apache-2.0
"""Runs the cocotb benches of what cores that seal and open messages share, on Verilator."""

from typing import Final

import pytest

from elaboration import refusal
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
MESSAGE: Final = library_files("common", "gf", "aes", "engine", "message")


@pytest.mark.parametrize(("refuse", "limit"), [(0, 5), (1, 0xFFFF_FFFF)])
def test_message_command(monkeypatch: pytest.MonkeyPatch, refuse: int, limit: int) -> None:
    monkeypatch.setenv("COMMAND_REFUSE", str(refuse))
    monkeypatch.setenv("COMMAND_LIMIT", str(limit))
    bench = TB / "message_command" / "seal_message_command_bench.sv"
    files = [*MESSAGE, bench]
    params = {"Slots": 3, "MsgLimit": limit, "KeyRefuse": refuse}
    run_bench(bench.stem, files, bench.parent, "test_message_command", params, inside=True)


@pytest.mark.parametrize(
    ("commands", "ends", "refuse", "limit"),
    [
        *((2, 2, 0, 7), (2, 3, 1, 0xFFFF_FFFF), (1, 2, 0, 5)),
        *nightly([(2, 1, 1, 1), (2, 2, 0, 0xFFFF_FFFF), (3, 3, 0, 9), (4, 4, 1, 8), (2, 3, 0, 0)]),
    ],
)
def test_message_commands(
    monkeypatch: pytest.MonkeyPatch, commands: int, ends: int, refuse: int, limit: int
) -> None:
    values = {"COMMANDS": commands, "ENDS": ends, "REFUSE": refuse, "LIMIT": limit}
    for name, value in values.items():
        monkeypatch.setenv(name, str(value))
    bench = TB / "message_commands" / "seal_message_commands_bench.sv"
    params = {"Commands": commands, "Ends": ends, "KeyRefuse": refuse, "MsgLimit": limit}
    files, module = [*MESSAGE, bench], "test_message_commands"
    run_bench(bench.stem, files, bench.parent, module, {"Slots": 3, **params}, inside=True)


def test_message_ingress() -> None:
    run_bench("seal_message_ingress", MESSAGE, TB / "message_ingress", "test_message_ingress", {})


def test_message_check() -> None:
    run_bench(
        "seal_message_check", MESSAGE, TB / "message_check", "test_message_check", {}, inside=True
    )


@pytest.mark.parametrize("iv_limit", [1, 12, 16])
def test_message_check_with_least_limits(monkeypatch: pytest.MonkeyPatch, iv_limit: int) -> None:
    monkeypatch.setenv("IV_LIMIT", str(iv_limit))
    limits = {"TextLimit": 1, "AadLimitLog2": 5, "IvLimit": iv_limit}
    run_bench(
        "seal_message_check", MESSAGE, TB / "message_check", "test_message_check_least", limits
    )


def run_rules(monkeypatch: pytest.MonkeyPatch, params: dict[str, int], **values: int) -> None:
    """The bench of the rules, of which `values` go into the environment."""
    for name, value in values.items():
        monkeypatch.setenv(f"RULES_{name.upper()}", str(value))
    folder = TB / "message_rules"
    top = "seal_message_rules_bench"
    files = [*MESSAGE, folder / f"{top}.sv"]
    run_bench(top, files, folder, "test_message_rules", params, inside=params["BeatBytes"] < 16)


@pytest.mark.parametrize(
    ("beat_bytes", "store", "often"),
    [
        *((2, 0, 1), (4, 1, 1), (8, 0, 1), (8, 0, 20), (16, 1, 1)),
        *nightly([(2, 1, 1), (4, 0, 1), (8, 1, 1), (16, 0, 1), (2, 0, 20), (16, 1, 20)]),
    ],
)
def test_rules(monkeypatch: pytest.MonkeyPatch, beat_bytes: int, store: int, often: int) -> None:
    """The rules of a message at every width of a stream, against those of the toolkit."""
    params = {"BeatBytes": beat_bytes, "Store": store}
    run_rules(monkeypatch, params, beat_bytes=beat_bytes, store=store, often=often)


# Limits within one beat.
TIGHT: Final = {"TextLimit": 2, "AadLimitLog2": 5, "IvLimit": 31, "StoreBlocks": 3}


@pytest.mark.parametrize(
    ("lanes", "store", "limits", "often"),
    [
        *((2, 1, {}, 1), (4, 0, {}, 1), (4, 1, TIGHT, 1), (4, 1, TIGHT, 8)),
        *nightly([(3, 0, {}, 1), (8, 1, {}, 1), (8, 0, {}, 6)]),
    ],
)
def test_rules_of_lanes(
    monkeypatch: pytest.MonkeyPatch, lanes: int, store: int, limits: dict[str, int], often: int
) -> None:
    """The same with several blocks per beat."""
    params = {"BeatBytes": 16, "Lanes": lanes, "Store": store, **limits}
    values = {"beat_bytes": 16, "store": store, "lanes": lanes, "often": often}
    run_rules(monkeypatch, params, **values, **({"tight": 1} if limits else {}))


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"Lanes": 9}, "Lanes must be 1 to 8"),
        ({"Messages": 1}, "Messages must be 2 or more"),
        ({"Store": 1, "StoreBlocks": 1}, "StoreBlocks must be 2 or more"),
        ({"TextLimit": 0}, "TextLimit must be 1 to 2^32 - 2 blocks"),
        ({"AadLimitLog2": 4}, "AadLimitLog2 must be 5 to 61"),
        ({"AadLimitLog2": 62}, "AadLimitLog2 must be 5 to 61"),
        ({"IvLimit": 0}, "IvLimit must be 1 to 65536 bytes"),
        ({"IvLimit": 65537}, "IvLimit must be 1 to 65536 bytes"),
    ],
)
def test_front_refuses(params: dict[str, int], why: str) -> None:
    assert f"seal_message_front: {why}" in refusal("seal_message_front", MESSAGE, params)


# Lanes, the messages that begin and end in a cycle, and Store
EGRESS: Final = [(4, 2, 2, 1), (4, 2, 3, 1), (8, 3, 3, 0)]
EGRESS_BY_NIGHT: Final = [
    *((2, 1, 2, 0), (2, 1, 2, 1), (4, 2, 2, 0), (8, 2, 3, 1), (8, 3, 3, 1), (4, 1, 1, 1))
]


@pytest.mark.parametrize(
    ("lanes", "commands", "ends", "store"), [*EGRESS, *nightly(EGRESS_BY_NIGHT)]
)
def test_message_egress_lanes(
    monkeypatch: pytest.MonkeyPatch, lanes: int, commands: int, ends: int, store: int
) -> None:
    values = {"LANES": lanes, "COMMANDS": commands, "ENDS": ends, "STORE": store}
    for name, value in values.items():
        monkeypatch.setenv(f"EGRESS_{name}", str(value))
    top = "seal_message_egress_lanes"
    sizes = {"IdWidth": 7, "Depth": 40 * lanes, "Messages": 32 * ends}
    params = {"Lanes": lanes, "Commands": commands, "Ends": ends, "Store": store, **sizes}
    run_bench(top, MESSAGE, TB / "message_egress_lanes", f"test_{top[5:]}", params, inside=True)


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"Lanes": 3}, "Lanes must be 2, 4 or 8"),
        ({"Ends": 1}, "Ends must be Commands to Lanes"),
        ({"Lanes": 2, "Ends": 3}, "Ends must be Commands to Lanes"),
    ],
)
def test_egress_lanes_refuses(params: dict[str, int], why: str) -> None:
    top = "seal_message_egress_lanes"
    assert f"{top}: {why}" in refusal(top, MESSAGE, params)
