"""Files that are replaced as a whole: a full disk leaves the old one as it was.

unfinished: the new file, beside the old one until all of it is written.
"""

import os
import shutil
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave the one that is there as it is and raise OSError; nothing unfinished is left."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(content)
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
