"""Print pages on paper, as a real browser does."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
PAGE_OF_PDF = re.compile(rb"/Type ?/Page\b")
# Letter is shorter than A4.
LETTER = "<style>@page { size: letter; }</style></head>"

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


def count_printed_pages(page: str, folder: Path) -> int:
    """Print a page on letter paper, and return how many sheets it takes."""
    html = folder / "page.html"
    pdf = folder / "page.pdf"
    html.write_text(page.replace("</head>", LETTER))
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/browser"]
    command = [str(CHROMIUM), *options, f"--print-to-pdf={pdf}", html.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=60)  # noqa: S603 - our command
    return len(PAGE_OF_PDF.findall(pdf.read_bytes()))
