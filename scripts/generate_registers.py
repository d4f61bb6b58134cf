# SPDX-License-Identifier: Apache-2.0
"""Writes the registers of `seal_ocp_lock_ee` for other tools, from their SystemRDL.

An IP-XACT component (IEEE 1685-2014) with the memory map, and a header in C, both by PeakRDL.
tests/ocp_lock/test_ocp_lock_rdl.py makes them again and compares.
"""

import tempfile
from pathlib import Path

from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_ipxact import IPXACTExporter, Standard
from systemrdl.compiler import RDLCompiler
from systemrdl.node import RootNode

from sealwright.base.files import repo_root
from sealwright.base.version import version

SOURCE = "rtl/ocp_lock/seal_ocp_lock_ee.rdl"
FOLDER = "examples/ocp_lock"
COMPONENT, HEADER = "seal_ocp_lock_ee.xml", "seal_ocp_lock_ee.h"


def elaborated() -> RootNode:
    """The register map."""
    compiler = RDLCompiler()
    compiler.compile_file(str(repo_root() / SOURCE))
    return compiler.elaborate()


def texts() -> dict[str, str]:
    """Each file's text by its name."""
    root = elaborated()
    component = IPXACTExporter(
        standard=Standard.IEEE_1685_2014,
        vendor="sealwright",
        library="ocp_lock",
        version=version(),
    )
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        folder = Path(name)
        component.export(root, str(folder / COMPONENT), component_name="seal_ocp_lock_ee")
        CHeaderExporter().export(root, str(folder / HEADER))
        return {path.name: path.read_text() for path in folder.iterdir()}


if __name__ == "__main__":
    for name, text in texts().items():
        (repo_root() / FOLDER / name).write_text(text)
