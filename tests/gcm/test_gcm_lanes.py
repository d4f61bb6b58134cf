# SPDX-License-Identifier: Apache-2.0
"""GCM cores of 2, 4 and 8 blocks per cycle."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from corners import FAST
from elaboration import refusal
from knob_values import array, first_of, name_of, values_of
from message_rows import FilledSim, agrees
from quick_aes import ROUNDS, SBOXES, by_night, quick, stubs
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root
from sealwright.families import load_core
from sealwright.families.message import check
from sealwright.families.message.bench import SIZES, Bench, Workload, missed
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.lanes import LANES, GcmLanesConfig
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import (
    Barrier,
    Event,
    KeyLoad,
    Message,
    MessageSim,
    WaitReady,
)
from sealwright.model.vectors import cavp, wycheproof
from sealwright.report.interface import interface
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import PRESETS, Order, Traffic

LIMITED: Final = {**LIMITS, "store_beats": STORE_BEATS}
VALUES = values_of(GcmLanesConfig, **LIMITED)
VALUES["store_beats"] = [0, STORE_BEATS, 100]
VALUES["message_limit"].remove(0)  # which seals no vector
VALUES["mult_halt"].sort()  # a legal row is looked for from the first values on
ROWS: Final[dict[int, dict[str, Any]]] = {
    2: {"release": "store", "key_busy": "refuse", "iv_lengths": "12", "mult_stages": 1},
    4: {"release": "cut-through", "slots": 4, "round_stages": 1, "mult_stages": 3},
    8: {"release": "cut-through", "slots": 2, "round_stages": 2, "mult_stages": 2},
}


def row(lanes: int) -> dict[str, Any]:
    """With limits that are reached, and otherwise any values."""
    own = {"lanes": lanes, "sbox": "table", "multiplier": "partial-product", **LIMITS}
    values = VALUES | {name: [value] for name, value in {**own, **ROWS[lanes]}.items()}
    (found,) = first_of(array(GcmLanesConfig, values), 1)
    return found


@pytest.fixture(scope="module", autouse=True)
def quick_parts(request: pytest.FixtureRequest) -> Iterator[None]:
    """By day, cores with tables or memories as S-boxes have stubs of rounds."""
    with stubs(() if by_night(request) else ROUNDS, "table", "bram"):
        yield


def lanes(number: int, **knobs: Any) -> GcmLanesConfig:
    config = load_core(f"gcm-lanes{number}", {**FAST, "round_stages": 1, **knobs})
    assert isinstance(config, GcmLanesConfig)
    return config


DAY: Final = [row(2), row(4)]


class WithPauses(GcmLanesConfig):
    """A core that gets beats without a block between those of messages."""

    @property
    def top(self) -> str:
        return "seal_gcm_lanes_pauses"

    def files(self) -> list[str]:
        core = GcmLanesConfig.from_knobs(self.name, self.summary, self.knobs())
        return [*core.files(), f"tests/data/sv/{self.top}.sv"]


@pytest.mark.parametrize(
    "row", [*DAY, *nightly([row(8), *array(GcmLanesConfig, VALUES)])], ids=name_of
)
def test_core(row: dict[str, Any]) -> None:
    """Vectors, and every cell of the table of random traffic, on any lane."""
    kind = WithPauses if row["lanes"] == 2 else GcmLanesConfig
    agrees(kind.from_knobs(name_of(row), "", row))


@pytest.mark.parametrize(("number", "step"), [(4, 14), *nightly([(4, 1), (2, 5), (8, 5)])])
def test_cavp_and_wycheproof(number: int, step: int) -> None:
    """NIST's vectors and Wycheproof's, shuffled together, without a reset.

    CAVP has 15 for each combination of lengths: of every 14, one is of each.
    """
    vectors = cavp()[::step] + wycheproof()
    outcome = check.check_core(lanes(number), vectors)
    assert outcome.failures == []
    assert outcome.counts() == {"passed": len(vectors), "failed": 0, "skipped": 0}


def test_nothing_is_said_at_power_up(capfd: pytest.CaptureFixture[str]) -> None:
    """Any state in front of the first reset is none that an assertion is about."""
    for seed in range(1, 9):
        MessageSim(lanes(4), seed=seed).close()
    assert "Assertion" not in "".join(capfd.readouterr())


# What builds soonest; all of `row(8)` is *nightly*
EIGHT: Final = {"key_sizes": [128], "slots": 2, "mult_stages": 1}


def test_eight_lanes() -> None:
    """Beats of which all lanes are of one message, and random traffic; all cells are *nightly*."""
    limits = {name: value for name, value in LIMITS.items() if name != "message_limit"}
    config = lanes(8, **EIGHT, **limits)
    found = Bench(config, Workload(messages=60, op="mixed", aad=130)).row(1000)
    assert found.cycles <= config.cost(1000, 130) + 1 / 60
    source, rules = RandomTraffic(config, 1), Rules(config)
    with FilledSim(config) as sim:
        for number, preset in enumerate(PRESETS):
            rules.run_checked(sim, source.batch(40), Traffic.preset(preset, number))


@pytest.mark.parametrize("number", LANES)
@pytest.mark.parametrize("stages", [1, 4, 8])
def test_formulas_are_those_of_the_rtl(number: int, stages: int) -> None:
    """Commands, ends, latencies and sizes: the parameters that the modules get."""
    config = lanes(number, mult_stages=stages)
    figures = config.figures()
    outside = interface(config)
    local = {p.name: p.value for p in outside.parameters if p.local}
    names = {"Commands": "commands", "Ends": "ends", "AesLatency": "aes", "HashLatency": "hash"}
    names |= {"Loop": "loop", "Depth": "entries", "Messages": "messages", "SweepCycles": "zeroise"}
    assert {name: local[name] for name in names} == {k: figures[v] for k, v in names.items()}
    widths = {port.name: port.width for port in outside.ports}
    assert widths["s_cmd_iv"] == 96 * figures["commands"]
    assert widths["m_status_id"] == config.id_width * figures["ends"]


@pytest.mark.parametrize("number", [2, *nightly([4, 8])])
def test_a_zeroise_lasts_for_each_word_of_a_deep_store(number: int) -> None:
    """Of each bank one word is cleared in a cycle, and there are more than of anything else."""
    config = lanes(number, release="store", store_beats=2048)
    local = {p.name: p.value for p in interface(config).parameters if p.local}
    assert local["SweepCycles"] == config.figures()["zeroise"] > 2048 // number > local["Messages"]


# ---- speed --------------------------------------------------------------------------------------

WORKLOADS: Final = {
    "sealing": Workload(messages=150),
    "opening": Workload(messages=150, op="open", aad=20),
    "mixed": Workload(messages=150, op="mixed", aad=13, slots="random", keys="mixed"),
}
SHORT: Final = ((64, 1), (64, 0), (64, 1, 1), (1, 17), (17, 1, 33), (1, 96))
BENCHED: Final = [4, *nightly([2, 8])]


def test_bench_allows_a_beat_in_all_messages_and_no_more() -> None:
    """Part of a beat at each end: less than one cycle of all."""
    config, messages = load_core("gcm-lanes4"), 100
    assert isinstance(config, GcmLanesConfig)
    mix = {"cycles_out": 125, "expected": 125}
    for late, count in ((0.9, 0), (1.2, 1)):
        row = {"size": 64, "aad": 0, "expected": 1.25, "cycles": 1.25 + late / messages}
        work = {"messages": messages, "aligned": False}
        assert len(missed(config, {"workload": work, "results": [row], "mix": mix})) == count


@pytest.fixture(scope="module", params=BENCHED)
def core(request: pytest.FixtureRequest) -> GcmLanesConfig:
    return lanes(request.param)


@pytest.mark.parametrize("name", WORKLOADS)
def test_no_lane_is_idle_at_any_size(core: GcmLanesConfig, name: str) -> None:
    """n + a + 1 blocks' time; the first and the last beat of all may be part full."""
    work = WORKLOADS[name]
    bench = Bench(core, work)
    for size in (size for size in SIZES if size <= 1500):
        found = bench.row(size)
        assert found.cycles <= core.cost(size, work.aad) + 1 / work.messages, found


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_random_mix_costs_the_sum(core: GcmLanesConfig, name: str) -> None:
    """Of sizes of which no more begin in a cycle than may: on eight lanes from 33 bytes on."""
    work = WORKLOADS[name]
    least = 33 if core.lanes == 8 else 1
    mix = Bench(core, work).mix([size for size in SIZES if least <= size <= 1500])
    assert abs(mix.cycles_in - mix.expected) <= 2 + 1500 // 16 // core.lanes
    assert abs(mix.cycles_out - mix.expected) <= 2


