"""Test how the report of each tool is read, on reports with a few mutants of one small file."""

import json

import pytest

from tests.compared.mutants import KILLED, NOT_RUN, SURVIVED, TIMED_OUT, Mutant
from tests.compared.reports import (
    file_of_diff,
    path_of_mutmut,
    read_cosmic_ray,
    read_fermut,
    read_gremlins,
    read_mutmut,
    read_stryker,
)

SOURCE = "def add(a, b):\n    return a + b\n"
CHANGED = "def add(a, b):\n    return a - b\n"
DIFF = """\
--- mutation diff ---
--- a/shop/sums.py
+++ b/shop/sums.py
@@ -1,2 +1,2 @@
 def add(a, b):
-    return a + b
+    return a - b
"""


def changed_by(mutant: Mutant) -> str:
    assert mutant.change is not None
    return mutant.change.apply(SOURCE)


def stryker(status: str) -> str:
    place = {"start": {"line": 2, "column": 14}, "end": {"line": 2, "column": 15}}
    mutant = {"id": "7", "location": place, "replacement": "-", "status": status}
    return json.dumps({"files": {"shop/sums.py": {"mutants": [mutant]}}})


def fermut(status: str) -> str:
    file = "/tmp/x/shop/sums.py"  # noqa: S108 - no one opens it
    mutant = {"id": f"{file}@28:swap", "file": file, "range": [28, 29], "replacement": "-"}
    return json.dumps({"outcomes": [{"status": status, "mutant": mutant}]})


def gremlins(status: str) -> str:
    result = {"gremlin_id": "g1", "file_path": "shop/sums.py", "line_number": 2, "status": status}
    return json.dumps({"results": [result]})


def cosmic_ray(outcome: str, output: str = "1 failed") -> str:
    item = {"job_id": "j1", "mutations": [{"module_path": "shop/sums.py"}]}
    result = {"test_outcome": outcome, "output": output, "diff": DIFF}
    return json.dumps([item, result])


def mutmut(status: str) -> str:
    return f"    shop.sums.x_add__mutmut_1: {status}\n"


@pytest.mark.parametrize(
    ("mutants", "status"),
    [
        (read_stryker(stryker("Killed")), KILLED),
        (read_stryker(stryker("Survived")), SURVIVED),
        (read_stryker(stryker("Ignored")), SURVIVED),
        (read_stryker(stryker("Timeout")), TIMED_OUT),
        (read_stryker(stryker("NoCoverage")), NOT_RUN),
        (read_fermut(fermut("killed")), KILLED),
        (read_fermut(fermut("survived")), SURVIVED),
        (read_fermut(fermut("timed_out")), TIMED_OUT),
        (read_fermut(fermut("skipped")), NOT_RUN),
        (read_gremlins(gremlins("zapped")), KILLED),
        (read_gremlins(gremlins("survived")), SURVIVED),
        (read_gremlins(gremlins("timeout")), TIMED_OUT),
        (read_gremlins(gremlins("error")), NOT_RUN),
        (read_cosmic_ray(cosmic_ray("killed")), KILLED),
        (read_cosmic_ray(cosmic_ray("incompetent")), KILLED),
        (read_cosmic_ray(cosmic_ray("survived")), SURVIVED),
        (read_cosmic_ray(cosmic_ray("killed", "timeout")), TIMED_OUT),
        (read_mutmut(mutmut("killed")), KILLED),
        (read_mutmut(mutmut("survived")), SURVIVED),
        (read_mutmut(mutmut("timeout")), TIMED_OUT),
        (read_mutmut(mutmut("no tests")), NOT_RUN),
        (read_mutmut(mutmut("not checked")), NOT_RUN),
    ],
)
def test_a_status_has_one_word_for_all_tools(mutants: list[Mutant], status: str):
    assert [mutant.status for mutant in mutants] == [status]


@pytest.mark.parametrize(
    "mutants",
    [
        read_stryker(stryker("Killed")),
        read_fermut(fermut("killed")),
        read_cosmic_ray(cosmic_ray("killed")),
    ],
)
def test_a_report_tells_the_change(mutants: list[Mutant]):
    assert changed_by(mutants[0]) == CHANGED


def test_a_mutant_that_cosmic_ray_did_not_reach_was_not_run():
    item = {"job_id": "j1", "mutations": [{"module_path": "shop/sums.py"}]}
    assert read_cosmic_ray(json.dumps([item, None])) == [Mutant("j1", "shop/sums.py", NOT_RUN)]


def test_lines_of_mutmut_without_a_mutant_are_passed_over():
    assert read_mutmut("2 files: done\n\n") == []


def test_a_mutant_of_fermut_has_the_same_name_in_each_folder():
    (mutant,) = read_fermut(fermut("killed"))
    assert mutant.name == "sums.py@28:swap"


def test_a_diff_names_its_file():
    assert file_of_diff(DIFF.split("\n", 1)[1]) == "a/shop/sums.py"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("shop.pay.xǁCardǁtotal__mutmut_2", ("Card", "total")),
        ("shop.pay.x_total__mutmut_12", ("total",)),
    ],
)
def test_a_name_of_mutmut_tells_the_function(name: str, path: tuple[str, ...]):
    assert path_of_mutmut(name) == path
