# SPDX-License-Identifier: Apache-2.0
"""Sector engines of every mode: known answers, random traffic, cycles.

By day one small core for each mode; by night the named cores with all that their knobs allow.
Pairs of values of their knobs are in test_sector_pairs.
"""

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from rows import nightly
from sealwright import cli
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.families import cores_of
from sealwright.families.sector import check
from sealwright.families.sector.bench import Bench, Workload, default_work, expected
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.modes import SIZES
from sealwright.families.sector.rules import Rules, scheme_of
from sealwright.families.sector.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    RawCommand,
    SectorSim,
    Units,
    WaitReady,
)
from sealwright.families.sector.verify import VERIFIER, Coverage, variants
from sealwright.model.aes import xor
from sealwright.model.sector.xcb import Xcb
from sealwright.model.sector.xts import tweak_of
from sealwright.model.vectors import package_folder
from sealwright.tools.traffic import Traffic
from sectors import core, key_of, small

CORES = cores_of("sector")


def test_known_answers(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Those that fit such a core, in both directions."""
    simulation, config = sim
    fit = [
        vector
        for vector in check.own_vectors(config)
        if check.skip_reason(vector, config) is None and len(vector.pt) <= config.unit_limit
    ]
    outcome = check.check_vectors(simulation, config, fit)
    assert outcome.failures == [] and outcome.passed == len(fit) > 0


def test_random_traffic(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Every cause, in every operation, by all kinds of traffic."""
    coverage = Coverage()
    VERIFIER.random_run(sim[1], 1, 300, coverage)
    assert coverage.missing() == []
    assert {KeyCause.LOADED, KeyCause.BAD_UNIT} < set(coverage.keys)


def test_units_follow_each_other(sim: tuple[SectorSim, SectorConfig]) -> None:
    """A unit takes the cycles of its calls, at most two more: phases overlap."""
    bench = Bench(sim[1], Workload("encrypt", units=60))
    bench.load(512)
    own_key = sim[1].under(sim[1].key_sizes[0]).get("own_key", 0)
    assert bench.row(512).cycles <= max(expected(sim[1], 512) + 2, own_key)
    (alone,) = bench.alone(512)
    assert alone.first_block < alone.cycles


def test_a_key_of_another_length_of_units(sim: tuple[SectorSim, SectorConfig]) -> None:
    """The length belongs to the key: the same slot takes units of another one after a load."""
    simulation, config = sim
    key, hash_key = key_of(config)
    scheme = scheme_of(config, key, hash_key)
    way = scheme.encrypt if config.encrypts("encrypt") else scheme.decrypt
    for size in (config.unit_limit, 16, 48):
        text = (bytes(size),)
        load = KeyLoad(0, key, size, hash_key)
        (result,) = simulation.run([load, WaitReady(0), Units(texts=text)]).commands
        assert result.cause is Cause.NONE
        assert result.text == way(bytes(16), text[0])


def test_an_error_ends_a_long_command(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Units that do not come are not waited for, and those of the next command do come.

    So also after a command whose number HCTR2-TwKD refuses.
    """
    simulation, config = sim
    key, hash_key = key_of(config)
    unit = Units(texts=(bytes(48),))
    events = [KeyLoad(0, key, 48, hash_key), WaitReady(0), replace(unit, number=64)]
    sent = [RawCommand(count=2**32 - 1, beats=beats_of(unit)), Units(texts=(bytes(48),) * 9)]
    odd, short, right = simulation.run([*events, *sent]).commands
    assert odd.cause is (Cause.TWEAK if config.mode == "hctr2-twkd" else Cause.NONE)
    assert short.cause is Cause.SHORT and len(short.text) == 48
    assert right.cause is Cause.NONE and len(right.text) == 9 * 48


@pytest.mark.parametrize("units", [(63,), (64,), (60, 4), (32, 32)])
def test_an_error_spares_later_commands(
    sim: tuple[SectorSim, SectorConfig], units: tuple[int, ...]
) -> None:
    """One in the last unit of a command, with the units of the next ones taken ahead of the data.

    Numbers of units are told apart modulo 64: the first command that must go on begins with the
    number of the one that ends.
    """
    simulation, config = sim
    key, hash_key = key_of(config)
    first, *between = ((bytes(16),) * count for count in units)
    *beats, last = beats_of(Units(texts=first))
    wrong = RawCommand(count=len(first), beats=(*beats, replace(last, abort=True)))
    right = [Units(texts=texts, number=9) for texts in (*between, (bytes(16),) * 20)]
    load = KeyLoad(0, key, 16, hash_key)
    rules, traffic = Rules(config), Traffic(axis_idle=230)
    result = rules.run_checked(simulation, [load, WaitReady(0), wrong, *right], traffic)
    causes = [command.cause for command in result.commands]
    assert causes == [Cause.ABORTED, *(Cause.NONE for _ in right)]


def test_statuses_may_wait(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Units of one block, whose statuses come as fast as they can, and are hardly taken."""
    simulation, config = sim
    key, hash_key = key_of(config)
    units = [Units(texts=(bytes(16),) * 4)] * 20
    events = [KeyLoad(0, key, 16, hash_key), WaitReady(0), *units]
    result = simulation.run(events, Traffic(status_stall=250))
    assert all(len(command.text) == 64 for command in result.commands)


def test_every_initial_state(sim: tuple[SectorSim, SectorConfig]) -> None:
    """After a reset, what registers held before does not matter."""
    simulation, config = sim
    key, hash_key = key_of(config)
    events: list[Event] = []
    for slot, size in ((0, 16), (1, 64)):
        events += [KeyLoad(slot, key, size, hash_key), WaitReady(slot)]
        events.append(Units(slot=slot, texts=(bytes(size),) * 2))
    wanted = [command.text for command in simulation.run(events).commands]
    assert all(wanted)
    for seed in range(2, 14):
        with SectorSim(config, seed=seed) as other:
            assert [command.text for command in other.run(events).commands] == wanted


@pytest.mark.parametrize("sim", ["xts"], indirect=True)
def test_halves_of_a_key_that_differ_in_a_bit(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Only equal halves are refused, and bits behind a short key do not count."""
    simulation, config = sim
    for bits in config.key_sizes:
        half = bytes(bits // 8)
        for bit in (0, 127, 128, 191, 192, 255):
            other = (1 << bit & (1 << bits) - 1).to_bytes(bits // 8, "little")
            (answer,) = simulation.run([KeyLoad(0, half + other, 16), Barrier()]).keys
            assert answer.cause is (KeyCause.LOADED if any(other) else KeyCause.EQUAL)


def stolen(key: bytes, number: int, text: bytes, *, encrypt: bool) -> bytes:
    """A unit under the XTS of OpenSSL."""
    cipher = Cipher(algorithms.AES(key), modes.XTS(number.to_bytes(16, "little")))
    way = cipher.encryptor() if encrypt else cipher.decryptor()
    return way.update(text) + way.finalize()


@pytest.mark.parametrize("sim", ["xts"], indirect=True)
def test_stealing(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Every tail behind one to three blocks, with and without a carry of each doubling of the
    tweak that the last two blocks need, in both directions."""
    simulation, config = sim
    key = bytes(range(32))
    tweaks = Cipher(algorithms.AES(key[16:]), modes.ECB()).encryptor()
    text = bytes(range(100, 164))
    for blocks in (1, 2, 3):
        numbers: dict[str, int] = {}  # by the bits that are carried, of the highest ones
        for number in range(1000):
            mask = int.from_bytes(tweaks.update(number.to_bytes(16, "little")), "little")
            numbers.setdefault(f"{mask:0128b}"[:blocks], number)
        assert len(numbers) == 2**blocks
        for tail in range(1, 16):
            size = 16 * blocks + tail
            sent = [
                Units(op=op, number=n, texts=(text[:size],))
                for n in numbers.values()
                for op in (0, 1)
            ]
            result = simulation.run([KeyLoad(0, key, size), WaitReady(0), *sent])
            for command, unit in zip(result.commands, sent, strict=True):
                wanted = stolen(
                    key,
                    unit.number,
                    text[:size],
                    encrypt=config.encrypts(("encrypt", "decrypt")[unit.op]),
                )
                assert command.text == wanted, (size, unit.number, unit.op)


@pytest.mark.parametrize("sim", ["xcb"], indirect=True)
def test_counters_of_xcb_carry(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Over 32 bits, and not beyond: S is E(first) plus a hash of the rest."""
    simulation, config = sim
    key, _ = key_of(config)
    scheme, rest = Xcb(key), bytes(range(128))
    k0, k1, *_ = scheme._keys()
    for low in (2**16 - 3, 2**24 - 3, 2**32 - 3):
        wanted = bytes(12) + low.to_bytes(4, "big")
        first = scheme.cipher(k0).decrypt(xor(wanted, scheme._hash(k1, rest, bytes(16))))
        events = [KeyLoad(0, key, 144), WaitReady(0), Units(texts=(first + rest,))]
        (result,) = simulation.run(events).commands
        assert result.text == scheme.encrypt(bytes(16), first + rest)


@pytest.mark.parametrize("sim", ["eme2"], indirect=True)
def test_masks_are_renewed(sim: tuple[SectorSim, SectorConfig]) -> None:
    """After every 128th block, be there a partial one behind the last or not."""
    blocks = (127, 128, 129, 255, 256, 257, 383, 384, 385)
    both_ways(*sim, [16 * n + tail for n in blocks for tail in (0, 1, 15)])


@pytest.mark.parametrize("limit", [2064, *nightly([2048, 2063, 2065])])
def test_masks_are_renewed_in_the_last_unit(limit: int) -> None:
    """A limit of 129 blocks is the least for which masks are renewed."""
    config = small("eme2", unit_limit=limit, buffer_blocks=256)
    with SectorSim(config) as simulation:
        both_ways(simulation, config, [2032, limit])


@pytest.mark.parametrize("sim", ["heh", "heh-fp"], indirect=True)
def test_every_length_of_heh(sim: tuple[SectorSim, SectorConfig]) -> None:
    """Every tail behind one to three blocks and behind the most that fit, in both directions."""
    sizes = [*range(16, 65), *range(sim[1].unit_limit - 17, sim[1].unit_limit + 1)]
    both_ways(*sim, [size for size in sizes if not (sim[1].scheme.whole and size % 16)])


def both_ways(simulation: SectorSim, config: SectorConfig, sizes: list[int]) -> None:
    """One unit of each size, in bytes, encrypted and decrypted."""
    key, hash_key = key_of(config)
    scheme = scheme_of(config, key, hash_key)
    for size in sizes:
        text = bytes(i % 251 for i in range(size))
        load = KeyLoad(0, key, size, hash_key)
        sent = [Units(op=op, number=size, texts=(text,)) for op in (0, 1)]
        sealed, opened = simulation.run([load, WaitReady(0), *sent]).commands
        assert sealed.text == scheme.encrypt(tweak_of(size), text)
        assert opened.text == scheme.decrypt(tweak_of(size), text)


# ---- by night -----------------------------------------------------------------------------------


@pytest.mark.parametrize("config", nightly(CORES), ids=lambda config: config.name)
def test_named_core(config: SectorConfig) -> None:
    """Known answers of every key size and length, and random traffic."""
    outcome = check.check_core(config, check.own_vectors(config))
    assert outcome.failures == [] and outcome.passed > 0
    assert set(outcome.skips) <= {
        f"{config.name} has no SM4",
        f"{config.name} refuses keys of two equal halves",
        *(f"{config.name} has no AES-{bits}" for bits in {*SIZES} - {*config.key_sizes}),
    }
    coverage = Coverage()
    for variant in variants(config):
        VERIFIER.random_run(variant, 2, 2000, coverage)
    assert coverage.missing() == []


@pytest.mark.nightly
def test_cavp() -> None:
    """All of NIST's vectors for XTS in whole bytes, in both directions."""
    config = core("xts")
    vectors, left = check.vectors_for(config, [], all_of_cavp=True)
    outcome = check.check_core(config, vectors, 1, left)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (2800, 0, left)


# ---- without a simulation -----------------------------------------------------------------------


def test_a_variant_takes_what_its_vectors_need() -> None:
    config = core("hctr")
    (vector, *_) = check.own_vectors(config)
    long = replace(vector, pt=bytes(5000), ct=bytes(5000), tweak=bytes(65))
    assert check.variant(config, [vector], "gcm") == config
    found = check.variant(config, [vector, long], "le")
    assert (found.unit_limit, found.tweak_limit, found.buffer_blocks) == (5000, 80, 512)
    assert found.bit_order == "le"


def test_vectors_that_cannot_be_run_have_a_reason() -> None:
    config = core("hctr", key_sizes=(128,))
    vector = replace(check.own_vectors(config)[-1], cipher="aes")
    reasons = {
        "has no sm4": replace(vector, cipher="sm4"),
        "has no hch": replace(vector, mode="hch"),
        "has no aes-256": replace(vector, key=bytes(32)),
    }
    for reason, changed in reasons.items():
        assert reason in (check.skip_reason(changed, config) or "").lower()
    equal = replace(vector, mode="xts", key=bytes(32))
    assert "two equal halves" in (check.skip_reason(equal, core("xts")) or "")


def test_a_file_is_run_as_far_as_it_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Others define XCB for tweaks of any length."""
    monkeypatch.setattr(check, "SectorSim", lambda *about, **more: nullcontext())
    monkeypatch.setattr(
        check, "check_vectors", lambda sim, config, run, seed: check.Outcome(passed=len(run))
    )
    file = json.loads((repo_root() / "tests/data/sector/xcb.json").read_text())
    whole = file["vectors"]
    odd = [{**whole[0], "tweak": "00" * length} for length in (0, 20, 31)]
    longer = {**whole[0], "tweak": "00" * 241}
    (tmp_path / "mixed.json").write_text(json.dumps({**file, "vectors": [*odd, *whole, longer]}))
    assert cli.main(["check", "sector-xcb", str(tmp_path / "mixed.json")]) == 0
    out = capsys.readouterr().out
    for length in (0, 20, 31):
        assert f"skipped 1: xcb: tweak of {length} bytes: it has 16" in out
    assert "takes tweaks of 240 bytes at most" in out
    assert f"{len(whole)} passed, 0 failed, 4 skipped" in out
    (tmp_path / "odd.json").write_text(json.dumps({**file, "vectors": odd}))
    assert cli.main(["check", "sector-xcb", str(tmp_path / "odd.json")]) == 1
    assert "none of the vectors is for this core" in capsys.readouterr().err


def test_files_of_cavp_by_name() -> None:
    """Each alone, and together with one of the project's own format."""
    folder = package_folder("cryptography_vectors", "cryptography_vectors") / "ciphers/AES/XTS"
    files = [str(path) for path in sorted(folder.rglob("*.rsp"))]
    json_file = str(repo_root() / "tests/data/sector/xcb.json")
    vectors, left = check.vectors_for(core("xts"), [*files, json_file], all_of_cavp=False)
    own, others = check.vectors_for(core("xts"), [], all_of_cavp=True)
    assert left == others > 0
    assert sorted(v.name for v in vectors if v.mode == "xts") == sorted(v.name for v in own)
    assert {vector.mode for vector in vectors} == {"xts", "xcb"}


def test_files_and_cavp_are_checked() -> None:
    with pytest.raises(UsageError, match="no such file"):
        check.vectors_for(core("hctr"), ["nowhere.json"], all_of_cavp=False)
    with pytest.raises(UsageError, match="--cavp is for XTS"):
        check.vectors_for(core("hctr"), [], all_of_cavp=True)


def test_workloads_of_the_command_line() -> None:
    from sealwright.families.sector.bench import workload

    options = {"count": 1, "units": 200, "slots": "alternate", "keys": "same", "op": None}
    config = core("tet", direction="forward")
    sizes, work = workload(config, 3, {**options, "sizes": None})
    assert (sizes, work) == ([512, 4096], default_work(config, 3))
    for wrong, text in (
        ({"op": "mixed"}, "has only encrypt"),
        ({"sizes": "520"}, "whole blocks"),
        ({"sizes": "8192"}, "from 16 to 4096"),
        ({"units": 0}, "must be 1 to 100000"),
    ):
        with pytest.raises(UsageError, match=text):
            workload(config, 1, {**options, "sizes": None, **wrong})
