# SPDX-License-Identifier: Apache-2.0
"""The C header of a core: causes, sections and operations, and where each field of a word lies."""

import re
from collections.abc import Iterator, Sequence

from sealwright.cores.config import CoreConfig
from sealwright.export.traffic import Stream, streams_of
from sealwright.report.interface import Port
from sealwright.tools.sv_package import read_package

# The enumerations of a core's ports, by the library of its rules: package, and their names.
_SHARED = (
    ("rtl/engine/seal_engine_pkg.sv", ("key_cause_e",)),
    ("rtl/aes/seal_aes_pkg.sv", ("size_e",)),
)
_ENUMS = {
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


def c_header(config: CoreConfig, ports: Sequence[Port]) -> str:
    """The text of the file."""
    guard = _upper(f"SEAL_{config.name}_H")
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* Codes and fields of {config.name}. A field is bits SHIFT + WIDTH - 1 to SHIFT of its",
        " * stream's word, which is the ports of the stream joined as in bench.v. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        *_enums(config),
    ]
    for stream in streams_of(ports):
        lines += ["", f"/* {stream.name}: {stream.width} bits */", *_fields(stream)]
    return "\n".join([*lines, "", f"#endif /* {guard} */", ""])


def _enums(config: CoreConfig) -> Iterator[str]:
    own = [found for name, found in _ENUMS.items() if name in config.libraries]
    for package, names in (*_SHARED, *own):
        for name in names:
            values = read_package(package).enums[name]
            words = _upper(name.removesuffix("_e"))
            yield ""
            yield f"enum seal_{name.removesuffix('_e')} {{"
            yield from (f"  SEAL_{words}_{_upper(each.name)} = {each.value}," for each in values)
            yield "};"


def _fields(stream: Stream) -> Iterator[str]:
    shift = stream.width
    for port in stream.payload:
        shift -= port.width
        yield f"#define SEAL_{port.name.upper()}_SHIFT {shift}"
        yield f"#define SEAL_{port.name.upper()}_WIDTH {port.width}"


def _upper(name: str) -> str:
    """TagMismatch and gcm-default as parts of a macro's name; the kind in front goes."""
    name = re.sub(r"^(Cause|Op|Sec|Key|Blk)(?=[A-Z])", "", name)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-|[^A-Za-z0-9_]", "_", name).upper()
