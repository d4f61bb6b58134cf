# SPDX-License-Identifier: Apache-2.0
"""Commands that a signal ends: at once, with one line, and nothing is left of them."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sealwright.base.files import repo_root

TIME = 600  # seconds in which everything happens, however loaded the machine is
ENDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}

# Half a file, and builds in threads, more of them than run at a time; each has a child and an
# orphan, and both end only by force.
BUILDS = """
import subprocess
from concurrent.futures import ThreadPoolExecutor
from sealwright.base import store
from sealwright.base.signals import end_on_signals
from sealwright.base.streams import output_stream

SLEEP = "echo $BASHPID >> ../../pids; exec sleep 3600"
SCRIPT = f'trap "" TERM; (({SLEEP}) &); {SLEEP}'
end_on_signals("sealwright")
with output_stream("out") as out, ThreadPoolExecutor(2) as pool:
    out.write(b"half")
    def make(folder):
        subprocess.run(["bash", "-c", SCRIPT], cwd=folder.parent, check=True)
    list(pool.map(lambda key: store.entry("kind", key, make), "abcdef"))
"""

# An output or an entry of the cache, and a signal in the moment in which its scratch is created.
CREATES = """
import os, sys
from sealwright.base import store
from sealwright.base.signals import end_on_signals
from sealwright.base.streams import output_stream

function, number = sys.argv[1], int(sys.argv[2])
create = getattr(os, function)

def interrupted(path, *others, **named):
    made = create(path, *others, **named)
    if os.path.basename(path).startswith((".out.", ".key.")) and not path.endswith(".lock"):
        print(path, flush=True)
        os.kill(os.getpid(), number)
    return made

end_on_signals("sealwright")
setattr(os, function, interrupted)
if function == "open":
    with output_stream("out"):
        pass
store.entry("kind", "key", lambda folder: None)
"""

# Threads that never stop making folders and writing into them, and one that ends the process
MAKE_FOLDERS = """
import os, signal, tempfile, threading
from contextlib import suppress
from pathlib import Path
from sealwright.base.signals import end_on_signals

def make():
    for n in range(10**9):
        with suppress(OSError), tempfile.TemporaryDirectory(dir=".") as name:
            for i in range(20):
                Path(name, str(i)).touch()
            if n == 3:
                os.kill(os.getpid(), signal.SIGTERM)

end_on_signals("sealwright")
for _ in range(3):
    threading.Thread(target=make).start()
signal.pause()
"""

# What other threads try while the process ends: its end must not have to look for all of it.
TRIES = """
import os, signal, tempfile
from contextlib import suppress
from sealwright.base import signals

def meanwhile():
    for _ in range(100):
        with suppress(OSError):
            tempfile.mkdtemp(dir=".")
    print(len(signals._scratch), flush=True)

signals._end_descendants = meanwhile
signals.end_on_signals("sealwright")
tempfile.mkdtemp(dir=".")
os.kill(os.getpid(), signal.SIGTERM)
"""

# A core that waits for a key, for hours.
WAITS = """
import signal
from sealwright.base.signals import end_on_signals
from sealwright.families.message.sim import WaitReady
from sealwright.tools import simulation
from stubs import GcmStub

end_on_signals("sealwright")
signal.alarm(600)  # if all else fails
simulation._REPORT_SECONDS = 0.1
with GcmStub().open(watchdog=2**31) as sim:
    sim.run([WaitReady(1)])
"""


def started(*arguments: str, ignored: int = 0, **options: str) -> subprocess.Popen[str]:
    """A Python process that finds the toolkit and the modules of the tests.

    It ignores one signal, or none: not those that this process was told to ignore.
    """

    def inherit() -> None:
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

    path = os.pathsep.join([str(repo_root() / "src"), str(repo_root() / "tests")])
    env = {**os.environ, "PYTHONPATH": path, **options}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        env=env,
        preexec_fn=inherit,
    )


def wait_for(happened: Callable[[], object]) -> None:
    """Until it has happened."""
    end = time.monotonic() + TIME
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


def ended(process: subprocess.Popen[str], number: signal.Signals) -> list[str]:
    """Ends it by a signal; the lines that it wrote to standard error."""
    process.send_signal(number)
    out, err = process.communicate(timeout=TIME)
    assert (process.returncode, out) == (128 + number, "")
    return err.splitlines()


def alive(pid: str) -> bool:
    """Whether there is such a process; one that has ended may still wait for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("number", ENDS)
