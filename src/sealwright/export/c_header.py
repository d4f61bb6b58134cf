# SPDX-License-Identifier: Apache-2.0
"""The C header of a core: causes, sections and operations, and where each field of a word lies."""

import re
from collections.abc import Iterator, Sequence

from sealwright.base.errors import CheckFailed
from sealwright.cores.config import CoreConfig
from sealwright.export.traffic import Stream, streams_of
from sealwright.report.header import streams
from sealwright.report.interface import Port
from sealwright.tools.sv_package import read_package

_TUSER = re.compile(r"tuser = \{([\w, ]+)\}")

# The enumerations of a core's ports, by the library of its rules: package, and their names.
_SHARED = (
    ("rtl/engine/seal_engine_pkg.sv", ("key_cause_e",)),
    ("rtl/aes/seal_aes_pkg.sv", ("size_e",)),
)
_ENUMS = {
    "ghash": ("rtl/ghash/seal_ghash_pkg.sv", ("ghash_cause_e",)),
    "message": (
        "rtl/message/seal_message_pkg.sv",
        ("message_section_e", "message_op_e", "message_cause_e"),
    ),
    "sector": (
        "rtl/sector/seal_sector_pkg.sv",
        ("sector_section_e", "sector_op_e", "sector_cause_e"),
    ),
    "aes_stream": ("rtl/aes_stream/seal_aes_cause_pkg.sv", ("block_cause_e",)),
}

# Bits of the fields of a tuser, whose order is in the header of the core's top module.
_USER = {"abort": 1, "section": 2, "inverse": 1, "slot": 4, "id": 4, "cause": 2}


def c_header(config: CoreConfig, ports: Sequence[Port]) -> str:
    """The text of the file. Every name begins with the core's: a program may have several cores."""
    core = re.sub("[^A-Z0-9]", "_", f"SEAL_{config.name}".upper())
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Codes and fields of {config.name}. A field is bits SHIFT + WIDTH - 1 to SHIFT of its",
        " * stream's word, which is the ports of the stream joined as in bench.v; of a stream of",
        " * several places, the ports of one place. */",
        f"#ifndef {core}_H",
        f"#define {core}_H",
        *_enums(config, core),
    ]
    for stream in streams_of(ports):
        places = f", in {stream.places} places" if stream.places > 1 else ""
        lines += ["", f"/* {stream.name}: {stream.width} bits{places} */"]
        if places:
            lines.append(f"#define {core}_{stream.name.upper()}_PLACES {stream.places}")
        lines += _fields(stream, core, user_fields(config.top, stream))
    return "\n".join([*lines, "", f"#endif /* {core}_H */", ""])


def _enums(config: CoreConfig, core: str) -> Iterator[str]:
    own = [found for name, found in _ENUMS.items() if name in config.libraries][:1]
    for package, names in (*_SHARED, *own):
        for name in names:
            kind = name.removesuffix("_e")
            values = read_package(package).enums[name]
            codes = [
                f"  {core}_{_upper(kind)}_{_upper(each.name)} = {each.value}" for each in values
            ]
            yield ""
            yield f"enum {core.lower()}_{kind} {{"
            yield ",\n".join(codes)  # without a comma behind the last, as C89 wants
            yield "};"


def user_fields(top: str, stream: Stream) -> list[str]:
    """The fields of the stream's tuser, the highest first: those of s_axis, if nothing is said."""
    said = streams(top)
    found = [_TUSER.search(said.get(name, "")) for name in (stream.name, "s_axis")]
    return next((match[1].split(", ") for match in found if match), [])


def _fields(stream: Stream, core: str, user: Sequence[str]) -> Iterator[str]:
    shift = stream.width
    for port in stream.payload:
        width = stream.field(port)
        shift -= width
        yield from _field(f"{core}_{port.name}", shift, width)
        if port.name.endswith("_tuser"):
            low = width
            for name in user:
                low -= _USER[name]
                yield from _field(f"{core}_{port.name}_{name}", shift + low, _USER[name])
            if user and low:
                raise CheckFailed(f"{port.name} has {width} bits, its fields {', '.join(user)} not")


def _field(name: str, shift: int, width: int) -> Iterator[str]:
    yield f"#define {name.upper()}_SHIFT {shift}"
    yield f"#define {name.upper()}_WIDTH {width}"


def _upper(name: str) -> str:
    """TagMismatch as a part of a macro's name; the kind in front of it goes."""
    name = re.sub(r"^(Cause|Op|Sec|Key|Blk|Ghash)(?=[A-Z])", "", name)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()
