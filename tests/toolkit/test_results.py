# SPDX-License-Identifier: Apache-2.0
"""Results: what is measured, on what its age depends, and the command that measures."""

import json
import re
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sealwright.base import python_code
from sealwright.base import results as files
from sealwright.base.errors import ToolMissing, UsageError
from sealwright.base.files import repo_root
from sealwright.base.sources import rtl_digests as digests
from sealwright.families import core_names, cores_of
from sealwright.families.aes import pipes as aes_pipes
from sealwright.families.aes import sboxes
from sealwright.families.aes.config import AesConfig
from sealwright.families.message import bench, hashes
from sealwright.families.message import results as gcm_results
from sealwright.report import jobs as made
from sealwright.study import all_cores, device_tables, results, tables
from sealwright.synth import lint, lint_tools, targets
from sealwright.synth.all_targets import PLACED
from sealwright.synth.fingerprint import Design

JOBS = {job.name: job for job in results.jobs()}
NAMES = list(JOBS)


def test_files_are_of_this_project() -> None:
    """They name command, tools, seed and for cores the configuration, and no path of a machine.

    A file of other knobs is of another core: it is to be measured again, or to go.
    """
    for path in sorted((repo_root() / files.FOLDER).glob("*.json")):
        assert path.stem in NAMES, f"{path.name}: nothing measures this any more"
        text = path.read_text()
        assert not re.search(r'"(/|[A-Z]:)[^"]*/', text), path.name
        found = json.loads(text)
        assert {"command", "tools", "seed", "inputs", "measured"} <= set(found)
        assert found["command"].startswith(("sealwright ", "python -m sealwright."))
        if path.stem.split(".")[0] in core_names():
            assert {"core", "configuration"} <= set(found)
        knobs = json.loads(json.dumps(JOBS[path.stem].about.get("configuration", {})))
        kept = found.get("configuration", {})
        assert {name: kept[name] for name in knobs if name in kept}.items() <= knobs.items(), path


@pytest.mark.parametrize("core", cores_of("aes"), ids=lambda core: core.name)
def test_aes_cores_are_measured(core: AesConfig) -> None:
    """On all targets; a circuit for which a tool does not finish has no file."""
    for target in ("bench", *targets.TARGETS):
        assert files.load(f"{core.name}.{target}"), target


PLACED_DEVICES = tuple(f".{name}" for name in PLACED if name != "ecp5")


def test_jobs() -> None:
    """For each named core every workload and every target; names are unique."""
    assert len(set(NAMES)) == len(NAMES)
    too_large = {"sector-chctr2.ecp5", "gcm-lanes2.ecp5", "gcm-lanes4.ecp5"}
    placed = {f"{core}.ecp5" for core in core_names()} - too_large
    for core in core_names():
        benches = ("bench-seal", "bench-keys") if core.startswith(("gcm-", "cwc-")) else ("bench",)
        for name in (*benches, "lut4", "lut6"):
            assert f"{core}.{name}" in NAMES
        whole = core.startswith(("gcm-", "cwc-", "sector-"))
        assert (f"{core}.gates" in NAMES) != whole, "memories have no gates"
    slow = {job.name for job in results.jobs() if job.slow}
    studies = {"layout", "mutants", "mutants-deliberate", "multipliers", "sboxes"}
    measured = {name for name, shown in tables.TABLES.items() if shown.measure}
    papers = {files.table_name(name) for name in measured}
    papers |= {job.name for t in tables.TABLES.values() for job in t.jobs() if job.slow}
    papers |= {name for name in NAMES if name.endswith((".parts", ".osu018"))}
    assert slow == placed | studies | papers | {n for n in NAMES if n.endswith(PLACED_DEVICES)}
    for core, target in device_tables.MEASURED:
        assert (f"{core}.{target}" in NAMES) != bool(all_cores.too_large(core, target))


