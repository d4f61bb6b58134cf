# SPDX-License-Identifier: Apache-2.0
"""The AES cores as a whole: random traffic, known answers, cycles, and what they refuse.

`make test` has some cores of each kind, with every number of every range of the knobs; the nightly
run has every pair of values of all knobs, and all Monte Carlo tests.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from elaboration import refusal
from key_changes import assert_changes_once
from knob_values import array, first_of, name_of, values_of
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.cores.cipher import ROUNDS
from sealwright.cores.engine import KeyCause
from sealwright.families import core_names, load_core
from sealwright.families.aes import config as aes
from sealwright.families.aes.bench import Bench
from sealwright.families.aes.check import check_core, own_vectors, skip_reason
from sealwright.families.aes.config import AesConfig
from sealwright.families.aes.random_blocks import (
    RandomTraffic,
    check_answers,
    check_blocks,
    compare,
    random_run,
)
from sealwright.families.aes.sim import AesSim, Block, Cause, Event, Key, RunResult
from sealwright.model.aes import decrypt_blocks, encrypt_blocks
from sealwright.model.aes_vectors import AesVector, MonteCarlo, cavp, read_vectors
from sealwright.synth import lint, lint_tools
from sealwright.tools.traffic import PRESETS, Traffic

Knobs = dict[str, Any]

TABLE: Final[Knobs] = {"sbox": "table"}
# By day: so many of each kind, with the S-boxes that build and simulate soonest
COUNTS: Final[dict[type[AesConfig], int]] = {
    aes.PipelinedConfig: 5,
    aes.IterativeConfig: 5,
    aes.OnTheFlyConfig: 3,
    aes.UnrolledConfig: 1,
}
SOON: Final = ("table", "bram")


def cores(kind: type[AesConfig], rows: list[Knobs]) -> list[AesConfig]:
    """Those of the rows."""
    return [kind.from_knobs(f"{kind.kind}-{name_of(row)}", "", row) for row in rows]


def by_day(kind: type[AesConfig]) -> list[AesConfig]:
    """The first cores of an array with cheap S-boxes."""
    values = values_of(kind)
    values["sbox"] = [sbox for sbox in values["sbox"] if sbox in SOON]
    values["key_sizes"].reverse()  # mixtures first
    return cores(kind, first_of(array(kind, values), COUNTS[kind]))


CORES: Final = [config for kind in aes.CONFIGS for config in by_day(kind)]
# Every pair of values of the knobs
ALL: Final = [
    config for kind in aes.CONFIGS for config in cores(kind, array(kind, values_of(kind)))
]
EVENTS: Final = 200  # per preset


def name(config: AesConfig) -> str:
    """For pytest."""
    return config.name


def core_of(name: str, knobs: Knobs) -> AesConfig:
    config = load_core(name, knobs)
    assert isinstance(config, AesConfig)
    return config


# ---- traffic and known answers ------------------------------------------------------------------


def test_cores_by_day_have_every_number() -> None:
    for kind in aes.CONFIGS:
        of_kind = [config.knobs() for config in CORES if isinstance(config, kind)]
        for knob, values in values_of(kind).items():
            if isinstance(values[0], int):
                assert {row[knob] for row in of_kind} == {*values}


@pytest.mark.parametrize(
    "config", [pytest.param(CORES[0], marks=pytest.mark.quick), *CORES[1:], *nightly(ALL)], ids=name
)
def test_core(config: AesConfig) -> None:
    """Random traffic, all known answers of ECB and counter mode, cycles and latency by formula."""
    assert random_run(config, seed=1, events=EVENTS) == 5 * EVENTS
    vectors = [*own_vectors(), *cavp()]
    known = [v for v in vectors if isinstance(v, AesVector) and skip_reason(v, config) is None]
    assert len(known) > 100
    outcome = check_core(config, known)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (len(known), 0, 0)
    bench = Bench(config, seed=1)
    for bits, inverse in product(config.key_sizes, config.directions()):
        row = bench.spacing(bits, inverse=inverse)
        assert row.cycles == config.block_cycles(bits)
        offset = row.latency - config.latency()[f"AES-{bits}"]
        fold = getattr(config, "cycles", 1)
        assert 0 <= offset < fold, "a folded pipe may make a block wait for its turn"
    bench.sim.close()


@pytest.mark.parametrize("core", ["aes-iterative-32", *nightly(["aes-iterative-128"])])
def test_monte_carlo(core: str) -> None:
    """A few of CAVP's Monte Carlo tests in each direction and of each key size."""
    config = core_of(core, {**TABLE, "slots": 4})
    tests = [v for v in cavp() if isinstance(v, MonteCarlo)]
    assert len(tests) == 600
    outcome = check_core(config, tests[::50])
    assert (outcome.passed, outcome.failed) == (12, 0)
    assert outcome.blocks == 12_000


