# SPDX-License-Identifier: Apache-2.0
"""Damaged containers and messages: refused with one line, and nothing is written."""

from pathlib import Path

import pytest

from refusals import CORE, IV, KEY, RAW, fails
from sealwright import cli
from sealwright.families.message.container import LAYOUT

HEAD = LAYOUT.size + 32


def _swapped(data: bytes) -> bytes:
    """The first two chunks exchanged."""
    chunk = 116
    body = data[HEAD:]
    return data[:HEAD] + body[chunk : 2 * chunk] + body[:chunk] + body[2 * chunk :]


def _flipped(data: bytes, place: int) -> bytes:
    place %= len(data)
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


DAMAGE = {
    "tag": lambda data: _flipped(data, -1),
    "text": lambda data: _flipped(data, HEAD + 5),
    "salt": lambda data: _flipped(data, 20),
    "key check": lambda data: _flipped(data, 50),
    "swapped": _swapped,
    "cut between chunks": lambda data: data[: HEAD + 2 * 116],
    "cut in a chunk": lambda data: data[: HEAD + 2 * 116 + 20],
    "cut in a tag": lambda data: data[: HEAD + 2 * 116 + 7],
    "cut before the first chunk": lambda data: data[:HEAD],
    "cut in the key check": lambda data: data[:60],
    "cut in the header": lambda data: data[:30],
    "empty": lambda data: b"",
    "bytes appended": lambda data: data + b"x",
}


@pytest.mark.parametrize("case", DAMAGE)
@pytest.mark.parametrize("target", ["out", "-"])
def test_damage_is_refused(
    case: str, target: str, sealed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed.write_bytes(DAMAGE[case](sealed.read_bytes()))
    capsys.readouterr()
    fails(
        ["open", CORE, "sealed", target, "--key", KEY], 1, "sealwright: sealed: container", capsys
    )


@pytest.mark.parametrize("extra", [["--key", KEY[::-1]], ["--key", KEY, "--aad", "aad"]])
def test_wrong_key_or_aad(
    extra: list[str], sealed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    wanted = "sealed: container: wrong key, wrong AAD"
    fails(["open", CORE, "sealed", "out", *extra], 1, wanted, capsys)


@pytest.mark.parametrize("place", [0, -1])
def test_damaged_raw_message(place: int, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*RAW, IV]) == 0
    Path("out").write_bytes(_flipped(Path("out").read_bytes(), place))
    capsys.readouterr()
    argv = ["open", CORE, "out", "back", "--raw", "--iv", IV, "--key", KEY]
    fails(argv, 1, "out: refused: the tag is not that of the message", capsys)


def test_raw_message_shorter_than_a_tag(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("short").write_bytes(bytes(15))
    argv = ["open", CORE, "short", "back", "--raw", "--iv", IV, "--key", KEY]
    fails(argv, 1, "short: message truncated: 15 bytes", capsys)


def test_failure_leaves_an_older_output_alone(sealed: Path) -> None:
    Path("out").write_bytes(b"older")
    sealed.write_bytes(_flipped(sealed.read_bytes(), -1))
    assert cli.main(["open", CORE, "sealed", "out", "--key", KEY]) == 1
    assert Path("out").read_bytes() == b"older"
