# SPDX-License-Identifier: Apache-2.0
"""`sealwright flip`: its numbers, its drawing, and the drawing of the documents."""

import json
import re
import struct
import zlib
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealwright import cli
from sealwright.base.errors import CheckFailed
from sealwright.base.files import repo_root
from sealwright.families import load_core
from sealwright.families.sector import flip
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.disk import CoreDisk
from sealwright.families.sector.picture import SIDE, png, scene
from sectors import small

# What the small cores of other tests have, and the named ones do not
KNOBS = {
    knob: value
    for knob, value in small("hctr2").knobs().items()
    if knob not in ("mode", "bit_order", "tweak_limit")
}
SETS = [
    f"--set={knob}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
    for knob, value in KNOBS.items()
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def grey_of(data: bytes) -> tuple[int, bytes]:
    """Width and pixels of a grey PNG without filters."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts, at = {}, 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        body, check = data[at + 8 : at + 8 + size], data[at + 8 + size : at + 12 + size]
        assert zlib.crc32(name + body) == int.from_bytes(check, "big")
        parts[name], at = body, at + 12 + size
    width, height, depth, kind = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (depth, kind) == (8, 0)
    lines = zlib.decompress(parts[b"IDAT"])
    assert len(lines) == height * (width + 1)
    rows = [lines[i : i + width + 1] for i in range(0, len(lines), width + 1)]
    assert {row[0] for row in rows} == {0}
    return width, b"".join(row[1:] for row in rows)


def pictures_of(svg: str) -> list[bytes]:
    """The panels of a drawing: the first picture, with the rows that the others replace."""
    found: list[bytes] = []
    for group in re.findall(r'<g id="p\d+">(.*?)</g>', svg, re.DOTALL):
        grey = bytearray(found[0] if '<use href="#p0"/>' in group else bytes(SIDE * SIDE))
        for row, data in re.findall(r'<image y="(\d+)".*?base64,([^"]+)"', group):
            width, pixels = grey_of(b64decode(data))
            assert width == SIDE
            grey[int(row) * SIDE : int(row) * SIDE + len(pixels)] = pixels
        found.append(bytes(grey))
    return found


def test_png_is_read_by_others() -> None:
    assert grey_of(png(scene(), SIDE)) == (SIDE, scene())
    assert len(set(scene())) > 100


def test_sixteen_bytes_against_all(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers and the drawing of the README."""
    assert cli.main(["flip", *SETS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["sector"], found["byte"], found["bit"]) == (13, 180, 5)
    xts, wide = found["cores"]
    assert xts["core"].startswith("sector-xts with ") and wide["core"].startswith("sector-hctr2 ")
    assert (xts["changed"], xts["first"], xts["last"]) == (16, 176, 191)
    assert (wide["changed"], wide["first"], wide["last"]) == (512, 0, 511)
    drawn = re.sub(r"(sector-\w+) with [^<]*", r"\1", Path(found["file"]).read_text())
    assert (repo_root() / "docs/images/flip.svg").read_text() == drawn
    for config, shown in zip(flip.CORES, pictures_of(drawn)[1:], strict=True):
        core = load_core(config, KNOBS)
        assert isinstance(core, SectorConfig)
        assert flip.damage(core, flip.BIT)[1] == shown
    assert pictures_of(drawn)[0] == scene()


@pytest.mark.parametrize("bit", [0, 8 * SIDE * SIDE - 1])
def test_bits_at_the_edges(bit: int, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text, to another file, for one core."""
    assert cli.main(["flip", "sector-xts", "--bit", str(bit), "--out", "a.svg", *SETS]) == 0
    out = capsys.readouterr().out
    assert f"of sector {bit // 4096}\n" in out and "a.svg" in out
    picture, opened = pictures_of(Path("a.svg").read_text())
    block = bit // 128 * 16
    assert picture[:block] == opened[:block] and picture[block + 16 :] == opened[block + 16 :]
    assert picture != opened
    assert list(Path().iterdir()) == [Path("a.svg")]


def test_drawing_on_standard_output(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["flip", "sector-xts", "--out", "-", *SETS]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("<svg ") and "bytes changed" in err


def test_damage_elsewhere_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the core had ignored the tweak, or changed nothing."""
    core = small("xts")
    for answer in (bytes(SIDE * SIDE), scene()):
        monkeypatch.setattr(CoreDisk, "run", lambda self, data, answer=answer: answer)
        with pytest.raises(CheckFailed, match="not that of one sector"):
            flip.damage(core, flip.BIT)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--bit", "-1"], "--bit -1: must be 0 to 131071"),
        (["--bit", "131072"], "must be 0 to 131071"),
        (["--bit", "one"], "invalid int value"),
        (["gcm-default"], "gcm-default: flip takes sector engines only"),
        (["sector-none"], "unknown core 'sector-none'"),
        (
            ["sector-xts", "--set", "unit_limit=256"],
            "with unit_limit=256 takes 16 to 256",
        ),
        (["sector-hctr2", "--set", "direction=forward"], "so it has no decryption"),
        (["sector-xts", "--out", "none/a.svg"], "none/a.svg: No such file"),
        (["--frob"], "unrecognized arguments: --frob"),
    ],
)
def test_bad_use(
    words: Sequence[str], text: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = cli.main(["flip", *words])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if not line.startswith("building ")]
    assert code == 2 and out == "" and len(lines) == 1 and text in lines[0], err
    assert not list(here.rglob("*.svg"))