@pytest.mark.nightly
@pytest.mark.parametrize("core", [name for name in core_names() if name.startswith("aes-")])
def test_all_of_cavp(core: str) -> None:
    config = core_of(core, {})
    vectors = [v for v in [*own_vectors(), *cavp()] if skip_reason(v, config) is None]
    outcome = check_core(config, vectors)
    assert (outcome.passed, outcome.failed) == (len(vectors), 0)


def test_a_wrong_answer_fails() -> None:
    """The check reports, by name, vectors with a wrong result; of two files, names may be equal."""
    config = core_of("aes-iterative-32", {**TABLE, "slots": 4})
    good = own_vectors()[0]
    assert isinstance(good, AesVector)
    bad = AesVector(good.name, good.key, good.pt, bytes([good.ct[0] ^ 1]) + good.ct[1:])
    chain = next(v for v in cavp() if isinstance(v, MonteCarlo))
    bent = MonteCarlo("bent chain", chain.key, chain.iv, chain.text, bytes(16), chain.inverse)
    outcome = check_core(config, [good, bad, bent])
    assert (outcome.passed, outcome.failed) == (1, 2)
    assert {text.partition(":")[0] for text in outcome.failures} == {good.name, "bent chain"}


def test_a_refused_key_fails_its_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    run = AesSim.run

    def refusing(sim: AesSim, events: Sequence[Event], *rest: Any) -> RunResult:
        found = run(sim, events, *rest)
        first, *others = found.keys
        return replace(found, keys=(replace(first, cause=KeyCause.BAD_SIZE), *others))

    monkeypatch.setattr(AesSim, "run", refusing)
    config = core_of("aes-iterative-32", {**TABLE, "slots": 4})
    chain = next(v for v in cavp() if isinstance(v, MonteCarlo))
    outcome = check_core(config, [own_vectors()[0], chain])
    assert (outcome.passed, outcome.failed) == (0, 2)
    assert all("its key, for slot" in text for text in outcome.failures)


def test_skips_have_reasons() -> None:
    config = core_of("aes-fly-4", {"key_sizes": [128]})
    skipped = {reason for v in cavp() if (reason := skip_reason(v, config))}
    assert skipped == {
        "aes-fly-4 with key_sizes=128 has no AES-192",
        "aes-fly-4 with key_sizes=128 has no AES-256",
        "aes-fly-4 with key_sizes=128 does not decrypt",
    }


