# SPDX-License-Identifier: Apache-2.0
"""The version of this package."""

import tomllib
from importlib import metadata

from sealwright.base.files import repo_root


def version() -> str:
    """That of the package, or of the sources where it is not installed."""
    try:
        return metadata.version("sealwright")
    except metadata.PackageNotFoundError:
        project = tomllib.loads((repo_root() / "pyproject.toml").read_text())["project"]
        return str(project["version"])
