# SPDX-License-Identifier: Apache-2.0
"""The packet harness, on the stub of each family, which breaks the protocol on request."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import resolve
from sealwright.cores.engine import KeyCause
from sealwright.tools.packet.events import Barrier, WaitReady, Zeroise
from sealwright.tools.traffic import Order, Traffic
from stubs import STUBS, Opened


@pytest.fixture(scope="module", params=STUBS, ids=str)
def built(request: pytest.FixtureRequest) -> Iterator[Opened]:
    with request.param.open(watchdog=400) as sim:
        yield Opened(request.param, sim)


@pytest.fixture
def core(built: Opened) -> Opened:
    built.sim.reset()
    return built


def test_codes_of_answers_to_keys() -> None:
    text = resolve("src/sealwright/tools/packet/records.h").read_text()
    listed = re.search(r"^enum KeyCause : uint32_t \{(.*?)\};", text, re.MULTILINE | re.DOTALL)
    assert listed
    assert re.findall(r"\bk(\w+)", listed[1]) == [
        cause.name.title().replace("_", "") for cause in sorted(KeyCause)
    ]
    assert "=" not in listed[1]
    assert [cause.value for cause in sorted(KeyCause)] == list(range(len(KeyCause)))


def test_a_run_can_be_replayed(core: Opened) -> None:
    def play(seed: int) -> list[tuple[int, ...]]:
        """All moments, from the run's start."""
        core.sim.reset()
        run = core.run(*core.load(1), *core.kind.commands(), traffic=Traffic.preset("bursty", seed))
        moments = map(core.kind.moments, core.kind.results(run))
        return [tuple(cycle - run.start for cycle in each) for each in moments]

    first, again, other = play(11), play(11), play(12)
    assert first == again
    assert [each[-1] - each[0] for each in first] != [each[-1] - each[0] for each in other]


@pytest.mark.parametrize(("order", "gap"), [(Order.DATA_LEADS, 30), (Order.DATA_LAGS, 30)])
def test_order_of_data_and_command(core: Opened, order: Order, gap: int) -> None:
    traffic = Traffic(order=order, gap=gap)
    results = core.results(*core.load(1), *core.kind.commands(), traffic=traffic)
    moments = [core.kind.moments(result) for result in results]
    # A stub takes data right after the command, so leading data shows as no extra wait.
    lag = 1 if order is Order.DATA_LEADS else gap + 1
    assert {each.first_in - each.accepted for each in moments} == {lag}
    assert all(later.accepted - each.accepted >= gap for each, later in pairwise(moments))


def test_idents_are_given_or_counted(core: Opened) -> None:
    commands = [core.kind.command(ident=ident) for ident in (0xBEEF, None, None)]
    given, second, third = (each.ident for each in core.results(*core.load(1), *commands))
    assert given == 0xBEEF and third == (second + 1) & 0xFFFF


def test_a_barrier_separates(core: Opened) -> None:
    events = [core.kind.command(text=b"t" * 99), Barrier(), core.kind.command()]
    first, second = map(core.kind.moments, core.results(*core.load(1), *events))
    assert first.status < min(second.first_in, second.accepted)


@pytest.mark.parametrize(
    ("pulse", "causes"),
    [
        (Zeroise(beats=3), ["ZEROISED", "SLOT"]),
        (Zeroise(cycles=4, pulse=3), ["ZEROISED", "SLOT"]),
        (Zeroise(beats=1000), ["NONE", "ZEROISED"]),  # the last packet has not ended
    ],
)
def test_zeroise(core: Opened, pulse: Zeroise, causes: list[str]) -> None:
    command = core.kind.command(text=b"t" * 160)
    events = [command, pulse, command, Barrier(), core.kind.command()]
    found = [result.cause.name for result in core.results(*core.load(1), *events)]
    assert found == [*causes, "SLOT"]


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (1, "m_axis: valid fell while stalled"),
        (2, "m_axis: tkeep fffd not contiguous"),
        (3, "{bad_section}"),
        (4, r"m_status: id \d+ instead of \d+"),
        (5, r"stuck: .*{word} 0 \(id \d+\) has no status; busy"),
        (6, r"assertion failed: {top}\.sv:\d+"),
        (7, "m_status: a status without a command"),
        (8, "busy_o low with a {word} in flight"),
        (9, r"id \d+: the status passes, but the packet is aborted"),
        (10, "m_axis: payload changed while stalled"),
        (11, r"m_axis: byte \d+ outside tkeep [0-9a-f]{4} is not zero"),
        (12, "m_status: cause 15 is unknown"),
        (13, r"stuck: .*has no end of packet and no status; busy"),
        (14, "{bad_end}"),
    ],
)
def test_faults_are_seen(core: Opened, fault: int, text: str) -> None:
    kind = core.kind
    for name in ("word", "top", "bad_section", "bad_end"):
        text = text.replace(f"{{{name}}}", getattr(kind, name))
    events = [*core.load(1, fault), *kind.commands(), kind.command(slot=3, text=b"no key")]
    result = core.run(*events, traffic=Traffic.preset("stall", 5), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (15, "m_key: an answer to no key"),
        (16, "m_key: slot 0 instead of 1"),
        (17, "stuck: .*1 of 1 keys accepted, 0 of 1 answered; busy"),
        (18, "m_key: valid fell while stalled"),
        (20, "busy_o low with a key that has no answer"),
        (21, "m_key: payload changed while stalled"),
        (22, "m_key: slot 1 has its key but is not ready"),
    ],
)
def test_faults_of_answers_are_seen(core: Opened, fault: int, text: str) -> None:
    traffic = Traffic(key_stall=240)
    result = core.run(core.kind.key(1, fault), Barrier(), traffic=traffic, strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (23, "m_axis: valid while zeroise_i is high"),
        (24, "slot_ready_o: a slot is ready while zeroise_i is high"),
        (25, "m_axis: data of a command that zeroise_i ended"),
    ],
)
def test_faults_of_a_zeroise_are_seen(core: Opened, fault: int, text: str) -> None:
    zeroise = Zeroise(beats=6, pulse=9)
    events = [*core.load(1, fault), core.kind.command(text=b"t" * 320), zeroise, Barrier()]
    result = core.run(*events, traffic=Traffic(seed=3, axis_stall=160), strict=False)
    assert re.match(rf"cycle \d+: {text}", result.violations[0])


