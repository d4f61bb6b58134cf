# SPDX-License-Identifier: Apache-2.0
"""Readers of known-answer vectors for tweakable enciphering schemes.

Two formats: the project's JSON, whose mode is the name of a scheme, and the `.rsp` files of NIST's
validation system CAVP for XTS (XTSVS), from the package `cryptography_vectors`. CAVP has data units
that are no whole number of bytes; those are left out, and counted.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from sealwright.base.errors import UsageError
from sealwright.model.aes import BLOCK
from sealwright.model.field import Order
from sealwright.model.sector import SCHEMES
from sealwright.model.sector.base import Aes, BlockCipher, Scheme
from sealwright.model.sector.xts import tweak_of
from sealwright.model.vectors import (
    Direction,
    bytes_of,
    fields_of,
    hex_of,
    json_of,
    list_of,
    package_folder,
    paragraphs,
)

_OLD_NAMES = {"xcb-v1": "xcb"}
_ORDERS = {"gcm": Order.GCM, "le": Order.LE, "be": Order.BE}
_DIRECTIONS = {"encrypt": Direction.SEAL, "decrypt": Direction.OPEN, "both": Direction.BOTH}
_POLYVAL = "polyval"  # the only order of the HCTR2 family
MOST_ITERATIONS = 10_000  # each is a data unit of a simulation


class Sm4:
    """SM4 under one key (GB/T 32907-2016), of `cryptography`: HCTR's standard has it."""

    def __init__(self, key: bytes) -> None:
        cipher = Cipher(algorithms.SM4(key), modes.ECB())
        self.encrypt: Callable[[bytes], bytes] = cipher.encryptor().update
        self.decrypt: Callable[[bytes], bytes] = cipher.decryptor().update


CIPHERS: Mapping[str, Callable[[bytes], BlockCipher]] = {"aes": Aes, "sm4": Sm4}


@dataclass(frozen=True, slots=True)
class TesVector:
    """One known answer: `ct` is `pt` after `iterations` encryptions."""

    name: str
    mode: str
    key: bytes
    tweak: bytes
    pt: bytes
    ct: bytes
    hash_key: bytes | None = None
    order: Order | None = None
    cipher: str = "aes"
    direction: Direction = Direction.BOTH
    iterations: int = 1

    def scheme(self) -> Scheme:
        """The scheme under the keys of the vector."""
        cipher = CIPHERS[self.cipher]
        return SCHEMES[self.mode](self.key, self.hash_key, order=self.order, cipher=cipher)

    def misfit(self) -> str | None:
        """Why the scheme is not defined here for tweaks or texts of these lengths; None if it is.

        Others may define it for more, so this is no fault of a file.
        """
        try:
            self.scheme().check(self.tweak, self.pt)
        except UsageError as error:
            return str(error)
        return None


def failures(vector: TesVector) -> list[Direction]:
    """Directions in which the model does not give the known answer."""
    scheme, found = vector.scheme(), []
    ways = {
        Direction.SEAL: (scheme.encrypt, vector.pt, vector.ct),
        Direction.OPEN: (scheme.decrypt, vector.ct, vector.pt),
    }
    for direction, (way, text, answer) in ways.items():
        if vector.direction in (direction, Direction.BOTH):
            for _ in range(vector.iterations):
                text = way(vector.tweak, text)
            if text != answer:
                found.append(direction)
    return found


def read_vectors(path: Path) -> tuple[list[TesVector], int]:
    """A file in either format, and how many of its vectors have partial bytes."""
    return read_rsp(path) if path.suffix == ".rsp" else (read_json(path), 0)


def read_json(path: Path) -> list[TesVector]:
    """{"mode": a scheme, "gf_order", "vectors": [{"name", "key", "tweak", "pt", "ct", ...}]}.

    `hash_key` is there with HCTR, HCHfp, TET and HEHfp; `cipher`, `dir` and `iterations` are
    optional.
    """
    file = json_of(path)
    mode = str(file.get("mode"))
    mode = _OLD_NAMES.get(mode, mode)
    if mode not in SCHEMES:
        raise UsageError(f"{path}: field mode: {mode!r}, expected one of {', '.join(SCHEMES)}")
    order = _order(path, mode, file.get("gf_order"))
    return [
        _json_vector(path, mode, order, number, entry)
        for number, entry in enumerate(list_of(file, "vectors", f"{path}"), 1)
    ]


def _order(path: Path, mode: str, text: object) -> Order | None:
    """The bit order that a file names; None: that of the scheme."""
    polyval = mode in ("hctr2", "chctr2", "hctr2-twkd")
    known = (_POLYVAL,) if polyval else tuple(_ORDERS)
    if text is None:
        return None
    if text not in known:
        raise UsageError(f"{path}: field gf_order: {text!r}, expected one of {', '.join(known)}")
    return None if polyval else _ORDERS[str(text)]


