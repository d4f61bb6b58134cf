# SPDX-License-Identifier: Apache-2.0
"""Faults: the lists of them, and the verdicts."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealwright.base import store as cache
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import repo_root, resolve, rtl_files
from sealwright.study import mutant_trial, mutants
from sealwright.study.mutant_trial import Copy, stages
from sealwright.study.mutate import Fault, catalogue, circuit
from small_module import SOURCE

# ---- lists --------------------------------------------------------------------------------------


def test_deliberate_bugs_fit_the_rtl() -> None:
    bugs = mutants.deliberate()
    assert len(bugs) >= 10
    for bug in bugs.values():
        assert circuit(bug.apply(resolve(bug.file).read_text()))
        assert () not in stages(bug)  # lint does not count
    for bug, test in mutants.likely().items():
        assert test.partition("::")[0] in {name for stage in stages(bug) for name in stage}


def test_likely_tests_are_tests_of_make_test() -> None:
    """Each names a file, a function or one test of it, as pytest by day collects them."""
    named = set(mutants.likely().values())
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    files = sorted({name.partition("::")[0] for name in named})
    done = subprocess.run([*command, *files], cwd=repo_root(), capture_output=True, text=True)
    found = [line.partition("@")[0] for line in done.stdout.splitlines() if "::" in line]
    known = {part for name in found for part in (name, name.partition("[")[0], name.split("::")[0])}
    assert named <= known


def test_equivalent_faults_are_faults_of_the_rtl() -> None:
    """A reason for a fault that can no longer be put in has to be removed."""
    excused = mutants.equivalent()
    files = {file for file, _, _ in excused}
    known = {f.key() for name in files for f in catalogue(name, resolve(name).read_text())}
    assert set(excused) - known == set()


def test_lists_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mutants, "resolve", lambda name: tmp_path / Path(name).name)
    (tmp_path / "equivalent.toml").write_text('[[fault]]\nfile = "a.sv"\nreason = "because"\n')
    with pytest.raises(UsageError, match=r"equivalent\.toml: each \[\[fault\]\] has file, before"):
        mutants.equivalent()


def test_a_core_can_be_exported_from_a_copy(tmp_path: Path) -> None:
    """Tests of circuits do so, and a copy without a fault passes them."""
    copy = Copy(99)
    try:
        export = [
            "mult",
            "lfsr",
            "--width",
            "8",
            "--poly",
            "4,3,1,0",
            "--export",
            str(tmp_path / "x"),
        ]
        subprocess.run(
            [sys.executable, "-m", "sealwright", *export],
            cwd=copy.root,
            env={**os.environ, "PYTHONPATH": str(copy.root / "src")},
            check=True,
        )
    finally:
        shutil.rmtree(copy.root)
    assert (tmp_path / "x" / "LICENSE").is_file()


# ---- verdicts -----------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A checkout with one module, and tests that notice what stands in `noticed`."""
    folders = ("rtl/gcm", "src", "tests/gcm", "tb", "configs", "scripts", "docs", "examples")
    for folder in (*folders, "tool/x"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("pyproject.toml", "LICENSE"):
        (tmp_path / file).write_text("")
    (tmp_path / "rtl/gcm/a.sv").write_text(SOURCE)
    (tmp_path / "tests/gcm/test_gcm_b.py").write_text("# MessageSim\n")
    (tmp_path / "tests/gcm/test_gcm_spec.py").write_text(f"# MessageSim\n{mutant_trial.QUICK}\n")
    for module in (mutants, mutant_trial):
        monkeypatch.setattr(module, "repo_root", lambda: tmp_path)
    monkeypatch.setattr(mutant_trial, "rtl_files", lambda: ["rtl/gcm/a.sv"])
    monkeypatch.setattr(mutant_trial, "trying_libraries", lambda file: ["gcm"])
    monkeypatch.setattr(mutant_trial, "verilator_root", lambda: tmp_path / "tool" / "x")
    monkeypatch.setattr(cache, "cache_dir", lambda: tmp_path / "build" / "cache")
    yield tmp_path


@pytest.mark.parametrize("file", ["LICENSE", "rtl/gcm/a.sv", "src/sealwright/export/plain.py"])
def test_a_verdict_depends_on_what_the_tests_of_circuits_take(checkout: Path, file: str) -> None:
    """Some run what a core was exported to."""
    before = mutant_trial.circuit()
    (checkout / file).parent.mkdir(parents=True, exist_ok=True)
    (checkout / file).write_text("module another; endmodule\n")
    assert mutant_trial.circuit() != before


class Asked:
    """Stands in for the tests: detects faults by their text, and counts its runs."""

    def __init__(self, *noticed: str) -> None:
        self.noticed, self.count = noticed, 0

    def __call__(self, copy: Copy, stage: tuple[str, ...]) -> str | None:
        self.count += 1
        (copy.cache / "library" / str(self.count)).mkdir(parents=True)
        text = (copy.root / "rtl/gcm/a.sv").read_text()
        return next((f"{stage[-1]}::{n}" for n in self.noticed if stage and n in text), None)


def faults(*after: str) -> list[Fault]:
    made = catalogue("rtl/gcm/a.sv", SOURCE)
    return [next(f for f in made if f.after.strip() == line) for line in after]


def test_verdicts(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caught, survived, equivalent and not tried; cached the second time; copies unchanged."""
    asked = Asked("8'd254")
    monkeypatch.setattr(Copy, "ask", lambda copy, stage: asked(copy, stage))
    tried = faults("assign b = a ^ 8'd254;", "assign b = a | 8'd255;", "a <= '1;")
    verdicts = mutants.try_faults(tried, {tried[2].key(): "nobody looks at a"})
    assert [v.word for v in verdicts] == ["caught", "survived", "equivalent"]
    assert verdicts[0].caught_by == "tests/gcm/test_gcm_spec.py::8'd254"
    assert "- assign b = a ^ 8'd255;\n+ assign b = a | 8'd255;" in verdicts[1].text()
    assert "nobody looks at a" in verdicts[2].text()
    for number in (0, 1):
        copy = checkout / "build/mutants" / str(number)
        assert (copy / "rtl/gcm/a.sv").read_text() == SOURCE
        assert len(list((copy / "build/cache/library").iterdir())) == 3  # of the baseline
    questions = asked.count
    assert mutants.try_faults(tried[:2], {}) == verdicts[:2]
    assert asked.count == questions
    assert mutants.try_faults(tried, {})[2].word == "survived"  # no longer excused, so it is tried
    assert asked.count > questions


def test_new_tests_open_what_rested_on_their_file(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault that survived is tried with them; one that another file catches is not."""
    asked = Asked("8'd254")
    monkeypatch.setattr(Copy, "ask", lambda copy, stage: asked(copy, stage))
    tried = faults("assign b = a ^ 8'd254;", "assign b = a | 8'd255;")
    mutants.try_faults(tried, {})
    questions = asked.count
    (checkout / "tests/gcm/test_gcm_b.py").write_text("# MessageSim, another test\n")
    asked.noticed = ("8'd254", "a | 8'd255")
    assert [v.word for v in mutants.try_faults(tried[:1], {})] == ["caught"]
    assert asked.count == questions
    assert [v.word for v in mutants.try_faults(tried, {})] == ["caught", "caught"]
    questions = asked.count
    (checkout / "rtl/gcm/a.sv").write_text(SOURCE + "// a comment\n")
    assert [v.word for v in mutants.try_faults(tried, {})] == ["caught", "caught"]
    assert asked.count == questions
    (checkout / "rtl/gcm/a.sv").write_text(SOURCE + "module another; endmodule\n")
    asked.noticed = ()
    assert [v.word for v in mutants.try_faults(tried, {})] == ["survived", "survived"]


def test_tests_that_fail_anyway_prove_nothing(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked("8'd255")
    monkeypatch.setattr(Copy, "ask", lambda copy, stage: asked(copy, stage))
    with pytest.raises(CheckFailed, match=r"test_gcm_\w+\.py::8'd255 fails without any fault"):
        mutants.try_faults(faults("a <= '1;"), {})


def test_without_a_fault_each_file_is_asked_once(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stages that share files do not repeat them; lint is asked as well."""
    asked: list[tuple[str, ...]] = []
    overlapping = [("a.py", "b.py"), ("b.py", "c.py"), ()]
    monkeypatch.setattr(mutants, "stages", lambda fault: overlapping)
    monkeypatch.setattr(Copy, "ask", lambda copy, stage: asked.append(stage))
    monkeypatch.setattr(Copy, "try_fault", lambda copy, fault, likely: "c.py")
    mutants.try_faults(faults("a <= '1;"), {})
    assert sorted(asked) == [(), ("a.py",), ("b.py",), ("c.py",)]


def test_the_likely_test_comes_first(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its own failure counts: otherwise all are asked, as without it."""
    asked: list[tuple[str, ...]] = []
    answers: dict[tuple[str, ...], str] = {
        ("b.py::likely[1]",): "b.py::likely[1]",
        ("b.py::likely[2]",): "elaboration for b.py::likely[2]",
        ("b.py",): "b.py::test_a",
    }

    def ask(copy: Copy, stage: tuple[str, ...]) -> str | None:
        asked.append(stage)
        return answers.get(stage, "another")

    monkeypatch.setattr(Copy, "ask", ask)
    (fault,) = faults("a <= '1;")
    assert Copy(0).try_fault(fault, "b.py::likely[1]") == "b.py::likely[1]"
    assert Copy(0).try_fault(fault, "b.py::likely[2]") == "another"
    assert [stage[0] for stage in asked[:2]] == ["b.py::likely[1]", "b.py::likely[2]"]
    assert len(asked) == 3
    assert Copy(0).try_fault(fault, "b.py") == "b.py::test_a"
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("test", "answer"),
    [
        ("def test_a():\n    assert True\n", None),
        ("def test_a():\n    assert False\n", "tests/gcm/test_gcm_b.py::test_a"),
        ("import nothing_of_this_name\n", "elaboration for tests/gcm/test_gcm_b.py"),
        ("import os\ndef test_a():\n    os.abort()\n", "end of tests/gcm/test_gcm_b.py"),
        ("def test_a():\n    while True:\n        pass\n", "end of tests/gcm/test_gcm_b.py"),
    ],
)
def test_ask(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, test: str, answer: str | None
) -> None:
    """A failure, an error, a crash and a hang are all detected, with the name of the test."""
    (checkout / "tests/gcm/test_gcm_b.py").write_text(test)
    monkeypatch.setattr(mutant_trial, "CPU_SECONDS", 4)
    assert Copy(0).ask(("tests/gcm/test_gcm_b.py",)) == answer


@pytest.fixture
def real_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Copy:
    """A copy of this checkout, below another folder."""
    for path in repo_root().iterdir():
        if path.name != "build":
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setattr(mutant_trial, "repo_root", lambda: tmp_path)
    return Copy(0)


def test_a_copy_has_what_its_tests_read(real_copy: Copy) -> None:
    """The quick ones of GCM pass there, of which one reads a page of the documents."""
    short, *_ = stages(Fault("rtl/gcm/seal_gcm.sv", 1, "", "", ""))
    assert "tests/gcm/test_container.py" in short
    assert "tests/gcm/test_gcm_errors.py" not in short, "a fixture of its folder is a simulation"
    assert real_copy.ask(short) is None


def test_lint_sees_a_fault(real_copy: Copy) -> None:
    """For the real core: nothing without a fault; a code that no cause has, once it is put in."""
    copy = real_copy
    assert copy.ask(()) is None
    path = copy.root / "rtl/gcm/seal_gcm_finish.sv"
    path.write_text(path.read_text().replace("CauseTagMismatch;", "5'd7;"))
    found = copy.ask(())
    assert found is not None and found.startswith("rtl/gcm/seal_gcm_finish.sv:")


def test_stages() -> None:
    """A module's own proofs, the standard's examples, its library, the others; lint comes last."""
    sbox, spec, own, others, grid, lint = stages(Fault("rtl/aes/seal_aes_sbox.sv", 1, "", "", ""))
    assert "tests/aes/test_sbox_formal.py" in sbox and "tests/aes/test_aes_rtl.py" not in sbox
    assert spec == ("tests/gcm/test_gcm_spec.py",)
    assert "tests/aes/test_aes_rtl.py" in own
    assert {"tests/aes_stream/test_aes_cores.py", "tests/gcm/test_gcm_zeroise.py"} < set(others)
    assert grid == ("tests/gcm/test_gcm_grid.py",)
    assert lint == ()


def test_a_fault_is_tried_by_the_libraries_that_use_its_file() -> None:
    """The GCM core has no keys on the fly: its tests would all pass."""
    assert mutant_trial.trying_libraries("rtl/aes_stream/seal_aes_fly.sv") == ["aes_stream"]
    assert mutant_trial.trying_libraries("rtl/gcm/seal_gcm.sv") == ["gcm"]
    assert {"gf", "gcm"} <= set(mutant_trial.trying_libraries("rtl/gf/seal_gf_mult.sv"))
    for file in rtl_files():
        own, *_ = mutant_trial.trying_libraries(file)
        assert own == Path(file).parent.name
        assert all(resolve(n) for s in stages(Fault(file, 1, "", "", "")) for n in s)


def test_all_tests_of_the_rtl_are_asked() -> None:
    """Tests that no fault runs are of models, tools and texts, and are in separate folders."""
    faults = [Fault(file, 1, "", "", "") for file in rtl_files()]
    asked = {name for fault in faults for stage in stages(fault) for name in stage}
    folders = (path for path in (repo_root() / "tests").iterdir() if path.is_dir())
    others = {"model", "toolkit", "data"}
    for folder in folders:
        names = {f"tests/{folder.name}/{path.name}" for path in folder.glob("test_*.py")}
        assert names <= asked or (folder.name in others and names.isdisjoint(asked))


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def verdicts(
        chosen: list[Fault],
        reasons: dict[tuple[str, str, str], str],
        first: dict[Fault, str] | None,
    ) -> list[mutants.Verdict]:
        return [
            mutants.Verdict(f, None if i == 1 else "tests/t.py::t[3]") for i, f in enumerate(chosen)
        ]

    monkeypatch.setattr(mutants, "try_faults", verdicts)
    assert mutants.run(mutants.parse(["--count", "5", "--json"])) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["caught"], found["equivalent"], found["survived"]) == (4, 0, 1)
    assert len(found["faults"]) == 5
    third = found["faults"][2]
    assert mutants.run(mutants.parse(["--only", "3", "--json"])) == 0
    assert json.loads(capsys.readouterr().out)["faults"][0]["after"] == third["after"]
    assert mutants.run(mutants.parse(["--deliberate"])) == 1
    text = capsys.readouterr().out
    assert "length block with AAD and text swapped: caught by tests/t.py::t[3]" in text
    assert f"{len(mutants.deliberate()) - 1:4} caught by tests/t.py::t\n" in text
    assert text.endswith(f"{len(mutants.deliberate()) - 1} caught, 0 equivalent, 1 survived\n")
    with pytest.raises(UsageError, match="--only 0"):
        mutants.run(mutants.parse(["--only", "0"]))
    assert mutants.run(mutants.parse(["--files", "*lanes*", "--count", "1", "--json"])) == 0
    assert "lanes" in json.loads(capsys.readouterr().out)["faults"][0]["file"]
    with pytest.raises(UsageError, match="no file of rtl/ is like this"):
        mutants.run(mutants.parse(["--files", "seal_hash.sv"]))
    some = mutants.measure(mutants.parse(["--deliberate", "--files", "rtl/cwc/*"]))["faults"]
    assert some and {Path(each["file"]).parent for each in some} == {Path("rtl/cwc")}
    for option, value in (("--count", "100"), ("--seed", "1")):
        with pytest.raises(UsageError, match=f"{option} .*--deliberate takes a list"):
            mutants.run(mutants.parse([option, value, "--deliberate"]))
    assert isinstance(mutants.parse([]), argparse.Namespace)


@pytest.mark.nightly
def test_deliberate_bugs_are_caught() -> None:
    """Each by a test, not by lint; docs/inside/mutants.md names the test."""
    bugs = mutants.deliberate()
    verdicts = mutants.try_faults(list(bugs.values()), {}, mutants.likely())
    found = {name: v.caught_by or "" for name, v in zip(bugs, verdicts, strict=True)}
    assert [name for name, catcher in found.items() if not catcher.startswith("tests/")] == []
