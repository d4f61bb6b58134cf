# SPDX-License-Identifier: Apache-2.0
"""`sealwright datasheet` for every kind of core."""

import json
import re
from pathlib import Path

import pytest

from sealwright import cli
from sealwright.base.files import repo_root
from sealwright.base.results import Job
from sealwright.export.folder import results_of
from sealwright.families import cores_of, families, family_of, load_core
from sealwright.report import pdf
from sealwright.report.header import about, opening, streams
from sealwright.report.interface import interface
from sealwright.report.markdown import ALL_OLD_NOTE, OLD, OLD_NOTE
from sealwright.report.pinout import pinout_svg, stream_of

TOPS = {core.top: core.name for name in families() for core in cores_of(name)}


@pytest.mark.parametrize("top", sorted(TOPS))
def test_headers_explain_every_stream(top: str) -> None:
    ports = interface(load_core(TOPS[top])).ports
    used = {stream_of(port) for port in ports} - {""}
    assert used and set(streams(top)) == used
    assert all(len(words) > 10 for words in streams(top).values())
    assert len(opening(top)) > 60
    drawn = pinout_svg(top, ports)
    assert all(drawn.count(f">{port.name}<") == 1 for port in ports)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gcm-yang-modified", "Not AES-GCM, and unsafe"),
        ("gcm-lemsitzer-16-counter-bram", "No authentication"),
        ("gcm-patel-one-cycle", "with one key schedule"),
        ("gcm-default", "AES-GCM: seals and opens messages"),
    ],
)
def test_what_parameters_make_of_a_module(name: str, words: str) -> None:
    assert words in about(load_core(name))


@pytest.mark.parametrize("name", TOPS.values())
def test_a_page_for_every_kind_of_core(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "core.html"
    config = load_core(name)
    kind = type(family_of(config))
    monkeypatch.setattr(kind, "waveforms", lambda *about: ["<svg>a waveform</svg>"])
    assert cli.main(["datasheet", name, str(out), "--json"]) == 0
    page = out.read_text()
    found = json.loads(capsys.readouterr().out)
    assert found == {"core": name, "output": str(out), "bytes": len(page.encode())}
    wanted = ("<svg>a waveform</svg>", config.summary, "Apache-2.0", config.top, "zeroise_i")
    for words in (*wanted, "Verification", "beside the model", "were caught"):
        assert words in page
    assert "`" not in re.sub("<[^>]*>", "", page)
    assert "FAILED" not in page and ">passed<" not in page  # nothing was run for this page
    for foreign in ("http://", "https://", "<script", "@import", "url("):
        assert foreign not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_measured_figures_and_what_is_old(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["datasheet", "sector-xts", "-", "--no-waves"]) == 0
    page = capsys.readouterr().out
    assert "LFE5U-85F" in page and "127.5" in page
    assert cli.main(["datasheet", "sector-xts", "-", "--no-waves", "--set", "slots=2"]) == 0
    page = capsys.readouterr().out
    assert "sector-xts with slots=2" in page and "Not measured" in page
    assert "A variant of sector-xts" in page  # in place of a summary that may speak of four


def test_cores_of_papers_have_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """Also of one that only opens, or only makes keystream."""
    for name, words in (
        ("gcm-patel-one-cycle", "seal, 1500 B"),
        ("gcm-yang-decrypt", "open, 1500 B"),
        ("gcm-lemsitzer-16-counter-bram", "counter, 1500 B"),
    ):
        assert cli.main(["datasheet", name, "-", "--no-waves"]) == 0
        assert words in capsys.readouterr().out
    assert results_of(load_core("gcm-patel-one-cycle"))


@pytest.mark.parametrize("name", ("gcm-default", "sector-hctr2", "aes-fly"))
def test_figures_older_than_their_sources_are_marked(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Boxes and tables, of cycles and of area."""
    for current in (True, False):
        monkeypatch.setattr(Job, "done", lambda job, current=current: current)
        assert cli.main(["datasheet", name, "-", "--no-waves"]) == 0
        page = capsys.readouterr().out
        boxes = page[page.index('<div class="key">') : page.index("</div></div>")]
        assert (OLD not in boxes) == (OLD_NOTE not in page) == current
        assert (ALL_OLD_NOTE not in page) == ("older than its sources" not in page) == current


def test_a_file_with_the_name_of_another_core(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Figures of a named core are shown for that core only; a name may hold what is no text."""
    text = (repo_root() / "configs" / "sector-hctr2.toml").read_text()
    for name in ("sector-hctr2", "\udcff"):
        own = tmp_path / f"{name}.toml"
        own.write_text(text.replace("slots = 4", "slots = 2"))
        assert cli.main(["datasheet", str(own), "-", "--no-waves"]) == 0
        page = capsys.readouterr().out
        assert "Not measured" in page and "124.1" not in page


def test_a_pdf_needs_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is missed before any waveform is simulated."""
    monkeypatch.setattr(pdf.shutil, "which", lambda program: None)
    monkeypatch.setattr("sealwright.commands.datasheet.page", lambda *_, **__: pytest.fail("begun"))
    out = tmp_path / "core.pdf"
    assert cli.main(["datasheet", "aes-fly", str(out), "--pdf"]) == 2
    assert "install chromium" in capsys.readouterr().err
    assert not out.exists()


def test_a_pdf_is_what_the_browser_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stub for the browser, which gets the page and the name of the file."""
    program = tmp_path / "chromium"
    cases = "--print-to-pdf=*) out=${word#*=};; file:*) page=${word#file://};;"
    script = f'for word; do case $word in {cases} esac; done; echo "%PDF $(wc -c <$page)" >$out'
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(pdf.shutil, "which", lambda name: str(program))
    out = tmp_path / "core.pdf"
    assert cli.main(["datasheet", "aes-fly", str(out), "--pdf"]) == 0
    kind, size = out.read_bytes().split()
    assert kind == b"%PDF" and int(size) > 10_000
    program.write_text("#!/bin/sh\necho no display >&2\nexit 3\n")
    out.unlink()
    capsys.readouterr()
    assert cli.main(["datasheet", "aes-fly", str(out), "--pdf"]) == 1
    assert "no display" in capsys.readouterr().err
    assert not out.exists()


def test_a_page_needs_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without waveforms nothing is simulated."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cli.main(["datasheet", "gcm-default", "-", "--no-waves"]) == 0
    assert "bits per cycle" in capsys.readouterr().out