def test_nothing_is_left(number: signal.Signals, here: Path) -> None:
    pids, before = here / "pids", set(here.iterdir())
    process = started("-c", BUILDS, SEALWRIGHT_CACHE=str(here / "cache"))
    wait_for(lambda: pids.exists() and len(pids.read_text().splitlines()) == 4)
    assert ended(process, number) == [f"sealwright: {ENDS[number]}"]
    assert len(pids.read_text().splitlines()) == 4, "another child was started"
    assert not any(map(alive, pids.read_text().split()))
    assert set(here.iterdir()) - before == {pids, here / "cache"}
    assert not [path for path in (here / "cache" / "kind").iterdir() if path.is_dir()]


@pytest.mark.parametrize("number", ENDS)
def test_every_command_ends(number: signal.Signals, here: Path) -> None:
    """Here one that waits for its input."""
    before = set(here.iterdir())
    process = started("-m", "sealwright.cli", "seal", "gcm-default", "-", "out", "--key", "0" * 32)
    wait_for(lambda: set(here.iterdir()) > before)
    assert ended(process, number) == [f"sealwright: {ENDS[number]}"]
    assert set(here.iterdir()) == before


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("function", ["open", "mkdir"])
def test_a_signal_when_something_has_just_been_created(
    number: signal.Signals, function: str, here: Path
) -> None:
    before = set(here.iterdir())
    process = started("-c", CREATES, function, str(int(number)), SEALWRIGHT_CACHE="cache")
    out, err = process.communicate(timeout=TIME)
    assert (process.returncode, err) == (128 + number, f"sealwright: {ENDS[number]}\n")
    (created,) = out.splitlines()
    assert not Path(created).exists()
    assert set(here.iterdir()) - before <= {here / "cache"}


def test_threads_that_go_on_leave_nothing(here: Path) -> None:
    before = set(here.iterdir())
    process = started("-c", MAKE_FOLDERS)
    assert process.communicate(timeout=TIME) == ("", "sealwright: terminated\n")
    assert set(here.iterdir()) == before


def test_what_is_tried_after_the_end_is_not_noted(here: Path) -> None:
    """Such names were millions, and each was looked for."""
    before = set(here.iterdir())
    process = started("-c", TRIES)
    assert process.communicate(timeout=TIME) == ("1\n", "sealwright: terminated\n")
    assert set(here.iterdir()) == before


def test_lint_ends(here: Path) -> None:
    """A module that is run by itself, with tools under way."""
    process = started("-m", "sealwright.synth.lint", SEALWRIGHT_CACHE=str(here / "cache"))
    wait_for(lambda: Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())
    assert ended(process, signal.SIGINT)[-1] == "lint: interrupted"


def test_an_interrupt_while_modules_are_imported() -> None:
    """It comes when the first of them is looked for."""
    lines = """
        import os, signal, sys
        from sealwright.start import main
        class Interrupts:
            def find_spec(self, name, path, target=None):
                if name == "sealwright.cli":
                    os.kill(os.getpid(), signal.SIGINT)
        sys.meta_path.insert(0, Interrupts())
        main()
    """
    process = started("-c", textwrap.dedent(lines))
    assert process.communicate(timeout=TIME) == ("", "")
    assert process.returncode == -signal.SIGINT


def test_what_the_caller_ignores_stays_ignored(here: Path) -> None:
    words = ("seal", "gcm-default", "-", "out", "--key", "0")
    process = started("-m", "sealwright.cli", *words, ignored=signal.SIGHUP)  # as by nohup
    process.send_signal(signal.SIGHUP)
    assert (
        process.communicate(timeout=TIME)[1]
        == "sealwright: --key: odd number of hexadecimal digits (1)\n"
    )


def test_a_simulation_ends_and_tells_how_far_it_is(here: Path) -> None:
    process = started("-c", WAITS)
    assert process.stderr is not None
    words = ""
    while not words.startswith("simulating: "):
        words = process.stderr.readline()
        assert words
    assert words.endswith(" cycles\n")
    assert ended(process, signal.SIGINT)[-1] == "sealwright: interrupted"