def test_a_study_is_old_when_its_target_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only then: place and route does not affect a table of gates."""
    real = made.toolkit_digests

    def methods(name: str) -> dict[str, str]:
        changed = repo_root() / "src/sealwright" / name
        with monkeypatch.context() as patch:
            patch.setattr(made, "toolkit_digests", lambda p: [*real(p), *(q == changed for q in p)])
            return {
                job.name: job.inputs.method for job in results.jobs() if "mutants" not in job.name
            }

    before = methods("no such file")
    for target in ("ecp5", "liberty", "gates"):
        after = methods(f"synth/{target}.py")
        old = {name for name in before if before[name] != after[name]}
        shown = {files.table_name(n) for n, t in tables.TABLES.items() if target in t.targets}
        assert {name for name in old if "table-" in name} == shown and shown  # not their cycles
        assert ("multipliers" in old) == (target == "gates") and "hashes" not in old
    after = methods("tools/yosys.py")
    assert {name for name in before if before[name] == after[name]} == {
        name for name in before if name.endswith(".cycles") or ".bench" in name
    }, "a simulation needs no Yosys"
    after = methods("model/gcm_sst.py")
    assert {name for name in before if before[name] != after[name]} == {
        name for name in before if name.startswith("gcm-sst.bench")
    }, "nor the model of another mode"
    after = methods("tools/harness.h")
    assert all(before[name] != after[name] for name in before if ".bench" in name)


CODE = '''"""A module."""
from sealwright.tools import yosys
TOP = "seal_one"
def measure(a: int) -> int:
    """A function."""
    # by a helper
    print("by a helper")
    if a < 0:
        raise UsageError(f"{a} is too small")
    return yosys.run(_twice(a), TOP)
def _twice(a: int) -> int:
    return 2 * a
def shown(a: int) -> str:
    return f"{a} {TOP}"
'''


@pytest.mark.parametrize(
    ("old", "new", "of_file", "of_function"),
    [
        ("A function.", "Another text.", False, False),
        ("# by a helper", "# by another", False, False),
        ("2 * a", "(2 * a)", False, False),
        ("is too small", "is not enough", False, False),
        ('print("by', 'print("with', False, False),
        ("a < 0", "a < 1", True, True),
        ("sealwright.tools", "sealwright.synth", False, False),
        ("seal_one", "seal_other", False, False),
        ("_twice", "_doubled", True, False),
        ("{a} {TOP}", "{TOP} {a}", True, False),
        ("2 * a", "3 * a", True, True),
        ("(_twice(a), TOP)", "(TOP, _twice(a))", True, True),
        ('"seal_one"', '"one"', True, True),
        ("yosys.run", "yosys.start", True, True),
    ],
)
def test_of_the_toolkit_the_code_counts(
    old: str, new: str, of_file: bool, of_function: bool, tmp_path: Path
) -> None:
    """Of a file all its code, of a function what it uses, in both without words and places."""
    (tmp_path / "one.py").write_text(CODE)
    (tmp_path / "two.py").write_text(CODE.replace(old, new))
    whole = [python_code.toolkit_digests([tmp_path / name]) for name in ("one.py", "two.py")]
    assert (whole[0] != whole[1]) == of_file
    parts = [python_code.code_of(tmp_path / name, "measure") for name in ("one.py", "two.py")]
    assert (parts[0] != parts[1]) == of_function


def test_comments_and_files_that_are_not_used_make_nothing_old(tmp_path: Path) -> None:
    """But code does, in the module, in the modules it uses, and in the files it includes."""
    texts = {
        "top.sv": 'module top; // a\n  leaf u_leaf (); $info("// b");\n`include "part.svh"\n',
        "leaf.sv": "module leaf; /* c */ import one_pkg::*; endmodule\n",
        "one_pkg.sv": "package one_pkg; endpackage\n",
        "other.sv": "module other; top u_top (); endmodule\n",
        "part.svh": "`define PART\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    files = [tmp_path / name for name in texts if name != "part.svh"]

    def after(name: str, old: str, new: str) -> bool:
        """Whether the digest changes with a file."""
        before = [code for _, code in digests(files, ["top"])]
        (tmp_path / name).write_text(texts[name].replace(old, new))
        changed = [code for _, code in digests(files, ["top"])] != before
        (tmp_path / name).write_text(texts[name])
        return changed

    assert not after("top.sv", "// a", "// something else")
    assert not after("top.sv", "  leaf", "\n\n    leaf")
    assert not after("leaf.sv", "/* c */", "")
    assert not after("other.sv", "u_top", "u_again")
    assert after("top.sv", "// b", "// c"), "that is a string"
    assert after("top.sv", "u_leaf", "u_other")
    assert after("leaf.sv", "leaf;", "leaf (input i);")
    assert after("one_pkg.sv", "one_pkg;", "one_pkg; parameter int A = 1;")
    assert after("part.svh", "PART", "PIECE")


@pytest.mark.parametrize("study", [sboxes, aes_pipes], ids=["sboxes", "aes-pipes"])
def test_the_files_of_a_study_are_enough(study: ModuleType) -> None:
    """For each of its modules, all the files that it uses."""
    for top in {design.top for design in study.designs()}:
        point = lint_tools.Point(top, tuple(study.FILES))
        assert lint.waive(lint_tools.lint_slang(point), partly=True) == []


@pytest.mark.parametrize("study", [sboxes, aes_pipes, hashes], ids=lambda study: study.__name__)
def test_a_study_measures_its_designs(study: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it depends on is what it measures."""
    asked: list[Design] = []

    def synth(*args: Any) -> defaultdict[str, int]:
        asked.append(Design(*args[:3]))
        return defaultdict(int)

    monkeypatch.setattr(study, "synth", synth)
    study.study()
    listed = study.designs()
    assert all(design in asked for design in listed) and all(each in listed for each in asked)


