# SPDX-License-Identifier: Apache-2.0
"""Configurations drawn at random: `sealwright verify --random`, and fifty of them by night."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from rows import nightly
from sealwright import cli
from sealwright.commands.verify import drawn
from sealwright.cores.cipher import SBOXES
from sealwright.cores.config import CoreConfig
from sealwright.families import families, family_of, load_core
from sealwright.families.arguments import parse_set
from sealwright.families.family import Verification
from sealwright.families.message.config import RELEASES, MessageConfig
from sealwright.families.message.events import Cause, KeyLoad
from sealwright.families.message.random_traffic import RandomTraffic

MESSAGE = families()["message"]
SEED = 57


def test_all_kinds_and_values_are_drawn() -> None:
    cores = [drawn(MESSAGE, 1, number) for number in range(120)]
    assert cores[:5] == [drawn(MESSAGE, 1, number) for number in range(5)], "the seed replays them"
    assert len({core.name for core in cores}) == len(cores)
    assert {core.kind for core in cores} == {kind.kind for kind in MESSAGE.configs}
    assert len({core.multiplier for core in cores}) > 10
    assert {core.sbox for core in cores} == {*SBOXES} and {core.release for core in cores} == {
        *RELEASES
    }


def test_a_drawn_core_is_named_by_what_repeats_it() -> None:
    core = drawn(MESSAGE, 1, 3)
    start, _, knobs = core.name.partition(" with ")
    settings = [each for knob in knobs.split(", ") for each in ("--set", knob)]
    assert load_core(start, parse_set(settings[1::2])) == core


@pytest.fixture(name="verified")
def without_simulation(monkeypatch: pytest.MonkeyPatch) -> list[CoreConfig]:
    """The cores that were verified; the second is wrong."""
    seen: list[CoreConfig] = []

    def verify(config: CoreConfig, *_: Any) -> Verification:
        seen.append(config)
        return Verification(["batch 3: another tag"] if len(seen) == 2 else [])

    monkeypatch.setattr(MESSAGE, "verify", verify)
    return seen


def test_command(verified: list[CoreConfig], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "--random", "3", "--seed", "9"]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == ["ok", "another tag", "ok"]
    assert last == "3 configurations, seed 9: 1 with faults"
    assert verified == [drawn(MESSAGE, 9, number) for number in range(3)]
    assert all(family_of(core) is MESSAGE for core in verified)


def test_json(verified: list[CoreConfig], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "gcm-16", "--random", "1", "--json"]) == 0
    (core,) = json.loads(capsys.readouterr().out)["cores"]
    assert core == {"core": verified[0].name, "knobs": core["knobs"], "faults": []}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "CORE is missing"),
        (["--random", "0"], "--random 0: must be 1 to 10000"),
        (["gcm-16", "--random", "2", "--set", "slots=1"], "--set: not with --random"),
        (["sector-xts", "--random", "2"], "--random: not with cores of"),
        (["gcm-17", "--random", "2"], "unknown core 'gcm-17'"),
    ],
)
def test_errors(arguments: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["0", "1"])
def test_traffic_of_a_core_that_takes_hardly_a_message(limit: str) -> None:
    """In sixteen slots, one of which has never a key."""
    knobs = ["slots=16", "iv_lengths=12", "operations=counter", "mult_stages=1"]
    core = load_core("gcm-default", parse_set([*knobs, f"message_limit={limit}"]))
    assert isinstance(core, MessageConfig)
    source = RandomTraffic(core, 57)
    loaded = {e.slot for e in source.batch(2000) if isinstance(e, KeyLoad) and e.size is None}
    assert len(loaded) == 15
    assert {cell.cause for cell in source.aimed if cell} >= {Cause.MESSAGE_LIMIT, Cause.SLOT}


@pytest.mark.parametrize("number", nightly(range(50)))
def test_random_configuration(number: int) -> None:
    core = drawn(MESSAGE, SEED, number)
    assert MESSAGE.verify(core, SEED, 300, {}).faults == []
