"""The person's own tests."""

from collections.abc import Iterator
from pathlib import Path

from dojo.practice.model import Practice
from dojo.text import INDENT

TEST_FILES = ("test_*.py", "*_test.py")  # as pytest has them
NO_TESTS = f"""{{name}}/tests has no test yet
{INDENT}Write one: a function test_... in a file {{name}}/tests/test_....py"""


def own_tests(practice: Practice) -> Iterator[Path]:
    """Return the files with tests of the person's own."""
    return (path for path in (practice.folder / "tests").rglob("*.py") if is_test(path))


def is_test(path: Path) -> bool:
    """Tell whether pytest looks for tests in a file."""
    return any(path.match(pattern) for pattern in TEST_FILES)


def no_tests(practice: Practice) -> str:
    """Say that there is none."""
    return NO_TESTS.format(name=practice.name)