def test_commands_repeat_a_measurement() -> None:
    """The command in the file is accepted by the command line."""
    commands = {job.name: job.about["command"] for job in results.jobs()}
    assert commands["gcm-default.bench-seal"] == "sealwright bench gcm-default"
    keys = "sealwright bench gcm-default --op mixed --slots random --keys mixed"
    assert commands["gcm-default.bench-keys"] == keys
    assert commands["gcm-default.lut4"] == "sealwright synth gcm-default --target lut4"
    assert commands["gcm-tiny.bench-open"] == "sealwright bench gcm-tiny --op open --messages 100"
    assert commands["gcm-store.bench-seal"] == "sealwright bench gcm-store"


def test_store_has_room_for_every_size() -> None:
    for core in cores_of("message"):
        for work in gcm_results.WORKLOADS.values():
            largest = max(bench.default_sizes(core, work.aad))
            assert core.release == "cut-through" or core.cost(largest, 20) <= core.store_beats


def test_a_measurement_without_its_file_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without Debian's standard cells, the result in results/ is left unchanged."""

    def measure() -> dict[str, Any]:
        raise AssertionError("measured without its library")

    job = files.Job("table-none", {}, files.Inputs("new", ""), measure, needs="/no/such/cells.lib")
    monkeypatch.setattr(results, "jobs", lambda: iter([job]))
    monkeypatch.setattr(results, "pages", list)
    assert results.main([]) == 0
    assert "table-none stays as it is: there is no /no/such/cells.lib" in capsys.readouterr().err


