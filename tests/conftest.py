# SPDX-License-Identifier: Apache-2.0
"""How tests are spread, resumed and timed, and what the tests of the command line work on."""

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealwright import cli
from sealwright.tools.simulation import Simulation

KEY = bytes(range(16)).hex()
TEXT = bytes(i * 7 & 0xFF for i in range(1000))


@pytest.fixture(scope="session", autouse=True)
def resets_are_watched() -> Iterator[None]:
    """What a harness sees in a reset fails a test, as what it sees in a run.

    The first one, of the constructor, is left out: registers without a reset have any value then.
    Here and not in Simulation, where it would make every benchmark's result old.
    """
    reset = Simulation.reset

    def watched(self: Simulation) -> None:
        reset(self)
        self._refuse(len(self._report()), "in a reset")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simulation, "reset", watched)
        yield


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a file, an AAD and a key file."""
    monkeypatch.chdir(tmp_path)
    Path("plain").write_bytes(TEXT)
    Path("aad").write_bytes(b"name of the file")
    Path("key").write_text(KEY + "\n")
    Path("digits").write_text('{"mode": ' + "9" * 5000 + "}")
    return tmp_path


@pytest.fixture
def sealed(here: Path) -> Path:
    """The file as a container of ten chunks."""
    assert cli.main(["seal", "gcm-default", "plain", "sealed", "--key", KEY, "--chunk", "100"]) == 0
    return here / "sealed"


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "leave out the tests that this file lists, and list in it those that pass"
    parser.addoption("--passed", metavar="FILE", help=text)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("passed"):
        config.pluginmanager.register(Resumed(config))


class Resumed:
    """A run that was stopped continues from there."""

    def __init__(self, config: pytest.Config) -> None:
        self.path = Path(config.getoption("passed"))
        self.before = set(self.path.read_text().splitlines())
        self.writes = not hasattr(config, "workerinput")  # the process with all reports
        self.called: set[str] = set()  # whose call passed; the teardown is still to come

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        done = [item for item in items if item.nodeid in self.before]
        config.hook.pytest_deselected(items=done)
        items[:] = [item for item in items if item.nodeid not in self.before]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self.writes or not report.passed:
            return
        if report.when == "call":
            self.called.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid in self.called:
            with self.path.open("a") as out:
                out.write(report.nodeid.partition("@")[0] + "\n")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests on one simulation stay on one worker: the other does not wait for its build."""
    for item in items:
        if isinstance(item, pytest.Function):
            wanted = item._fixtureinfo.name2fixturedefs.items()
            shared = [name for name, found in wanted if found[-1].scope == "module"]
            shared = [name for name in shared if name != "quick_parts"]  # makes no simulation
            if shared:
                params = item.callspec.params if hasattr(item, "callspec") else {}
                choice = [str(params[name]) for name in shared if name in params]
                group = "-".join([item.path.stem, *shared, *choice])
                item.add_marker(pytest.mark.xdist_group(group))


def cpu_seconds() -> float:
    """Of this process, and of all those that it has started and waited for."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


_start = pytest.StashKey[float]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    item.stash[_start] = cpu_seconds()
    return (yield)


@pytest.hookimpl(tryfirst=True)  # before the report is made, which goes to the process in charge
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """What a test has taken, with its fixtures; scripts/cpu_time.py sums it up."""
    if call.when == "teardown":
        item.user_properties.append(("cpu_seconds", cpu_seconds() - item.stash[_start]))