def _json_vector(
    path: Path, mode: str, order: Order | None, number: int, entry: Mapping[str, object]
) -> TesVector:
    name = str(entry.get("name", f"vector {number}"))
    where = f"{path}: {name}"
    data = bytes_of(entry, where, "key", "tweak", "pt", "ct")
    if SCHEMES[mode].has_hash_key:
        data |= bytes_of(entry, where, "hash_key")
    cipher, iterations = entry.get("cipher", "aes"), entry.get("iterations", 1)
    if not isinstance(cipher, str) or cipher.lower() not in CIPHERS:
        raise UsageError(f"{where}: field cipher: {cipher!r}, expected {' or '.join(CIPHERS)}")
    if type(iterations) is not int or not 1 <= iterations <= MOST_ITERATIONS:
        raise UsageError(
            f"{where}: field iterations: {iterations!r}, a number from 1 to {MOST_ITERATIONS:,} "
            "expected"
        )
    way = entry.get("dir", "both")
    if not isinstance(way, str) or way not in _DIRECTIONS:
        raise UsageError(f"{where}: field dir: {way!r}, expected {', '.join(_DIRECTIONS)}")
    vector = TesVector(
        name=name,
        mode=mode,
        **data,
        order=order,
        cipher=cipher.lower(),
        direction=_DIRECTIONS[way],
        iterations=iterations,
    )
    return _checked(vector, where)


def _checked(vector: TesVector, where: str) -> TesVector:
    """Refuses what no vector of the scheme can mean."""
    if len(vector.pt) != len(vector.ct):
        raise UsageError(f"{where}: texts of {len(vector.pt)} and {len(vector.ct)} bytes")
    try:
        vector.scheme()
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    return vector


# --- NIST CAVP: paragraphs of `name = value` lines under [ENCRYPT] and [DECRYPT] -----------------


def cavp() -> tuple[list[TesVector], int]:
    """All XTS vectors of CAVP, and the number of those left out for their partial bytes."""
    folder = package_folder("cryptography_vectors", "cryptography_vectors") / "ciphers" / "AES"
    found: list[TesVector] = []
    left = 0
    for kind in ("tweak-128hexstr", "tweak-dataunitseqno"):
        for size in (128, 256):
            vectors, others = read_rsp(folder / "XTS" / kind / f"XTSGenAES{size}.rsp")
            found, left = found + vectors, left + others
    return found, left


def read_rsp(path: Path) -> tuple[list[TesVector], int]:
    """A response file of CAVP, and how many of its vectors have partial bytes."""
    vectors: list[TesVector] = []
    left, group = 0, ""
    for lines in paragraphs(path):
        if lines[0].startswith("["):
            group = lines[0].strip("[]")
            continue
        fields = fields_of(lines, f"{path}: {group} {lines[0]}")
        where = f"{path}: {group} COUNT={fields.get('COUNT', '?')}"
        if group not in ("ENCRYPT", "DECRYPT"):
            raise UsageError(f"{where}: stands under neither [ENCRYPT] nor [DECRYPT]")
        if not re.fullmatch("[0-9]{1,9}", fields.get("DataUnitLen", "")):
            raise UsageError(f"{where}: field DataUnitLen: a number of bits expected")
        if int(fields["DataUnitLen"]) % 8:
            left += 1
        else:
            vectors.append(_rsp_vector(where, path, group, fields))
    if not vectors:
        raise UsageError(f"{path}: holds no vectors")
    return vectors, left


def _rsp_vector(where: str, path: Path, group: str, fields: Mapping[str, str]) -> TesVector:
    number = fields.get("DataUnitSeqNumber")
    data = bytes_of(fields, where, "Key", "PT", "CT")
    if number is None:
        tweak = hex_of(fields.get("i"), f"{where}: field i")
    elif re.fullmatch("[0-9]{1,39}", number) and int(number) < 1 << 8 * BLOCK:
        tweak = tweak_of(int(number))
    else:
        raise UsageError(f"{where}: field DataUnitSeqNumber: {number!r}, a number expected")
    vector = TesVector(
        name=f"{path.parent.name} {path.stem} {group} COUNT={fields.get('COUNT', '?')}",
        mode="xts",
        key=data["Key"],
        tweak=tweak,
        pt=data["PT"],
        ct=data["CT"],
        direction=Direction.SEAL if group == "ENCRYPT" else Direction.OPEN,
    )
    return _checked(vector, where)