@pytest.mark.parametrize("sizes", SHORT, ids=str)
def test_short_messages_between_longer_ones_cost_the_sum(
    core: GcmLanesConfig, sizes: Sequence[int]
) -> None:
    """Those of two blocks, which may begin and end in one cycle with others."""
    bench = Bench(core, Workload(messages=300))
    sent = [bench.message(i, sizes[i % len(sizes)]) for i in range(300)]
    stamps = [result.stamps for result in bench.play(sent)]
    wanted = sum(core.cost(len(each.text), 0) for each in sent[100:])
    assert stamps[-1].last_out - stamps[99].last_out <= wanted + 1


def test_a_key_load_costs_one_cycle(core: GcmLanesConfig) -> None:
    found = Bench(core, Workload(slots="random")).load()
    assert found is not None and 0 <= found.lost <= 1 and found.ready <= found.ready_bound


@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies_are_bounded_by_the_formulas(core: GcmLanesConfig, op: str) -> None:
    """The hash waits for fewer cycles for the end of a message that has fewer beats than stages."""
    found, formula = Bench(core, Workload(op=op)).latency(), core.latency(opening=op == "open")
    in_one_beat = op == "open" and core.lanes == 8  # its last block waits for the verdict
    assert found["first_beat"] == formula["first_beat"] or in_one_beat
    assert formula["verdict"] - core.mult_stages <= found["verdict"] <= formula["verdict"]