@pytest.mark.parametrize("config", CORES, ids=name)
def test_busy_falls_when_nothing_is_left(config: AesConfig) -> None:
    """After an answer, or the last round key that is made on the fly; after a block alone."""
    fly, iterative = (config.architecture == name for name in ("on-the-fly", "iterative"))
    with AesSim(config, seed=1) as sim:
        for bits in config.key_sizes:
            loaded = sim.run([Key(bytes(bits // 8))])
            key = loaded.keys[0]
            assert loaded.end == (key.accepted + ROUNDS[bits] + 2 if fly else key.answered + 1)
            alone = sim.run([Block(bytes(16), inverse=config.directions()[0])])
            assert alone.end == alone.blocks[0].last_out + (1 if iterative else 2)


# ---- answers to keys ----------------------------------------------------------------------------


@pytest.mark.parametrize("config", CORES, ids=name)
def test_every_key_is_answered_once(config: AesConfig) -> None:
    """At any moment of a zeroise; a key cut short is answered, and its slot stays empty."""
    good, last = bytes(config.key_sizes[0] // 8), config.slots - 1
    refused = [Key(good, size=3), Key(good, 15, size=3)]
    events = [Key(good), Key(good, last), *refused, Key(good), Key(good, last)]
    wanted = [KeyCause.LOADED] * 6
    wanted[2:4] = KeyCause.BAD_SIZE, KeyCause.BAD_SLOT if last < 15 else KeyCause.BAD_SIZE
    probe, end = (Block(bytes(16), slot, config.directions()[0]) for slot in (0, last))
    found = set()
    with AesSim(config, seed=1) as sim:
        for traffic in (Traffic(), Traffic(seed=7, key_stall=230)):
            whole = sim.run([*events, end], traffic)
            assert [key.cause for key in whole.keys] == wanted
            answers = [key.answered - whole.start for key in whole.keys]
            moments = set(range(1, answers[-1] + 4, answers[-1] // 25 + 1))
            moments |= {answer - n for answer in answers for n in range(6)}
            for at in sorted(at for at in moments if at > 0):
                cut = sim.run_into_zeroise([*events, end], traffic, 0, at % 3 + 1, at)
                check_answers(wanted, cut)
                late = (key.cause for key in cut.keys if key.answered >= cut.start)
                found |= set(late)
                probed = sim.run([probe, end]).blocks
                assert {block.cause for block in probed} == {Cause.NO_KEY}
    assert KeyCause.ZEROISED in found


@pytest.mark.parametrize("config", CORES, ids=name)
def test_blocks_compete_with_a_key(config: AesConfig) -> None:
    """Each has the old key or the new one, and none the old one once one had the new one.

    So it is while the key is on offer, while it is loaded, and while its answer waits.
    """
    rng, slot, inverse = random.Random(1), config.slots - 1, config.directions()[0]
    model = decrypt_blocks if inverse else encrypt_blocks
    presets = [Traffic.preset(preset, 1) for preset in PRESETS]
    sparse = [Traffic(seed=seed, axis_idle=246) for seed in range(3)]  # the pipe is often empty
    early = 0
    with AesSim(config, seed=1) as sim:
        for before, traffic in enumerate([*sparse, *presets, *[Traffic(key_stall=250)] * 3]):
            old, new = (rng.randbytes(rng.choice(config.key_sizes) // 8) for _ in range(2))
            blocks = [Block(rng.randbytes(16), slot, inverse) for _ in range(before + 30)]
            key = Key(new, slot, wait=False)
            sim.run([Key(old, slot)])
            result = sim.run([*blocks[:before], key, *blocks[before:]], traffic)
            found = [*result.blocks, *sim.run(blocks[:1]).blocks]
            answers = [
                [got.data == model(each, block.data) for each in (old, new)]
                for got, block in zip(found, [*blocks, blocks[0]], strict=True)
            ]
            assert_changes_once(answers, before, len(blocks))
            answered = result.keys[0].answered
            early += sum(
                under_new and got.first_in < answered
                for (_, under_new), got in zip(answers, result.blocks, strict=False)
            )
    assert early, "no block came while an answer waited"


@pytest.mark.parametrize("config", CORES, ids=name)
def test_a_zeroise_with_blocks_on_offer(config: AesConfig) -> None:
    """None is taken during the sweep, and what is taken behind it has no key."""
    traffic, behind = RandomTraffic(config, random.Random(2)), 0
    with AesSim(config, seed=1) as sim:
        for turn in range(15):
            timing = Traffic.preset(PRESETS[turn % len(PRESETS)], turn)
            events = traffic.batch(60)
            cut = sim.run_into_zeroise(events, timing, 2 * turn, turn % 3 + 1, keeps=True)
            check_blocks(traffic.blocks, cut)
            check_answers(traffic.answers, cut)
            behind += sum(block.first_in >= cut.start for block in cut.blocks)
            traffic.forget_keys()
    assert behind > 15


@pytest.mark.parametrize("config", CORES, ids=name)
def test_a_reset_amid_blocks(config: AesConfig) -> None:
    """Nothing is left of blocks and keys that it cuts, and the next ones are right."""
    traffic = RandomTraffic(config, random.Random(3))
    with AesSim(config, seed=1) as sim:
        for turn, at in enumerate((1, 2, 5, 11, *range(20, 400, 47))):
            timing = Traffic.preset(PRESETS[turn % len(PRESETS)], turn)
            sim.run(traffic.batch(100), timing, cut=at)
            sim.reset()
            traffic.forget_keys()
            result = sim.run(traffic.batch(12), timing)
            compare(traffic, result.blocks, result.keys)


# ---- vector files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("ECBMMT128.rsp", "[ENCRYPT]\n\nCOUNT = 0\nKEY = 00\n", "missing or unknown field"),
        ("ECBMMT128.rsp", "# nothing\n", "holds no vectors"),
        ("ECBMMT128.rsp", "[ENCRYPT]\n\nCOUNT = 0\nKEY = 00\nCOUNT = 1\n", "COUNT twice"),
        ("CFB8MMT128.rsp", "", "not an ECB file of CAVP"),
        ("a.json", "{}", "expected 'ecb' or 'ctr'"),
        ("a.json", "{", "not JSON"),
        ("a.json", json.dumps({"mode": "ecb", "vectors": [{"key": "00"}]}), "field pt: missing"),
        (
            "a.json",
            json.dumps({"mode": "ecb", "vectors": [{"key": "00", "pt": "00", "ct": "00"}]}),
            "16, 24 or 32 bytes expected",
        ),
        (
            "a.json",
            json.dumps({"mode": "ecb", "vectors": [{"key": "00" * 16, "pt": "00", "ct": "00"}]}),
            "whole blocks of 16 bytes",
        ),
    ],
)
def test_bad_files(file: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(UsageError, match=message) as caught:
        read_vectors(path)
    assert file in str(caught.value)


# ---- what can be built, and what not -------------------------------------------------------------


@pytest.mark.parametrize("core", [name for name in core_names() if name.startswith("aes-")])
def test_named_cores_elaborate(core: str) -> None:
    config = core_of(core, {})
    params = tuple(sorted(config.rtl_params().items()))
    found = lint_tools.lint_slang(lint_tools.Point(config.top, tuple(config.files()), params))
    assert lint.waive(found, partly=True) == []


@pytest.mark.parametrize(
    ("core", "knobs", "parameters", "sentence"),
    [
        ("aes-pipelined", {"cycles": 3}, {"Fold": 3}, aes.FOLD),
        ("aes-pipelined", {"round_stages": 6}, {"RoundStages": 6}, aes.STAGES),
        ("aes-pipelined", {"slots": 17}, {"Slots": 17}, aes.SLOTS),
        ("aes-pipelined", {"slots": 0}, {"Slots": 0}, aes.SLOTS),
        ("aes-separate", {"direction": "encrypt"}, {"Separate": 1, "Dir": 0}, aes.SEPARATE),
        ("aes-iterative-8", {"width": 24}, {"Width": 24}, aes.WIDTH),
        ("aes-iterative-8", {"slots": 17}, {"Slots": 17}, aes.SLOTS),
        ("aes-fly", {"sbox": "bram"}, {"Sbox": 5}, aes.BRAM),
        ("aes-unrolled", {"sbox": "bram"}, {"Sbox": 5}, aes.BRAM),
    ],
)
def test_refused_in_the_same_words(
    core: str, knobs: Knobs, parameters: dict[str, int], sentence: str
) -> None:
    """By the configuration, and by the elaboration of the RTL."""
    with pytest.raises(UsageError) as caught:
        load_core(core, knobs)
    assert sentence in str(caught.value)
    config = core_of(core, {})
    assert sentence in refusal(config.top, config.files(), parameters)


@pytest.mark.parametrize(
    ("core", "knobs", "message"),
    [
        ("aes-pipelined", {"width": 64}, "unknown knob 'width'; knobs are cycles, direction"),
        ("aes-iterative-8", {"cycles": 2}, "unknown knob 'cycles'"),
        ("aes-fly", {"direction": "both"}, "unknown knob 'direction'"),
        ("aes-fly", {"key_change": "none"}, "must be one of four-cycle, one-cycle, passing"),
        ("aes-unrolled", {"slots": 2}, "unknown knob 'slots'; knobs are key_sizes, sbox"),
        ("aes-pipelined", {"direction": "sideways"}, "must be one of encrypt, decrypt, both"),
        ("aes-pipelined", {"sbox": "lut"}, "must be one of table, composite"),
        ("aes-pipelined", {"key_sizes": [100]}, "must be a list of 128, 192, 256"),
        ("aes-pipelined", {"key_sizes": [128, 128]}, "each at most once"),
    ],
)
def test_refused_knobs(core: str, knobs: Knobs, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_core(core, knobs)


@pytest.mark.parametrize("config", CORES, ids=name)
def test_printed_formulas(config: AesConfig) -> None:
    """The output of `info` agrees with the configuration and with the simulated core."""
    printed = {row.name: row.value for row in config.figure_list()}

    def value(name: str, bits: int) -> int:
        return printed[name] if name in printed else printed[f"{name}, AES-{bits}"]

    iterative = config.architecture == "iterative"
    sim = Bench(config, seed=1).sim
    for bits in config.key_sizes:
        assert value("latency", bits) == config.latency()[f"AES-{bits}"]
        assert value("block", bits) == config.block_cycles(bits)
        key = sim.run([Key(bytes(bits // 8))]).keys[0]
        if config.architecture == "on-the-fly":
            assert value("key_change", bits) == config.key_change_cycles(bits, 1)
            assert value("gap", bits) == config.key_gap
        elif config.architecture != "unrolled":
            assert key.answered - key.offered == value("key_load", bits) + iterative
    bits, inverse = config.key_sizes[0], config.directions()[0]
    events = [Key(bytes(bits // 8)), *[Block(bytes(16), inverse=inverse)] * 5]
    for cycles in (1, 3):
        found = sim.run_into_zeroise(events, Traffic(), after=2, cycles=cycles)
        since = found.end + 1 - found.start  # from the fall on
        assert value("zeroise", bits) == since + (cycles if iterative else 0)
    sim.close()
