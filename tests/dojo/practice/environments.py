"""Virtual environments that have pytest, but none of the other packages of the dojo."""

import sys
import venv
from importlib.metadata import distribution
from pathlib import Path

from tests.dojo.practising import write_files

PYTEST = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
APPROVALTESTS = (
    *("approvaltests", "approval_utilities", "typing_extensions"),
    *("requests", "idna", "charset_normalizer", "urllib3", "certifi"),
)
RATES = """HOUR = 3


def rate(hours):
    if hours < 0:
        raise ValueError("no such rate")
    return HOUR
"""


def make_environment(folder: Path, packages: tuple[str, ...] = PYTEST) -> Path:
    """Create an environment with packages of this Python, and return the path of its Python.

    The packages are links to those that are installed here, so that nothing is downloaded. The
    environment also has a module `rates`, which can be imported nowhere else.
    """
    venv.create(folder, symlinks=sys.platform != "win32")
    site_packages = next(folder.glob("[Ll]ib*/**/site-packages"))
    for package in packages:
        installed = distribution(package)
        names = {Path(file).parts[0] for file in installed.files or () if ".." not in file.parts}
        for name in names - {"__pycache__"}:
            (site_packages / name).symlink_to(str(installed.locate_file(name)))
    write_files(site_packages, {"rates.py": RATES})
    return next(folder.glob("*/python"))