def test_an_answer_during_a_zeroise_is_seen(core: Opened) -> None:
    events = [core.kind.key(1, 26), Zeroise(cycles=9), Barrier()]
    result = core.run(*events, traffic=Traffic(key_stall=255, burst=99), strict=False)
    assert re.match(r"cycle \d+: m_key: valid while zeroise_i is high", result.violations[0])


def test_answers_to_keys(core: Opened) -> None:
    """Each accepted key has one, after its acceptance, however long it waits to be taken."""
    keys = [core.kind.key(slot) for slot in (1, 3, 2)]
    for traffic in (Traffic(), Traffic(key_stall=240, burst=9)):
        found = core.run(*keys, Barrier(), traffic=traffic).keys
        assert [(key.slot, key.cause) for key in found] == [
            (slot, KeyCause.LOADED) for slot in (1, 3, 2)
        ]
        assert all(key.offered <= key.accepted < key.ready <= key.answered for key in found)


def test_a_broken_run_raises_and_wants_a_reset(core: Opened) -> None:
    command = core.kind.command()
    with pytest.raises(CheckFailed, match=r"seed 1, Traffic.*\): .*stuck: nothing moved for 400"):
        core.run(*core.load(1, 5), command)
    with pytest.raises(UsageError, match="reset"):
        core.run()
    core.sim.reset()
    (result,) = core.results(*core.load(1), command)
    assert result.cause.name == "NONE"


def test_watchdog_names_the_slot(core: Opened) -> None:
    with pytest.raises(CheckFailed, match=r"0 of 2 events passed \(slot not ready\)"):
        core.run(WaitReady(2), core.kind.command(slot=2))


def test_bad_events(core: Opened) -> None:
    kind = core.kind
    beat = kind.events.Beat(bytes(17), kind.events.Section.TEXT, last=True)
    for event, text in [
        (kind.command(slot=16), "slot must be 0 to 15"),
        (kind.raw(), f"a raw {kind.word} must end with a last beat"),
        (kind.raw(beat), "at most 16 bytes"),
        (Zeroise(beats=1, cycles=1), "not both"),
    ]:
        with pytest.raises(UsageError, match=text):
            core.run(event)


def test_bad_traffic() -> None:
    with pytest.raises(UsageError, match="there are full, idle, stall, both, bursty"):
        Traffic.preset("storm")
    with pytest.raises(UsageError, match="axis_stall is a probability"):
        Traffic(axis_stall=256)
    with pytest.raises(UsageError, match="burst"):
        Traffic(burst=0)


def test_no_waveform_unless_built_for_it(core: Opened, tmp_path: Path) -> None:
    name = type(core.sim).__name__
    with pytest.raises(UsageError, match=rf"{name}\(\.\.\., trace=True\)"):
        core.sim.trace(tmp_path / "none.vcd")


def test_waveform(tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    kind = STUBS[0]
    with kind.open(trace=True) as sim:
        sim.trace(path, delay=2, cycles=20)
        sim.run([*Opened(kind, sim).load(1), *kind.commands()])
    text = path.read_text()
    times = [int(time) for time in re.findall(r"^#(\d+)$", text, re.MULTILINE)]
    assert "m_axis_tdata" in text and 190 <= times[-1] - times[0] <= 200


# A run that records into a full disk, without its last line.
FULL = "/dev/full: No space left on device, for a waveform; set TMPDIR to another folder"
INTO_FULL = """
from pathlib import Path
from stubs import STUBS, Opened
from sealwright.base.errors import UsageError
stub = STUBS[0]
try:
    with stub.open(trace=True) as sim:
        sim.trace(Path("/dev/full"))
        {}
except (UsageError, RuntimeError) as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("sim.run([*Opened(stub, sim).load(1), *stub.commands()])", FULL),
        ("pass", FULL),  # what is written at the end
        ("sim.trace(Path('/dev/null'))", FULL),
        ("raise RuntimeError('before')", "before"),
    ],
)
def test_a_waveform_on_a_full_disk(last: str, said: str) -> None:
    """In a process of its own, with a limit: otherwise the simulation hangs, or ends it."""
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    command = [sys.executable, "-c", INTO_FULL.format(last)]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, timeout=60, check=True)
    assert done.stdout.decode() == f"{said}\n"


def test_a_waveform_that_cannot_be_opened(tmp_path: Path) -> None:
    with STUBS[0].open(trace=True) as sim:
        said = f"^{tmp_path}/none/wave.vcd: No such file or directory, for a waveform$"
        with pytest.raises(UsageError, match=said):
            sim.trace(tmp_path / "none/wave.vcd")
    with STUBS[0].open(trace=True) as sim:
        sim.trace(tmp_path / "wave.vcd")
    assert (tmp_path / "wave.vcd").stat().st_size > 1000


def test_two_simulations_side_by_side() -> None:
    kind = STUBS[0]
    with kind.open() as one, kind.open(slots=16, seed=9) as other:
        for run in range(2):
            for each, slot in ((one, 3), (other, 15)):
                events = Opened(kind, each).load(slot) if run == 0 else []
                (result,) = each.run([*events, kind.command(slot, b"t")]).messages
                assert result.passed
