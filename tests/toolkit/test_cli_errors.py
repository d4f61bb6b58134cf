# SPDX-License-Identifier: Apache-2.0
"""The command line: what it refuses, its messages and exit codes, and that it leaves no files."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from refusals import CORE, IV, KEY, RAW, fails
from sealwright import cli
from sealwright.base.files import repo_root
from sealwright.families.message.container import Header, derive

SEAL = ["seal", CORE, "plain", "out", "--key"]

BAD_USE = {
    "no command": ([], "required: COMMAND"),
    "unknown command": (["frob"], "frob"),
    "unknown option of check": (["check", CORE, "--frob", "plain"], "--frob"),
    "verify without end": (["verify", CORE, "--messages", "9" * 20], "must be 1 to 1000000"),
    "word too many": (["info", CORE, "more"], "unrecognized arguments: more"),
    "number of 5,000 digits": (["check", CORE, "digits"], "not JSON"),
    "no seeds": (["synth", CORE, "--target", "ecp5", "--seeds", "0"], "must be 1 to 100"),
    "seed of tables": (["synth", CORE, "--seed", "3"], "are for place and route: ecp5, "),
    "first seed of tables": (["synth", CORE, "--seed", "0"], "are for place and route: ecp5, "),
    "seeds without end": (
        ["synth", CORE, "--target", "ecp5", "--seed", "2147483647", "--seeds", "2"],
        "the last seed is 2147483647",
    ),
    "seeds of tables": (["synth", CORE, "--seeds", "3"], "are for place and route: ecp5, "),
    "estimate of tables": (["synth", CORE, "--estimate"], "--estimate is for --target ecp5"),
    "unknown option": ([*SEAL, KEY, "--frob"], "--frob"),
    "no key": (["seal", CORE, "plain", "out"], "--key --key-file"),
    "two keys": ([*SEAL, KEY, "--key-file", "key"], "not allowed with"),
    "empty key": ([*SEAL, ""], "key of 0 bytes"),
    "key of a byte": ([*SEAL, "00"], "key of 1 byte: 16, 24 or 32 expected"),
    "short key": ([*SEAL, KEY[2:]], "key of 15 bytes: 16, 24 or 32 expected"),
    "long key": ([*SEAL, KEY * 3], "key of 48 bytes"),
    "odd key": ([*SEAL, KEY[1:]], "odd number of hexadecimal digits (31)"),
    "key with other letters": ([*SEAL, "x" * 32], "--key: not hexadecimal"),
    "no key file": (["seal", CORE, "plain", "out", "--key-file", "nowhere"], "nowhere: No such"),
    "endless key file": (["seal", CORE, "plain", "out", "--key-file", "/dev/zero"], "longer than"),
    "binary key file": (["seal", CORE, "plain", "out", "--key-file", "plain"], "not hexadecimal"),
    "key size of other cores": (
        ["seal", "gcm-aes128", "plain", "out", "--key", KEY * 2],
        "takes 16",
    ),
    "unknown core": (["seal", "gcm-nope", "plain", "out", "--key", KEY], "unknown core 'gcm-nope'"),
    "mistyped core": (
        ["info", "sector-htcr2"],
        "nearest: sector-hctr2, sector-hctr, sector-hch; `sealwright cores` lists all, or give a",
    ),
    "part of a core's name": (
        ["info", "xts"],
        "'xts'; nearest: sector-xts, sector-xts-bram, sector-xts-encrypt;",
    ),
    "core like no other": (["info", "nope"], "'nope'; `sealwright cores` lists all, or give"),
    "unknown knob": ([*SEAL, KEY, "--set", "colour=red"], "unknown knob 'colour'"),
    "knob out of range": ([*SEAL, KEY, "--set", "slots=17"], "slots = 17: must be 1 to 16"),
    "knob of another type": ([*SEAL, KEY, "--set", "slots=many"], "must be a whole number"),
    "knob twice": ([*SEAL, KEY, "--set", "slots=1", "--set", "slots=2"], "slots is set before"),
    "knob without value": ([*SEAL, KEY, "--set", "slots"], "KNOB=VALUE expected"),
    "no input": (["seal", CORE, "nowhere", "out", "--key", KEY], "nowhere: No such file"),
    "folder as input": (["seal", CORE, ".", "out", "--key", KEY], ".: Is a directory"),
    "no AAD": ([*SEAL, KEY, "--aad", "nowhere"], "nowhere: No such file"),
    "no folder for output": (["seal", CORE, "plain", "no/out", "--key", KEY], "no/out: No such"),
    "folder as output": (["seal", CORE, "plain", ".", "--key", KEY], ".: Is a directory"),
    "chunk of nothing": ([*SEAL, KEY, "--chunk", "0"], "--chunk 0: gcm-default takes 1 to"),
    "huge chunk": ([*SEAL, KEY, "--chunk", "16777217"], "1 to 16777216 bytes"),
    "chunk above the store": (
        ["seal", "gcm-store", "plain", "out", "--key", KEY, "--chunk", "65536"],
        "gcm-store takes 1 to 8176 bytes",
    ),
    "chunk that is no number": ([*SEAL, KEY, "--chunk", "many"], "invalid int value"),
    "raw without IV": ([*SEAL, KEY, "--raw"], "--raw needs --iv"),
    "IV without raw": ([*SEAL, KEY, "--iv", IV], "--iv goes with --raw"),
    "raw with chunks": ([*RAW, IV, "--chunk", "64"], "a bare message has no chunks"),
    "empty IV": ([*RAW, ""], "takes 1 to 65536"),
    "short IV": ([*RAW, IV[10:]], "IV of 7 bytes: 12 are usual; OpenSSL"),
    "long IV": ([*RAW, IV * 11], "IV of 132 bytes"),
    "odd IV": ([*RAW, IV[1:]], "--iv: odd number"),
    "not a container": (["open", CORE, "plain", "out", "--key", KEY], "plain: not a sealed"),
    "file for no core": (["info", "nowhere.toml"], "nowhere.toml: no such file of a core"),
    "core file of another name": (["info", "core.TOML"], "or give a file NAME.toml"),
    "a kind to list": (["mult", "--list", "karatsuba"], "--list shows all kinds: leave out kara"),
    "negative seed": (["verify", "aes-fly", "--seed", "-5"], "-5: a seed is a whole number from 0"),
    "seed of 40 digits": (["verify", "aes-fly", "--seed", "9" * 40], "from 0 to 2147483647"),
    "seed with zeros": (["verify", "aes-fly", "--seed", "0" * 20 + "9" * 10], "0 to 2147483647"),
    "seed of other digits": (["verify", "aes-fly", "--seed", "\u0663"], "a seed is a whole number"),
    "messages above the store": (
        ["bench", "gcm-store", "--sizes", "64,8192"],
        "messages of 8192 bytes are too long: gcm-store stores 512 beats",
    ),
    "AAD above the store": (["bench", "gcm-store", "--aad", "9000"], "8192 bytes are too long"),
    "store too small to bench": (
        ["bench", "gcm-store", "--set", "store_beats=8"],
        "of 128 bytes whose latency is measured: gcm-store with store_beats=8 stores 8 beats",
    ),
    "with AAD, too": (
        ["bench", "gcm-store", "--set", "store_beats=11", "--sizes", "0", "--aad", "33"],
        "the message of 128 bytes whose latency is measured: gcm-store with store_beats=11 stores",
    ),
    "text too long to bench": (
        ["bench", CORE, "--set", "text_limit=100", "--sizes", "1604"],
        "messages of 1604 bytes are too long: gcm-default with text_limit=100 takes 1600 bytes",
    ),
    "AAD too long to bench": (
        ["bench", CORE, "--set", "aad_limit_log2=5", "--aad", "32", "--sizes", "64"],
        "takes fewer than 2^5 bytes of AAD",
    ),
    "more messages than a key seals": (
        ["bench", CORE, "--set", "message_limit=50"],
        "seals 50 (message_limit)",
    ),
    "more than a key seals, with new keys": (
        ["bench", CORE, "--keys", "fresh", "--set", "message_limit=15"],
        "16 messages with one key: gcm-default with message_limit=15 seals 15 (message_limit)",
    ),
    "text too long for new keys": (
        ["bench", CORE, "--keys", "fresh", "--set", "text_limit=4"],
        "messages of 1500 bytes are too long",
    ),
    "empty list of sizes": (["bench", CORE, "--sizes", ""], "--sizes : byte counts from 0"),
    "seed in words": (["bench", CORE, "--seed", "one"], "one: a seed is a whole number"),
    "sizes of AES": (
        ["bench", "aes-fly", "--sizes", "16"],
        "aes-fly: --sizes is for cores of AES-GCM",
    ),
    "no operations of AES": (["bench", "aes-fly", "--op", "open"], "this is a core of AES alone"),
    "vectors of messages": (["check", "aes-fly", "--wycheproof"], "--wycheproof is for cores of"),
    "no core for messages": (
        ["seal", "aes-fly", "plain", "out", "--key", KEY],
        "aes-fly: cores of AES alone seal no files",
    ),
    "sectors of GCM": ([*SEAL, KEY, "--sector", "512"], "--sector is for cores of sector modes"),
    "chunks to open": (["open", CORE, "plain", "out", "--key", KEY, "--chunk", "64"], "--chunk 64"),
    "no vectors": (["check", "aes-fly", "no.rsp"], "no.rsp: no such file of vectors"),
    "unknown table": (["tables", "patel-3.2", "nowhere"], "unknown table 'nowhere'"),
    "core that cannot open": (
        ["open", "gcm-yang-encrypt", "plain", "out", "--key", KEY],
        "gcm-yang-encrypt cannot open",
    ),
    "demo of a core that cannot open": (["demo", "--core", "gcm-yang-encrypt"], "cannot open"),
    "IV of another mode": (
        ["seal", "gcm-xaes256", "plain", "out", "--raw", "--key", 2 * KEY, "--iv", "00"],
        "IV of 1 bytes: gcm-xaes256 takes 24",
    ),
    "fresh keys and an operation": (
        ["bench", CORE, "--keys", "fresh", "--op", "open"],
        "--op: has no effect with --keys",
    ),
    "pressure and a seed": (
        ["bench", CORE, "--pressure", "--seed", "2"],
        "--seed: has no effect with --pressure",
    ),
    "fresh keys of a core that opens": (
        ["bench", "gcm-yang-decrypt", "--set", "slots=2", "--keys", "fresh"],
        "cannot seal",
    ),
    "demo of another mode": (["demo", "--core", "gcm-sst"], "files are sealed with GCM"),
    "demo of bare messages": (["demo", "--core", "gcm-xaes256"], "seals bare messages only"),
    "demo of short messages": (
        ["demo", "--set", "text_limit=3"],
        "messages of 1500 bytes are too long: gcm-default with text_limit=3 takes 48 bytes",
    ),
    "no library": (["tables", "patel-3.3", "--liberty", "/none"], "/none: no such file"),
    "library for no table": (["tables", "yang-1", "--liberty", "/none"], "none of these tables"),
    "path for a named core": (["info", "../configs/gcm-default"], "unknown core"),
    "endless AAD": ([*SEAL, KEY, "--aad", "/dev/zero"], "longer than 268435456 bytes: AAD"),
    "fraction in a list": (["info", CORE, "--set", "key_sizes=128.0"], "whole numbers"),
    "knob of 5,000 digits": ([*SEAL, KEY, "--set", "slots=" + "9" * 5000], "slots = '999"),
    "brackets without end": ([*SEAL, KEY, "--set", "slots=" + "[" * 3000], "slots = '[[["),
    "verify nothing": (["verify", CORE, "--messages", "0"], "must be 1 to 1000000"),
    "no faults": (["mutants", "--count", "-1"], "must be 1 or more"),
}


@pytest.mark.parametrize("case", BAD_USE)
def test_bad_use_is_one_line_and_exit_code_2(
    case: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv, words = BAD_USE[case]
    fails(argv, 2, words, capsys)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kind = ['gcm']", "kind must be a string"),
        ("knobs = 3", "knobs must be a table"),
        ("[knobs]\nkey_sizes = [[128]]", "must be a list of whole numbers"),
        ("[knobs]\nkey_sizes = [128.0]", "must be a list of whole numbers"),
        ("[knobs]\nslots = " + "9" * 5000, "not a core file"),
        ("[knobs]\nslots = " + "[" * 3000, "not a core file"),
    ],
)
def test_core_files_of_wrong_types(
    line: str, words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = line.replace("[knobs]\n", "").partition(" ")[0]
    text = (repo_root() / "configs" / f"{CORE}.toml").read_text()
    if key == "knobs":
        text = text.partition("[knobs]")[0]
    kept = [row for row in text.splitlines() if not row.startswith(f"{key} ")]
    if key == "key_sizes":
        kept[kept.index("[knobs]")] = line
    Path("odd.toml").write_text("\n".join(kept if key == "key_sizes" else [line, *kept]))
    for command in ("info", "flip"):
        fails([command, "odd.toml"], 2, words, capsys)


def test_unwritable_folder(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(**where: object) -> None:  # root, who may write everywhere, runs this test too
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    fails([*SEAL, KEY], 2, "out: Permission denied", capsys)


def test_folder_for_a_core(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder.toml").mkdir()
    fails(["info", "folder.toml"], 2, "folder.toml: not a file", capsys)


@pytest.mark.parametrize("target", ["foo", ""])
def test_nothing_is_announced_for_an_unknown_target(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fails(["synth", CORE, "--target", target], 2, "unknown target", capsys)


def test_one_stream_for_two_purposes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    for option in (["--key", KEY, "--aad", "pipe"], ["--key-file", "pipe"]):
        fails(["seal", CORE, "pipe", "out", *option], 2, "are one stream", capsys)


def test_the_key_is_not_overwritten(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("key").write_text(KEY)
    fails(["seal", CORE, "plain", "key", "--key-file", "./key"], 2, "is OUT, too", capsys)
    fails(["seal", CORE, "plain", "key", "--key", KEY, "--aad", "key"], 2, "is OUT, too", capsys)


@pytest.mark.parametrize(
    ("work", "command", "words"),
    [
        ("commands.datasheet.page", ["datasheet", CORE, "no/x"], "no/x: No such"),
        ("export.multiplier.verilog", ["mult", "karatsuba", "--export", "no/x"], "no folder"),
        (
            "export.multiplier.proof.prove",
            ["mult", "karatsuba", "--export", "no/x", "--prove"],
            "no folder",
        ),
    ],
)
def test_no_work_for_what_cannot_be_written(
    work: str,
    command: list[str],
    words: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(f"sealwright.{work}", lambda *_, **__: pytest.fail("has begun"))
    fails(command, 2, words, capsys)


def test_empty_key_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("none").write_text("\n")
    fails(["seal", CORE, "plain", "out", "--key-file", "none"], 2, "none: no key", capsys)


def test_full_device(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["seal", CORE, "plain", "/dev/full", "--key", KEY]
    fails(argv, 2, "/dev/full: No space left on device", capsys)


@contextmanager
def no_room() -> Iterator[None]:
    """No file may have more than 100 bytes: as on a full disk, the error names none.

    Not as a fixture: pytest's own report may go to a file before a fixture ends.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    "argv",
    [
        ["seal", CORE, "plain", "out", "--key", KEY],
        ["datasheet", CORE, "out", "--no-waves"],
    ],
)
def test_a_full_disk_names_the_output(
    argv: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(argv) == 0  # what it builds is in the cache from now on
    capsys.readouterr()
    Path("out").unlink()
    with no_room():
        fails(argv, 2, "sealwright: out: File too large", capsys)


def test_a_full_disk_for_what_goes_to_standard_output(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is kept in a temporary file until it is complete."""
    monkeypatch.setattr("sealwright.base.streams._SPOOL_MEMORY", 1000)
    words = f"sealwright: {tempfile.gettempdir()}: File too large"
    with no_room():
        fails(["datasheet", CORE, "-", "--no-waves"], 2, words, capsys)


@pytest.mark.parametrize("argv", [["cores"], ["cores", "--json"], ["datasheet", CORE, "-"]])
def test_full_standard_output(argv: list[str]) -> None:
    command = [sys.executable, "-m", "sealwright", *argv]
    command += ["--no-waves"] if argv[0] == "datasheet" else []
    env = {**os.environ, "PYTHONPATH": str(repo_root() / "src")}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=env, check=False)
    assert done.returncode == 2
    assert done.stderr == b"sealwright: standard output: No space left on device\n"


def test_container_of_another_key_size(sealed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["open", CORE, "sealed", "out", "--key", KEY * 2]
    fails(argv, 2, "key of 32 bytes: this container takes 16", capsys)


def test_chunks_above_the_store(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = Header.new(16, 65536)
    Path("big").write_bytes(header.pack() + derive(header, bytes.fromhex(KEY)).check + bytes(99))
    argv = ["open", "gcm-store", "big", "out", "--key", KEY]
    fails(argv, 2, "big: container with chunks of 65536 bytes: gcm-store holds 8176", capsys)


def test_interrupt_leaves_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sealwright.families.message.seal.seal_stream", interrupt)
    fails([*SEAL, KEY], 130, "interrupted", capsys)


def test_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError("No module named 'pyosys'", name="pyosys.libyosys")

    monkeypatch.setattr(cli, "import_module", missing)
    assert cli.main(["cores"]) == 2
    assert "the Python package pyosys is not installed" in capsys.readouterr().err