def test_key_loads_take_the_time_of_the_formula(core: GcmLanesConfig) -> None:
    with MessageSim(core) as sim:
        for size in (16, 24, 32):
            (key,) = sim.run([KeyLoad(1, bytes(size), 4), WaitReady(1)]).keys
            assert key.ready - key.accepted == core.load_cycles(8 * size)


def test_short_messages_lie_side_by_side(core: GcmLanesConfig) -> None:
    """In a beat of the output there are segments of several messages, none of them empty."""
    sent = [Message(slot=0, text=bytes([n] * 20)) for n in range(60)]
    with MessageSim(core) as sim:
        found = sim.run([KeyLoad(0, bytes(16)), *sent, Barrier()]).messages
    assert all(each.passed for each in found)
    cycles = [cycle for each in found[20:] for cycle in each.packet.cycles]
    assert len(set(cycles)) <= 40 * core.cost(20, 0) + 2  # on eight lanes two begin in a cycle


def test_empty_messages_behind_an_iv_that_is_hashed(core: GcmLanesConfig) -> None:
    """Each is a single request, and they fill all queues while they wait for the hash: as many
    as there ever are of messages that need their IVs, whose addresses must differ."""
    load = KeyLoad(0, bytes(range(16)))
    empty = [Message(slot=0, iv=bytes([n]) * 12) for n in range(12 * core.lanes)]
    sent: list[Event] = [load, WaitReady(0)]
    for size in range(1, 12):
        hashed = Message(slot=0, iv=bytes(16 * size + 1), iv_in_data=True)
        sent += [hashed, *empty[size:]]  # from other addresses on each time
    for traffic in (Traffic(), Traffic(order=Order.DATA_LAGS, gap=40)):
        with MessageSim(core) as sim:
            Rules(core).run_checked(sim, [*sent, Barrier()], traffic)


# ---- zeroise ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "own"),
    [
        (2, {"Slots": 3, "MultStages": 2, "RoundStages": 1}),
        *nightly([(4, {"Slots": 16, "MultStages": 3}), (4, {"Store": 1, "StoreBeats": 32})]),
        *nightly([(8, {"Slots": 2, "MultStages": 1, "RoundStages": 1})]),
        *nightly([(2, {"Store": 1, "StoreBeats": 2048, "MultStages": 2, "RoundStages": 1})]),
    ],
)
def test_nothing_is_left_of_a_secret(number: int, own: dict[str, int]) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    params = {"Lanes": number, "KeySizes": 1, "Sbox": 0, "MultKind": 2, "MultHalt": 1, **own}
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES + ROUNDS)
    folder = repo_root() / "tb" / "gcm_pair"
    run_bench("seal_gcm_lanes", files, folder, "test_gcm_pair", params, inside=True)


# ---- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"Lanes": 3}, "Lanes must be 2, 4 or 8"),
        ({"Lanes": 1}, "Lanes must be 2, 4 or 8"),
        ({"MultKind": 16}, "MultKind must be 0 to 11, 13 or 14"),
        ({"Store": 1, "StoreBeats": 7}, "StoreBeats must be 2 Lanes or more"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = lanes(4)
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_gcm_lanes: {re.escape(message)}", found)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"lanes": 3}, "must be 2, 4 or 8"),
        ({"release": "store", "store_beats": 7}, "must be 8 or more with that many lanes"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_core("gcm-lanes4", knobs)


def test_stream_says_what_comes_in_a_cycle() -> None:
    stream = replace(lanes(8), lanes=8).stream
    assert (stream.lanes, stream.beat_bytes, stream.commands, stream.statuses) == (8, 128, 2, 3)
