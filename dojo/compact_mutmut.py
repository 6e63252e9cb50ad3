"""mutmut, with its results written in one go.

After each mutant, mutmut 3.8 writes all results of the source file anew, indented, which Python's json does item by
item; for a file with 1,800 mutants that takes longer than the mutant. Here the same results are written as one text.
"""

import json
from typing import IO, Any

from mutmut.__main__ import cli


def dump_in_one_go(value: Any, file: IO[str], **_: Any) -> None:  # noqa: ANN401 - whatever there is to write
    """Write a value as JSON, without indentation."""
    file.write(json.dumps(value))


if __name__ == "__main__":
    setattr(json, "dump", dump_in_one_go)  # noqa: B010 - mypy would have the whole signature
    cli()
