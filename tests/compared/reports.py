"""Read the report of each tool."""

import json
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from tests.compared.mutants import (
    KILLED,
    NOT_RUN,
    SURVIVED,
    TIMED_OUT,
    ByteSpan,
    Diff,
    Mutant,
    Span,
)

OF_STRYKER = {
    "Killed": KILLED,
    "RuntimeError": KILLED,
    "Survived": SURVIVED,
    "Ignored": SURVIVED,  # equivalent, as a person said
    "Timeout": TIMED_OUT,
}
OF_MUTMUT = {
    "killed": KILLED,
    "segfault": KILLED,
    "survived": SURVIVED,
    "timeout": TIMED_OUT,
}
CLASS_SEPARATOR = "ǁ"  # in the names of mutmut
OF_FERMUT = {
    "killed": KILLED,
    "survived": SURVIVED,
    "equivalent": SURVIVED,
    "timed_out": TIMED_OUT,
}
OF_GREMLINS = {"zapped": KILLED, "survived": SURVIVED, "timeout": TIMED_OUT}
OF_COSMIC_RAY = {"killed": KILLED, "incompetent": KILLED, "survived": SURVIVED}
TIMEOUT_OF_COSMIC_RAY = "timeout"  # the output of a mutant that it ended


def read_stryker(text: str) -> list[Mutant]:
    """Read version 2 of the mutation testing report schema: dojo and irradiate write it."""
    return list(_of_stryker(json.loads(text)["files"]))


def _of_stryker(files: dict[str, Any]) -> Iterator[Mutant]:
    for path, file in files.items():
        for mutant in file["mutants"]:
            start = mutant["location"]["start"]
            end = mutant["location"]["end"]
            change = None
            if mutant.get("replacement") is not None:
                places = (start["line"], start["column"], end["line"], end["column"])
                change = Span(*places, mutant["replacement"])
            status = OF_STRYKER.get(mutant["status"], NOT_RUN)
            yield Mutant(str(mutant["id"]), path, status, change)


def read_mutmut(text: str) -> list[Mutant]:
    """Read what `mutmut results --all true` prints. `mutmut show` has the changes."""
    mutants: list[Mutant] = []
    for line in text.splitlines():
        name, colon, word = line.strip().partition(": ")
        if colon and "__mutmut_" in name:
            mutants.append(Mutant(name, "", OF_MUTMUT.get(word, NOT_RUN)))
    return mutants


def path_of_mutmut(name: str) -> tuple[str, ...]:
    """Return the classes and the function of a mutant, as in `pay.xǁCardǁtotal__mutmut_2`."""
    mangled = name.rpartition(".")[2].rpartition("__mutmut_")[0]
    if CLASS_SEPARATOR in mangled:
        return tuple(mangled.split(CLASS_SEPARATOR)[1:])
    return (mangled.removeprefix("x_"),)


def read_fermut(text: str) -> list[Mutant]:
    mutants: list[Mutant] = []
    for outcome in json.loads(text)["outcomes"]:
        mutant = outcome["mutant"]
        start, end = mutant["range"]
        change = ByteSpan(start, end, mutant["replacement"])
        status = OF_FERMUT.get(outcome["status"], NOT_RUN)
        mutants.append(Mutant(short_name(mutant), mutant["file"], status, change))
    return mutants


def short_name(mutant: dict[str, Any]) -> str:
    """Return the id of a mutant of fermut without the folder, the same in each run."""
    folder = str(PurePath(mutant["file"]).parent)
    return str(mutant["id"]).removeprefix(f"{folder}/")


def read_gremlins(text: str) -> list[Mutant]:
    mutants: list[Mutant] = []
    for result in json.loads(text)["results"]:
        status = OF_GREMLINS.get(result["status"], NOT_RUN)
        mutants.append(Mutant(result["gremlin_id"], result["file_path"], status))
    return mutants


def read_cosmic_ray(text: str) -> list[Mutant]:
    """Read what `cosmic-ray dump` prints: a line for each mutant."""
    mutants: list[Mutant] = []
    for line in text.splitlines():
        item, result = json.loads(line)
        path = item["mutations"][0]["module_path"]
        if result is None:
            mutants.append(Mutant(item["job_id"], path, NOT_RUN))
            continue
        status = OF_COSMIC_RAY.get(result["test_outcome"], NOT_RUN)
        if result["output"] == TIMEOUT_OF_COSMIC_RAY:
            status = TIMED_OUT
        mutants.append(Mutant(item["job_id"], path, status, Diff(result["diff"])))
    return mutants


def file_of_diff(diff: str) -> str:
    """Return the path that a unified diff names first."""
    for line in diff.splitlines():
        if line.startswith("--- "):
            return PurePath(line.removeprefix("--- ").split("\t")[0]).as_posix()
    raise ValueError("the diff names no file")
