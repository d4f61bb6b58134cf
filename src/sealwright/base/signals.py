# SPDX-License-Identifier: Apache-2.0
"""The end of a command by a signal: one line, and neither processes nor scratch files are left.

Only the main thread hears signals. So whatever takes long in C runs in another one, and nothing
that another thread is waiting for can delay the end.

A signal may come when a temporary file has just been created and no variable knows it yet. So the
names are noted when Python announces them (by an audit event), which is before it creates them.
"""

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

ENDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
_MOMENT = 0.02  # seconds in which a process that is being started appears
_PATIENCE = 25  # such moments before processes are killed
_CREATIONS = ("tempfile.mkstemp", "tempfile.mkdtemp")  # each with a name that will be tried

_scratch: set[str] = set()  # names under which this process has created something, or soon will
_ending = False  # other threads go on until the process ends, but start and create nothing


def end_on_signals(program: str) -> None:
    """From now on these signals end the process; those that its caller ignores stay ignored."""
    import ctypes  # here: nothing else in this layer needs it

    def end(number: int, frame: FrameType | None) -> NoReturn:
        global _ending
        for each in ENDS:
            signal.signal(each, signal.SIG_IGN)
        if sys.stderr is not None:
            with suppress(OSError):  # not by `print`, which this may have interrupted
                os.write(2, f"{program}: {ENDS[signal.Signals(number)]}\n".encode())
        _ending = True
        _end_descendants()
        for name in list(_scratch):
            with suppress(OSError):
                _remove(Path(name))
        os._exit(128 + number)

    sys.addaudithook(_note)
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)  # orphans become children, and are found
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, end)


def _end_descendants() -> None:
    """Ends every process that this one has started, with all that those have started."""
    for attempt in range(10 * _PATIENCE):
        time.sleep(_MOMENT)
        living = _descendants()
        if not living:
            return
        for process in living:  # politely at first: a compiler then removes its own scratch
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM if attempt < _PATIENCE else signal.SIGKILL)


def _note(event: str, about: tuple[object, ...]) -> None:
    """Notes what is going to be a temporary file or folder; refuses it when the end has begun."""
    if _ending and (event == "subprocess.Popen" or event in _CREATIONS):
        raise ProcessLookupError("the command has been ended")
    if event in _CREATIONS:
        _scratch.add(str(about[0]))


def _remove(path: Path) -> None:
    """Removes a file or folder, if it is still there; other threads may yet write to the folder."""
    for _ in range(_PATIENCE):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        if not path.exists():
            return


def _descendants() -> set[int]:
    """The living processes below this one."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            if state not in ("Z", "X"):
                parents[int(path.parent.name)] = int(parent)
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}
