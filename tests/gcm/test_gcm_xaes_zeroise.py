# SPDX-License-Identifier: Apache-2.0
"""The XAES-256-GCM core in a zeroise: all that is under way ends, and nothing is left."""

import pytest

from quick_aes import SBOXES, quick
from rows import nightly
from sealwright.base.files import library_files, repo_root
from sealwright.families.message.sim import Barrier, Cause, Event, Zeroise
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import Traffic
from xaes_core import Core, bench, sealing, with_keys

core = pytest.fixture(bench, scope="module")


def test_zeroise_at_each_moment(core: Core) -> None:
    """Of messages, of commands in the queue and of keys: all end, and the core works again."""
    config, sim, rules = core
    for moment in (*range(90), *range(90, 200, 9)):
        events = [*with_keys(config, [0, 40, 100, 16, 0], 2, wait=True)[:-1]]
        events += [sealing(1, 20) for _ in range(6)]
        events += [Zeroise(cycles=moment)]
        result = sim.run([*events, Barrier()])
        assert rules.compare(rules.expect([*events, Barrier()]), result) == []
        assert rules.compare_keys([*events, Barrier()], result) == []
        empty: list[Event] = [sealing(slot, 20) for slot in range(config.slots)]
        again = [*with_keys(config, [33], 1, wait=True), Barrier()]
        assert {m.cause for m in rules.run_checked(sim, empty).messages} == {Cause.SLOT}
        assert {m.cause for m in rules.run_checked(sim, again).messages} == {Cause.NONE}


def test_a_status_on_offer_stays_in_a_zeroise(core: Core) -> None:
    """Messages that were refused for their slot, and had ended, keep their cause."""
    _, sim, rules = core
    sim.run([Zeroise(), Barrier()])  # the slots are empty
    for moment in range(60, 160, 7):
        events = [*[sealing(1, 0) for _ in range(3)], Zeroise(cycles=moment), Barrier()]
        result = sim.run(events, Traffic(seed=moment, status_stall=250, burst=60))
        assert rules.compare(rules.expect(events), result) == []
        if moment > 110:
            assert {answer.cause for answer in result.messages} == {Cause.SLOT}


@pytest.mark.parametrize(
    "own",
    [
        {"Slots": 2, "MultStages": 2, "RoundStages": 1, "Store": 0},
        *nightly([{"Slots": 16, "MultStages": 1, "RoundStages": 2, "Store": 0}]),
        *nightly([{"Slots": 1, "MultStages": 2, "RoundStages": 4, "Store": 1}]),
    ],
)
def test_nothing_is_left_of_a_secret(own: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    monkeypatch.setenv("PAIR_SIZE", "2")
    params = {"Sbox": 0, "MultKind": 2, "MultHalt": 1, "StoreBeats": 16, **own}
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES)
    folder = repo_root() / "tb" / "gcm_pair"
    run_bench("seal_gcm_xaes", files, folder, "test_gcm_pair", params, inside=True)
