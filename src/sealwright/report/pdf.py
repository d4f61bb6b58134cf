# SPDX-License-Identifier: Apache-2.0
"""A page as PDF, printed by an installed Chromium."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from sealwright.base.errors import CheckFailed, ToolMissing

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")


def browser() -> str:
    """The program that prints; ToolMissing without one."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise ToolMissing(f"a PDF needs a browser, one of {', '.join(BROWSERS)}: install chromium")
    return program


def pdf(html: str) -> bytes:
    """The file; ToolMissing without a browser."""
    program = browser()
    with tempfile.TemporaryDirectory(prefix="sealwright-") as name:
        page, printed = Path(name) / "page.html", Path(name) / "page.pdf"
        page.write_bytes(html.encode(errors="backslashreplace"))  # as an HTML file has them
        own = f"--user-data-dir={name}/browser"  # beside a browser that is in use
        command = [program, *_OPTIONS, own, f"--print-to-pdf={printed}", page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not printed.is_file():
            raise CheckFailed(f"{program} made no PDF:\n{done.stderr[-500:]}")
        return printed.read_bytes()
