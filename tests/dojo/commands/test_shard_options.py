"""`--shard` and `--merge` of `dojo mutants` and `dojo verify`."""

import pytest

from tests.dojo.small_kata import SmallKata


@pytest.mark.parametrize("command", ["mutants", "verify"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--merge", "--merge needs the reports of all shards"),
        ("--merge --shard 1/2 a.json", "Use one of them"),
        ("--shard 3/2", "3/2 is no shard"),
        ("--shard 0/2", "0/2 is no shard"),
    ],
)
def test_options_that_cannot_work_are_refused(
    command: str, options: str, message: str, kata: SmallKata
):
    done = kata.dojo(command, *options.split())
    assert (done.returncode, message in done.stderr) == (2, True)
