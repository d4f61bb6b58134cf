# SPDX-License-Identifier: Apache-2.0
"""GHASH cores: published hashes, random traffic, every length, keys, cycles, zeroise."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from quick_ghash import CORES, H, ghash_core, quick
from rows import nightly
from sealwright.base.files import library_files, repo_root, resolve
from sealwright.cores.engine import KeyCause
from sealwright.families import core_names, load_core
from sealwright.families.ghash import bench
from sealwright.families.ghash.check import (
    KNOWN_ANSWERS,
    GhashVector,
    check_core,
    ghash_vectors,
    known_answers,
    vectors_for,
)
from sealwright.families.ghash.config import Cause, GhashConfig
from sealwright.families.ghash.random_messages import (
    RandomTraffic,
    compare,
    padded,
    random_run,
    zeroise,
)
from sealwright.families.ghash.sim import BLOCK, Event, GhashSim, Key, Message, RunResult
from sealwright.model.ghash import ghash_fast
from sealwright.model.vectors import cavp, read_vectors
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import PRESETS, Traffic

# Hashes that the GCM specification lists in its Appendix B: GHASH(H, A, C)
LISTED: Final = {
    1: "00000000000000000000000000000000",
    2: "f38cbb1ad69223dcc3457ae5b6b0f885",
    3: "7f1b32b81b820d02614f8895ac1d4eac",
    4: "698e57f70e6ecc7fd9463b7260a9ae5f",
}
NAMED: Final = [name for name in core_names() if name.startswith("ghash-")]


@cache
def own_vectors() -> list[GhashVector]:
    files = [read_vectors(resolve(name)) for name in KNOWN_ANSWERS]
    return list(ghash_vectors(vector for vectors in files for vector in vectors))


@cache
def cavp_vectors() -> list[GhashVector]:
    return list(ghash_vectors(cavp()))


@pytest.fixture(scope="module", params=CORES)
def core(request: pytest.FixtureRequest) -> GhashConfig:
    return CORES[request.param]


@pytest.fixture(scope="module")
def sim(core: GhashConfig) -> Iterator[GhashSim]:
    with GhashSim(core) as simulated:
        yield simulated


@pytest.fixture(scope="module")
def joint() -> Iterator[GhashSim]:
    with GhashSim(CORES["joint"]) as simulated:
        yield simulated


def test_vectors_have_the_listed_hashes() -> None:
    found = {vector.name.split()[-1]: vector.hash.hex() for vector in own_vectors()}
    assert {int(number): found[number] for number in map(str, LISTED)} == LISTED
    assert len(own_vectors()) == 12


def test_published_hashes(sim: GhashSim, core: GhashConfig) -> None:
    """Of the specification; and of CAVP, a few hundred."""
    vectors = [*own_vectors(), *random.Random(1).sample(cavp_vectors(), 150)]
    fits = [v for v in vectors if not core.fixed or v.h.hex() == core.h]
    assert len(fits) == len(vectors) or len(fits) == 2
    assert known_answers(sim, core, fits, seed=1) == (0, [])


def test_random_traffic(sim: GhashSim, core: GhashConfig) -> None:
    """Keys, messages and faults of all kinds, in every preset; zeroises and resets between."""
    assert random_run(sim, core, seed=11, events=400) == 2000


def test_each_length(sim: GhashSim, core: GhashConfig) -> None:
    """Every number of bytes up to three beats more than the look-ahead has; then shuffled."""
    rng = random.Random(2)
    keys = [bytes.fromhex(core.h)] if core.fixed else [rng.randbytes(BLOCK) for _ in range(2)]
    keys = keys[: core.slots]
    most = core.beat_bytes * min(core.mult_stages + 3, 7)
    sizes = [*range(0, most + 1, 1 if most < 1000 else 5)]
    sizes += rng.sample(sizes, len(sizes))
    events: list[Event] = [] if core.fixed else [Key(key, n) for n, key in enumerate(keys)]
    wanted = []
    for number, size in enumerate(sizes):
        data, slot = rng.randbytes(size), number % len(keys)
        events.append(Message(data, slot, number % 16))
        wanted.append((ghash_fast(keys[slot], padded(data)), number % 16))
    sim.reset()
    found = sim.run(events).hashes
    assert [(result.data, result.ident) for result in found] == wanted


def test_each_hole(sim: GhashSim, core: GhashConfig) -> None:
    """A byte that is missing in front of another one, in the first beat and in the last of two."""
    key = bytes.fromhex(core.h) if core.fixed else H16
    full = (1 << BLOCK) - 1
    events: list[Event] = [] if core.fixed else [Key(key, 0)]
    for byte in range(core.beat_bytes - 1):
        for before in (0, 1):
            keeps = [full] * core.lanes * (before + 1)
            keeps[core.lanes * before + byte // BLOCK] ^= 1 << byte % BLOCK
            events.append(Message(b"", 0, keeps=tuple(keeps)))
    events.append(Message(b"right", 0))
    sim.reset()
    *wrong, right = sim.run(events).hashes
    assert {(each.cause, each.data) for each in wrong} == {(Cause.BEATS, bytes(BLOCK))}
    assert right.data == ghash_fast(key, padded(b"right"))


def test_cycles(core: GhashConfig) -> None:
    """A message takes its beats, whatever slots they are of; latency and key load by formula."""
    found = bench.measure(core)
    assert bench.missed(core, found) == []
    assert all(row["cycles"] == row["expected"] for row in found["results"])
    longest = found["results"][-1]
    assert longest["latency"] == core.latency(longest["expected"])
    if not core.fixed:
        assert found["key_load_cycles"] == core.figures()["key_load"]


def test_a_mix_of_lengths_has_no_dead_cycle(joint: GhashSim) -> None:
    """Messages of one to seven beats of three slots: as many cycles as beats, in and out."""
    rng, core = random.Random(3), CORES["joint"]
    keys: list[Event] = [Key(rng.randbytes(BLOCK), slot) for slot in range(3)]
    joint.run(keys)
    sizes = [rng.randrange(1, 7 * core.beat_bytes) for _ in range(300)]
    found = joint.run([Message(bytes(size), rng.randrange(3)) for size in sizes]).hashes
    beats = sum(bench.beats(core, size) for size in sizes)
    assert found[-1].cycles_in[-1] - found[0].cycles_in[0] == beats - 1


def test_a_key_takes_a_cycle_for_each_power(joint: GhashSim) -> None:
    """Beside a stream of messages of another slot, which loses no other cycle."""
    joint.run([Key(H16, 0)])
    count = 400
    events: list[Event] = [Key(bytes(15) + b"\1", 1)]
    found = joint.run([*events, *[Message(bytes(BLOCK)) for _ in range(count)]])
    assert found.keys[0].cause is KeyCause.LOADED
    taken = found.hashes[-1].cycles_in[0] - found.hashes[0].cycles_in[0]
    assert taken == count - 1 + CORES["joint"].figures()["powers"] - 1


H16: Final = bytes.fromhex(H)


@pytest.mark.parametrize("slots_used", [1, 2])
def test_a_key_meets_messages_of_its_slot(joint: GhashSim, slots_used: int) -> None:
    """It is offered in the middle of a long message, and messages after it wait for it."""
    old, new = bytes(range(BLOCK)), bytes(range(1, BLOCK + 1))
    long, short = bytes(range(256)) * 5, b"short"
    others = [Message(short, 2) for _ in range(4 * (slots_used - 1))]
    setup: list[Event] = [Key(old, 1), Key(old, 2)]
    joint.run(setup)
    events: list[Event] = [Message(long, 1), Key(new, 1, wait=False), *others, Message(short, 1)]
    result = joint.run(events)
    first, *rest = result.hashes
    assert first.data == ghash_fast(old, padded(long))
    assert rest[-1].data == ghash_fast(new, padded(short))
    assert all(each.data == ghash_fast(old, padded(short)) for each in rest[:-1])
    assert result.keys[0].offered < first.cycles_in[-1] < result.keys[0].accepted


def test_a_message_waits_for_a_key_behind_another(joint: GhashSim) -> None:
    """The key of its slot is on offer while that of another slot is still made."""
    old, other, new = (bytes([n] * BLOCK) for n in (1, 2, 3))
    joint.run([Key(old, 0), Key(old, 1)])
    events: list[Event] = [Key(other, 0, wait=False), Key(new, 1, wait=False), Message(b"a", 1)]
    result = joint.run(events)
    assert result.hashes[0].data == ghash_fast(new, padded(b"a"))
    assert result.keys[1].offered < result.keys[0].answered < result.hashes[0].cycles_in[0]


def test_a_zeroise_at_each_moment_of_a_message(joint: GhashSim) -> None:
    """Of the rest of the message nothing is left, and the next key and message are right."""
    data = bytes(range(256)) * 2
    for at in range(48):
        joint.run([Key(H16, 0)])
        cut = joint.run_into_zeroise(
            [Message(data) for _ in range(6)], Traffic(), 1, 1 + at % 3, at
        )
        assert all(h.data == ghash_fast(H16, data) for h in cut.hashes if h.ended)
        beats = 8  # of a message, the rest of which is read afterwards
        assert cut.end - cut.start <= CORES["joint"].figures()["zeroise"] + beats
        gone = joint.run([Message(data)]).hashes[0]
        assert (gone.cause, gone.data) == (Cause.NO_KEY, bytes(BLOCK)), at


def test_a_zeroise_at_each_moment_of_a_key(joint: GhashSim) -> None:
    """The key is answered, as loaded or zeroised; its slot has none."""
    found = set()
    load = CORES["joint"].figures()["key_load"]
    for at in [*range(12), *range(12, load + 20, 7)]:
        joint.run([Key(H16, 0)])
        events: list[Event] = [Key(bytes(BLOCK), 1), *[Message(b"a") for _ in range(200)]]
        cut = joint.run_into_zeroise(events, Traffic(), 1, 1, at)
        if cut.keys[0].accepted >= 0:
            assert cut.keys[0].answered >= 0
            found.add(cut.keys[0].cause)
        assert joint.run([Message(b"a", 1)]).hashes[0].cause is Cause.NO_KEY
    assert found == {KeyCause.LOADED, KeyCause.ZEROISED}


def test_a_zeroise_under_random_traffic(sim: GhashSim, core: GhashConfig) -> None:
    """In half of them messages stay on offer, and those behind it have no key."""
    traffic, behind = RandomTraffic(core, random.Random(5)), 0
    sim.reset()
    for number, preset in enumerate(("full", "both", "bursty") * 8):
        cut = zeroise(sim, traffic, Traffic.preset(preset, number))
        behind += sum(got.first_in >= cut.start for got in cut.hashes)
        traffic.forget_keys()
    assert behind > 8


def test_a_reset_amid_messages(sim: GhashSim, core: GhashConfig) -> None:
    """Nothing is left of messages and keys that it cuts, and the next ones are right."""
    traffic = RandomTraffic(core, random.Random(6))
    for turn, at in enumerate((1, 2, 3, 5, 8, *range(12, 150, 23))):
        timing = Traffic.preset(PRESETS[turn % len(PRESETS)], turn)
        sim.reset()
        traffic.forget_keys()
        sim.run(traffic.batch(100), timing, cut=at)
        sim.reset()
        traffic.forget_keys()
        result = sim.run(traffic.batch(12), timing)
        compare(traffic, result.hashes, result.keys)


def test_a_fixed_key_stays() -> None:
    """Through a zeroise and a reset; other slots have none, and a key is refused."""
    core = CORES["fixed"]
    with GhashSim(core) as sim:
        for _ in range(2):
            found = sim.run([Message(b"a"), Key(bytes(BLOCK), 0), Message(b"a", 1)])
            assert found.hashes[0].data == ghash_fast(H16, padded(b"a"))
            assert found.hashes[1].cause is Cause.NO_KEY
            assert found.keys[0].cause is KeyCause.BAD_SLOT
            sim.run_into_zeroise([Message(bytes(500)) for _ in range(9)], Traffic(), 3)
        sim.reset()
        assert sim.run([Message(b"a")]).hashes[0].data == ghash_fast(H16, padded(b"a"))


PAIRS: Final = [
    {"Slots": 1, "Lanes": 4, "MultStages": 1, "FixedKey": 1},
    {"Slots": 2, "Lanes": 2, "Reductions": 2, "MultKind": 2, "MultStages": 3},
]
MORE_PAIRS: Final = [
    {"Slots": 3, "Lanes": 4, "MultStages": 4},
    {"Slots": 1, "Lanes": 1, "MultKind": 2, "MultStages": 1},
    {"Slots": 1, "Lanes": 8, "MultStages": 1, "FixedKey": 1},
]


@pytest.mark.parametrize("parameters", [*PAIRS, *nightly(MORE_PAIRS)], ids=str)
def test_nothing_is_left_of_a_secret(parameters: dict[str, int]) -> None:
    """After a zeroise, two cores with different keys and messages are equal in every register."""
    folder = repo_root() / "tb/ghash_pair"
    files = quick(library_files(*GhashConfig.libraries))
    files.append(str(folder / "seal_ghash_pair_bench.sv"))
    run_bench("seal_ghash_pair_bench", files, folder, "test_ghash_pair", parameters, inside=True)


def test_products_of_one_stage_with_a_reduction_each() -> None:
    core = ghash_core(lanes=2, reductions=2, mult="partial-product", mult_stages=1, slots=2)
    with GhashSim(core) as sim:
        random_run(sim, core, seed=1, events=300)


def test_a_refused_key_fails_its_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, also if its hash is wrong, too."""
    run = GhashSim.run

    def refusing(sim: GhashSim, events: Sequence[Event], *rest: Any) -> RunResult:
        found = run(sim, events, *rest)
        key, *keys = found.keys
        first, *others = found.hashes
        keys = (replace(key, cause=KeyCause.BAD_SIZE), *keys)
        return replace(found, keys=keys, hashes=(replace(first, data=bytes(16)), *others))

    monkeypatch.setattr(GhashSim, "run", refusing)
    outcome = check_core(
        CORES["joint"], vectors_for([str(resolve(KNOWN_ANSWERS[0]))], all_of_cavp=False)
    )
    assert (outcome.passed, outcome.failed, len(outcome.failures)) == (11, 1, 2)


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMED)
def test_named_core(name: str) -> None:
    """With its own multipliers: all of CAVP that fits, and random traffic."""
    core = load_core(name)
    assert isinstance(core, GhashConfig)
    outcome = check_core(core, vectors_for([], all_of_cavp=True))
    assert outcome.failed == 0 and outcome.passed >= 2
    with GhashSim(core) as sim:
        random_run(sim, core, seed=1, events=3000)


@pytest.mark.nightly
@pytest.mark.parametrize("stages", range(1, 9))
@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
def test_stages_and_lanes(lanes: int, stages: int) -> None:
    slots = 256 // 64 if lanes * stages > 32 else 5
    core = ghash_core(lanes=lanes, mult_stages=stages, slots=slots)
    with GhashSim(core) as sim:
        random_run(sim, core, seed=lanes * stages, events=1500)
