# SPDX-License-Identifier: Apache-2.0
"""What pyproject.toml cannot say: a wheel carries the man page, the RTL and what commands read.

The latter go below `sealwright/sources`, in the folders that they have in the checkout. An editable
installation has the checkout itself and copies nothing.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

SOURCES = ("rtl", "configs", "results", "tests/data", "scripts/lint")


class BuildWithSources(build_py):
    """Copies the sources beside the modules."""

    def run(self) -> None:
        package = Path(self.build_lib, "sealwright")
        if not self.editable_mode:
            shutil.rmtree(package, ignore_errors=True)  # a former build may have had other files
        super().run()
        if not self.editable_mode:
            for folder in SOURCES:
                shutil.copytree(folder, package / "sources" / folder)
            # For folders that `export` writes; for the age of the results of devices
            for name in ("LICENSE", "requirements-devices.txt"):
                shutil.copy(name, package / "sources")
            # FuseSoC searches a checkout for cores, and would find these copies.
            Path(self.build_lib).with_name("FUSESOC_IGNORE").touch()


setup(
    cmdclass={"build_py": BuildWithSources},
    data_files=[("share/man/man1", ["docs/sealwright.1"])],
)