def _job(code: str, design: str = "a", method: str = "m", name: str = "a.bench") -> files.Job:
    """One that measures five cycles."""
    inputs = files.Inputs(method, code, lambda: design)
    return files.Job(name, {"core": "a", "tools": {}}, inputs, lambda: {"cycles": 5})


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where files of results are written."""
    monkeypatch.setattr(files, "repo_root", lambda: tmp_path)
    return tmp_path / files.FOLDER


def test_a_result_is_measured_once(folder: Path) -> None:
    assert not _job("1").done() and not _job("1").same()
    _job("1").run()
    assert _job("1").done() and not _job("2").done()
    kept = {"method": "m", "code": "1", "design": "a"}
    text = {"core": "a", "tools": {}, "inputs": kept, "measured": {"cycles": 5}}
    assert json.loads((folder / "a.bench.json").read_text()) == text
    assert [path.name for path in folder.iterdir()] == ["a.bench.json"]


def test_a_result_of_the_same_design_stays(folder: Path) -> None:
    """Other sources of it are confirmed; another design or method makes it old."""
    _job("1").run()
    renamed = _job("2")
    assert renamed.same() and not renamed.done()
    assert not _job("2", design="b").same() and not _job("2", method="n").same()
    assert not _job("1", method="n").same(), "of the same sources, but by another method"
    renamed.confirm()
    assert renamed.done() and not _job("1").done() and _job("1").same()
    assert json.loads(renamed.path.read_text())["measured"] == {"cycles": 5}


def test_designs_are_compared_only_where_sources_differ(folder: Path) -> None:
    def design() -> str:
        raise AssertionError("elaborated")

    _job("1").run()
    job = files.Job("a.bench", {}, files.Inputs("m", "1", design), dict)
    assert job.done() and job.same()
    job.confirm()
    other = files.Job("a.bench", {}, files.Inputs("n", "2", design), dict)
    assert not other.same(), "by another method: it is old in any case"


def test_confirm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measures nothing, and fails where a result is old; --check only says what it would do."""
    for name in ("same", "old"):
        _job("1", name=name).run()
    now = [_job("2", name="same"), _job("2", "b", name="old"), _job("2", name="missing")]
    monkeypatch.setattr(results, "jobs", lambda: iter(now))
    monkeypatch.setattr(results, "pages", list)
    for option in ("--check", "--confirm"):
        assert not now[0].done()
        assert results.main([option]) == 1
        out, err = capsys.readouterr()
        comparing = ": its sources changed, comparing the designs ..."
        said = [*(f"{name}{comparing}" for name in ("same", "old")), "old: old", "missing: missing"]
        assert [line.removeprefix("results: ") for line in err.splitlines()] == said
        said = ["3 results, 1 were up to date"]
        said += ["1 of them are of the same design: --confirm notes it"] * (option == "--check")
        assert out.splitlines() == said
    assert [job.done() for job in now] == [True, False, False]


def test_a_measurement_that_fails_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It is told, the tables are written all the same, and the exit code is that of the error."""

    def fails() -> dict[str, Any]:
        raise ToolMissing("no such placer")

    page = tmp_path / "page.md"
    page.write_text("<!-- generated: mutants -->\n<!-- end -->\n")
    monkeypatch.setattr(results, "pages", lambda: [page])
    monkeypatch.setattr(files, "repo_root", lambda: tmp_path)
    inputs = files.Inputs("m", "1")
    made = [files.Job("a.lut4", {"tools": {}}, inputs, fails), _job("c", name="b.bench")]
    monkeypatch.setattr(results, "jobs", lambda: iter(made))
    assert results.main([]) == ToolMissing.exit_code
    assert "results: a.lut4: no such placer" in capsys.readouterr().err
    assert [p.name for p in (tmp_path / "results").iterdir()] == ["b.bench.json"]
    assert "Not measured yet" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "gmc-default"], "--only gmc-default: no result has this in its name"),
        (["--tables", "--only", "a"], "--tables measures nothing: leave out --only"),
        (["--tables", "--confirm"], "--tables measures nothing: leave out --only"),
    ],
)
def test_arguments_without_effect(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert results.main(arguments) == UsageError.exit_code
    assert message in capsys.readouterr().err


TWO = ("lut4", "ecp5")


def test_main(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Chosen jobs, those that are done left out; --check writes nothing and fails."""
    page = tmp_path / "page.md"
    page.write_text("<!-- generated: mutants -->\n<!-- end -->\n")
    monkeypatch.setattr(results, "pages", lambda: [page])
    monkeypatch.setattr(files, "repo_root", lambda: tmp_path)
    inputs = files.Inputs("m", "1")
    made = [files.Job(f"a.{n}", {"tools": {}}, inputs, dict, slow=n == "ecp5") for n in TWO]
    monkeypatch.setattr(results, "jobs", lambda: iter(made))
    assert results.main(["--check"]) == 1
    assert results.main(["--tables"]) == 0
    assert not (tmp_path / "results").exists()
    assert "Not measured yet: equivalent, survived." in page.read_text()
    assert results.main(["--quick"]) == 0
    assert [p.name for p in (tmp_path / "results").iterdir()] == ["a.lut4.json"]
    assert results.main([]) == 0
    assert results.main(["--check", "--only", "lut"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2 results, 0 were up to date",
        "0 results, 0 were up to date",
        "1 results, 0 were up to date",
        "2 results, 1 were up to date",
        "1 results, 1 were up to date",
    ]
