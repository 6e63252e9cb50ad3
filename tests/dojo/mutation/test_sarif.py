"""Survivors in SARIF. A document shows the whole log."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dojo.errors import WorkspaceError
from dojo.mutation.annotations import refuse_foreign_log, sarif_log, write_sarif
from dojo.mutation.report import MutationReport
from dojo.mutation.results import Mutant
from tests.dojo.mutation.reports import ALIVE, DEAD, NEVER_RUN, PATH, SOURCE, report
from tests.dojo.printed import verify_document


def log_of(found: MutationReport) -> Any:
    return sarif_log(found)


def log(*mutants: Mutant) -> Any:
    return log_of(report(*mutants))


def results(*mutants: Mutant) -> list[Any]:
    return log(*mutants)["runs"][0]["results"]


def fingerprints(*mutants: Mutant) -> list[Any]:
    return [each["partialFingerprints"] for each in results(*mutants)]


def test_survivors_in_sarif():
    verify_document("sarif_of_mutants", json.dumps(log(), indent=1))


def test_the_region_is_the_text_that_the_mutant_replaces():
    [result] = results(ALIVE)
    region = result["locations"][0]["physicalLocation"]["region"]
    line = SOURCE.split("\n")[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "<"


def test_each_result_is_of_the_rule_at_its_index():
    run = log()["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]


def test_without_survivors_there_are_no_results():
    assert results(DEAD) == []


def test_the_fingerprint_stays_if_lines_move():
    assert fingerprints(replace(ALIVE, line=7)) == fingerprints(ALIVE)


def test_the_fingerprint_stays_if_a_test_kills_the_same_change_before_it():
    killed = replace(ALIVE, status=DEAD.status)
    assert fingerprints(killed, ALIVE) == fingerprints(ALIVE, ALIVE)[1:]


def test_the_same_change_twice_has_two_fingerprints():
    one, other = fingerprints(ALIVE, ALIVE)
    assert one != other


def test_other_changes_of_a_function_have_other_fingerprints():
    one, other = fingerprints(ALIVE, replace(ALIVE, added=("if first > second:",)))
    assert one != other


def test_braces_in_a_message_are_doubled():
    [result] = results(replace(NEVER_RUN, added=('return f"{1}"',)))
    assert '+ return f"{{1}}"' in result["message"]["text"]


def test_a_path_is_a_relative_uri():
    found = report(ALIVE)
    found.files = {"50% off/é.py": found.files[PATH]}
    [result] = log_of(found)["runs"][0]["results"]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "50%25%20off/%C3%A9.py", "uriBaseId": "%SRCROOT%"}


def test_a_log_may_be_replaced(tmp_path: Path):
    path = tmp_path / "mutants.sarif"
    write_sarif(path, report())
    refuse_foreign_log(path)


def test_another_file_is_not_replaced(tmp_path: Path):
    path = tmp_path / "mutants.sarif"
    path.write_text('{"runs": []}', encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not written by the dojo"):
        refuse_foreign_log(path)
