# SPDX-License-Identifier: Apache-2.0
"""Images of disks through `seal` and `open`, against other implementations and the models."""

import io
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from rows import nightly
from sealwright import cli
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families import cores_of
from sealwright.families.sector import disk
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.disk import CoreDisk, Disk
from sealwright.families.sector.rules import scheme_of
from sectors import core, small

MODES = tuple(dict.fromkeys(config.mode for config in cores_of("sector")))
SECTOR = 512
LAST = (1 << 128) - 1


def data(size: int, seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(size)


def key_of(mode: str, bits: int = 128) -> bytes:
    """The key as a user has it, that of the hash behind it."""
    scheme = small(mode).scheme
    return data(scheme.key_length(bits) + 16 * scheme.has_hash_key, 2)


def argv(command: str, mode: str, *words: str, key: bytes | None = None) -> list[str]:
    """A command on a small core of that mode."""
    config = small(mode)
    knobs = {**config.knobs(), "key_sizes": ",".join(map(str, config.key_sizes))}
    sets = [word for knob, value in knobs.items() for word in ("--set", f"{knob}={value}")]
    digits = (key_of(mode) if key is None else key).hex()
    named = "sector-chctr2" if mode == "chctr2" else "sector-xts"
    return [command, named, *words, "--key", digits, *sets]


def xts(key: bytes, image: bytes, sector: int, first: int = 0, *, seal: bool = True) -> bytes:
    """AES-XTS of OpenSSL, with the number of each sector as its tweak."""
    parts = []
    for i in range(0, len(image), sector):
        tweak = (first + i // sector).to_bytes(16, "little")
        cipher = Cipher(algorithms.AES(key), modes.XTS(tweak))
        context = cipher.encryptor() if seal else cipher.decryptor()
        parts.append(context.update(image[i : i + sector]) + context.finalize())
    return b"".join(parts)


def model(mode: str, image: bytes, sector: int, first: int = 0) -> bytes:
    """The same by the model of a scheme."""
    hash_key = key_of(mode)[-16:] if small(mode).scheme.has_hash_key else b""
    key = key_of(mode)[: len(key_of(mode)) - len(hash_key)]
    scheme = scheme_of(small(mode), key, hash_key)
    parts = (image[i : i + sector] for i in range(0, len(image), sector))
    order: Literal["little", "big"] = "big" if mode == "hctr2-twkd" else "little"
    numbered = enumerate(parts, first)
    return b"".join(scheme.encrypt(n.to_bytes(16, order), part) for n, part in numbered)


@pytest.fixture
def image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A working folder with an image of 300 sectors, in more than one command."""
    monkeypatch.chdir(tmp_path)
    Path("disk.img").write_bytes(data(300 * SECTOR))
    return data(300 * SECTOR)


# ---- what comes out -----------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [128, 256])
@pytest.mark.parametrize("first", [0, 5, (1 << 64) - 7])
def test_xts_is_that_of_others(bits: int, first: int, image: bytes) -> None:
    """What the core seals, OpenSSL opens, and the other way round."""
    key, more = key_of("xts", bits), ("--first-sector", str(first))
    assert cli.main([*argv("seal", "xts", "disk.img", "disk.enc", key=key), *more]) == 0
    assert xts(key, Path("disk.enc").read_bytes(), SECTOR, first, seal=False) == image
    Path("other.enc").write_bytes(xts(key, image, SECTOR, first))
    assert cli.main([*argv("open", "xts", "other.enc", "disk.out", key=key), *more]) == 0
    assert Path("disk.out").read_bytes() == image


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_agrees_with_its_model(mode: str, image: bytes) -> None:
    """Across sector 2^64, and back, if the core has both directions."""
    first = (1 << 64) - 2
    more = ("--first-sector", str(first))
    Path("disk.img").write_bytes(image[: 5 * SECTOR])
    assert cli.main([*argv("seal", mode, "disk.img", "disk.enc"), *more]) == 0
    assert Path("disk.enc").read_bytes() == model(mode, image[: 5 * SECTOR], SECTOR, first)
    back = [*argv("open", mode, "disk.enc", "disk.out"), *more]
    if small(mode).direction == "forward":
        assert cli.main(back) == 2
    else:
        assert cli.main(back) == 0
        assert Path("disk.out").read_bytes() == image[: 5 * SECTOR]


@pytest.mark.parametrize("sector", [16, 48, 100, 511])
@pytest.mark.parametrize("mode", ["xts", "hctr2"])
def test_sectors_of_any_length(mode: str, sector: int, image: bytes) -> None:
    """The last one shorter: a data unit of its own."""
    short = image[: 9 * sector + (sector + 16) // 2]
    Path("disk.img").write_bytes(short)
    more = ("--sector", str(sector))
    assert cli.main([*argv("seal", mode, "disk.img", "disk.enc"), *more]) == 0
    assert Path("disk.enc").read_bytes() == model(mode, short, sector)
    assert cli.main([*argv("open", mode, "disk.enc", "disk.out"), *more]) == 0
    assert Path("disk.out").read_bytes() == short


@pytest.mark.parametrize("mode", ["hctr", "hchfp", "tet"])
def test_the_hash_key_may_stand_apart(mode: str, image: bytes) -> None:
    Path("disk.img").write_bytes(image[:SECTOR])
    key, hash_key = key_of(mode)[:-16], key_of(mode)[-16:]
    words = argv("seal", mode, "disk.img", "disk.enc", key=key)
    assert cli.main([*words, "--hash-key", hash_key.hex()]) == 0
    assert Path("disk.enc").read_bytes() == model(mode, image[:SECTOR], SECTOR)


@pytest.mark.parametrize("sectors", [1, disk.UNITS + 1])
def test_streams_and_summary(
    sectors: int,
    image: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """In several runs, of which the last is short."""
    monkeypatch.setattr(disk, "RUN_BYTES", 16 * SECTOR + 1)
    plain = image[: sectors * SECTOR]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(plain)))
    assert cli.main([*argv("seal", "xts", "-", "-"), "--json"]) == 0
    out, err = capsysbinary.readouterr()
    assert out == xts(key_of("xts"), plain, SECTOR)
    found = json.loads(err[err.index(b"{") :])
    assert (found["sectors"], found["bytes"]) == (sectors, len(plain))
    wanted = {"core", "output", "simulated_sbox", "bytes", "sectors", "cycles", "bits_per_cycle"}
    assert set(found) == wanted and found["core"].startswith("sector-xts with ")
    assert (found["cycles"] > 33 * sectors) == (sectors > 0)


def test_a_pipe_gives_short_reads() -> None:
    class Trickle(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 77))

        def seekable(self) -> bool:
            return False

    plain, out = data(3 * SECTOR + 100), io.BytesIO()
    options = {"sector": SECTOR, "first_sector": 9, "hash_key": None}
    key = key_of("xts")
    disk.transform(small("xts"), key, Trickle(plain), out, options, seal=True)
    assert out.getvalue() == xts(key, plain, SECTOR, 9)


def test_a_core_that_is_swapped_or_has_one_direction() -> None:
    """`seal` is the encryption of the scheme, whatever the core calls it."""
    both, swapped = small("hctr2"), small("hctr2", forward="decrypt")
    assert [disk.operation(both, seal=seal) for seal in (True, False)] == ["encrypt", "decrypt"]
    assert [disk.operation(swapped, seal=seal) for seal in (True, False)] == ["decrypt", "encrypt"]
    one = small("hctr2", direction="forward")
    assert disk.operation(one, seal=True) == "encrypt"
    with pytest.raises(UsageError, match="it has no decryption"):
        disk.operation(one, seal=False)


def test_keys_stay_out_of_messages() -> None:
    assert repr(Disk(b"secret", b"too", 512, 0)) == "Disk(...)"


@pytest.mark.parametrize(
    ("config", "sector"), nightly((c, s) for c in (core("xts"), core("hctr2")) for s in (512, 4096))
)
def test_long_images(config: SectorConfig, sector: int) -> None:
    """Two megabytes, in sectors as disks have them."""
    plain, key = data(1 << 21), key_of(config.mode, 256)
    sealed, opened = io.BytesIO(), io.BytesIO()
    options = {"sector": sector, "first_sector": 1 << 40, "hash_key": None}
    disk.transform(config, key, io.BytesIO(plain), sealed, options, seal=True)
    if config.mode == "xts":
        assert sealed.getvalue() == xts(key, plain, sector, 1 << 40)
    disk.transform(config, key, io.BytesIO(sealed.getvalue()), opened, options, seal=False)
    assert opened.getvalue() == plain


# ---- bad use ------------------------------------------------------------------------------------


def refuses(words: Sequence[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 2, and no file."""
    before = set(Path().iterdir())
    try:
        code = cli.main(words)
    except SystemExit as stop:  # argparse
        code = stop.code
    out, err = capsys.readouterr()
    lines = [line for line in err.splitlines() if not line.startswith(("building ", "sealed "))]
    assert code == 2 and out == ""
    assert len(lines) == 1 and lines[0].startswith("sealwright: ") and text in lines[0], err
    assert set(Path().iterdir()) == before


XTS_KEY = key_of("xts").hex()
BAD_USE: dict[str, tuple[str, tuple[str, ...], str]] = {
    "short key": ("xts", ("--key", XTS_KEY[2:]), "takes 32, 48 or 64"),
    "one half": ("xts", ("--key", XTS_KEY[32:]), "takes 32, 48 or 64"),
    "size of key": ("xts", ("--key", XTS_KEY * 3), "key of 96 bytes"),
    "key size that the core lacks": ("eme", ("--key", XTS_KEY[:48]), "key of 24 bytes"),
    "equal halves": ("xts", ("--key", "ab" * 32), "key: its halves are equal"),
    "no hexadecimal": ("xts", ("--key", "x" * 64), "--key: not hexadecimal"),
    "hash key of XTS": ("xts", ("--hash-key", "00" * 16), "xts has no hash key"),
    "no hash key": ("hctr", ("--key", "00" * 16), "takes 32 or 48, the last 16 that of the hash"),
    "no AES key": ("hctr", ("--key", "00" * 24, "--hash-key", "00" * 16), "takes 16 or 32"),
    "short hash key": (
        "hctr",
        ("--key", "00" * 16, "--hash-key", "00"),
        "--hash-key of 1 bytes: 16 expected",
    ),
    "odd hash key": ("hctr", ("--key", "00" * 16, "--hash-key", "0"), "--hash-key: odd number"),
    "useless hash key": (  # 1 + tau = 0
        "tet",
        ("--key", "00" * 32 + "01" + "00" * 15, "--sector", "16"),
        "hash key: it cannot be used for sectors of 16 bytes",
    ),
    "sector of nothing": ("xts", ("--sector", "0"), "takes 16 to 512 bytes"),
    "negative sector": ("xts", ("--sector", "-512"), "--sector -512"),
    "long sector": ("xts", ("--sector", "513"), "--sector 513"),
    "huge sector": ("xts", ("--sector", "9" * 30), "16 to 512 bytes"),
    "sector in words": ("xts", ("--sector", "long"), "invalid int value"),
    "no whole blocks": ("eme", ("--sector", "500"), "16 to 2048 bytes, a multiple of 16"),
    "first below 0": ("xts", ("--first-sector", "-1"), "--first-sector: must be 0 to 2^128 - 1"),
    "first above all": ("xts", ("--first-sector", str(LAST + 1)), "must be 0 to 2^128 - 1"),
    "last above all": ("xts", ("--first-sector", str(LAST - 298)), "would be 2^128 or above"),
    "last sector too short": ("xts", ("--sector", "73"), "takes 16 to 512 bytes"),
    "options of other cores": ("xts", ("--chunk", "64"), "--chunk is for cores of AES-GCM"),
}


@pytest.mark.parametrize("case", BAD_USE)
def test_bad_use(case: str, image: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    mode, words, text = BAD_USE[case]
    refuses([*argv("seal", mode, "disk.img", "out"), *words], text, capsys)


@pytest.mark.parametrize(
    ("mode", "rest", "text"),
    [
        ("xts", 15, "takes 16 to 512 bytes"),
        ("eme", 40, "takes 16 to 2048 bytes, a multiple of 16"),
        ("hchfp", 64, "ends with a sector of 64: hchfp takes one length only under a key"),
        ("hctr2", 1, "disk.img: an image of 153601 bytes ends with a sector of 1:"),
        ("tet", 16, "ends with a sector of 16: the hash key cannot be used for it"),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_images_that_do_not_end_with_a_sector(
    mode: str,
    rest: int,
    text: str,
    known: bool,
    image: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also where the length shows only at the end: then sectors before it have been through."""
    if known:
        monkeypatch.setattr(disk, "SectorSim", None)  # which is not needed
    else:
        monkeypatch.setattr(disk, "_left", lambda reader: 0)
    monkeypatch.setattr(disk, "RUN_BYTES", 100 * SECTOR)
    Path("disk.img").write_bytes(image + bytes(rest))
    one = bytes(32) + b"\x01" + bytes(15)  # tau, with which sigma of a single block is zero
    words = argv("seal", mode, "disk.img", "out", key=one if mode == "tet" else None)
    refuses(words, text, capsys)


@pytest.mark.parametrize(("command", "mode"), [("seal", "xts"), ("open", "eme")])
@pytest.mark.parametrize("name", ["disk.img", "-"])
def test_an_empty_image(
    command: str,
    mode: str,
    name: str,
    image: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(disk, "SectorSim", None)  # which is not needed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    Path("disk.img").write_bytes(b"")
    where = "standard input" if name == "-" else name
    text = f"{where}: an empty image: a sector has 16 to {small(mode).unit_limit}"
    refuses(argv(command, mode, name, "out"), text, capsys)


@pytest.mark.parametrize("known", [True, False])
def test_numbers_end(
    known: bool,
    image: bytes,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The last sector may have the last number, and a shorter one behind it has none."""
    if not known:
        monkeypatch.setattr(disk, "_left", lambda reader: 0)
        monkeypatch.setattr(disk, "RUN_BYTES", 100 * SECTOR)
    words = argv("seal", "xts", "disk.img", "out")
    assert cli.main([*words, "--first-sector", str(LAST - 299)]) == 0
    assert Path("out").read_bytes() == xts(key_of("xts"), image, SECTOR, LAST - 299)
    Path("out").unlink()
    capsys.readouterr()
    refuses([*words, "--first-sector", str(LAST - 298)], "would be 2^128 or above", capsys)
    Path("disk.img").write_bytes(image[: 2 * SECTOR + 100])
    refuses([*words, "--first-sector", str(LAST - 1)], "would be 2^128 or above", capsys)


def test_what_the_core_refuses_is_an_error() -> None:
    """Should it ever refuse what has been checked before."""
    for key, first, text in (
        (bytes(32), 0, "sector-test refused the key: EQUAL"),
        (key_of("xts"), LAST, f"refused the sectors from {LAST} on: WRAP"),
    ):
        config = replace(small("xts"), name="sector-test")
        with (
            CoreDisk(config, Disk(key, b"", SECTOR, first), seal=True) as core_disk,
            pytest.raises(CheckFailed, match=text),
        ):
            core_disk.run(bytes(2 * SECTOR))


def test_failure_leaves_an_older_output_alone(image: bytes) -> None:
    Path("out").write_bytes(b"older")
    Path("disk.img").write_bytes(image + b"x")
    assert cli.main(argv("seal", "xts", "disk.img", "out")) == 2
    assert Path("out").read_bytes() == b"older"


def test_an_image_may_be_replaced_by_itself(image: bytes) -> None:
    assert cli.main(argv("seal", "xts", "disk.img", "disk.img")) == 0
    assert Path("disk.img").read_bytes() == xts(key_of("xts"), image, SECTOR)


def test_numbers_of_twkd_end_earlier(capsys: pytest.CaptureFixture[str], image: bytes) -> None:
    """The first byte of its tweaks, here of big-endian numbers, is below 64."""
    words = argv("seal", "hctr2-twkd", "disk.img", "out")
    refuses([*words, "--first-sector", str(1 << 126)], "must be 0 to 2^126 - 1", capsys)
    first = (1 << 126) - 300
    refuses([*words, "--first-sector", str(first + 1)], "would be 2^126 or above", capsys)
    assert cli.main([*words, "--first-sector", str(first)]) == 0
    assert Path("out").read_bytes() == model("hctr2-twkd", image, SECTOR, first)


@pytest.mark.parametrize("seal", [True, False])
def test_nothing_is_built_for_nothing(seal: bool) -> None:
    with CoreDisk(small("xts"), Disk(key_of("xts"), b"", 512, 0), seal=seal) as core_disk:
        assert core_disk.run(b"") == b""
        assert core_disk._sim is None
