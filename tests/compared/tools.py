"""The tools: how each is called, as its manual says, and where it leaves its report."""

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from tests.compared.mutants import FunctionDiff, Mutant
from tests.compared.projects import Project
from tests.compared.reports import (
    file_of_diff,
    path_of_mutmut,
    read_cosmic_ray,
    read_fermut,
    read_gremlins,
    read_mutmut,
    read_stryker,
)

Commands = tuple[str, ...]
SHOW_SECONDS = 60.0


@dataclass(frozen=True)
class Tool:
    """`requirements`: what pip installs for it, first the tool itself; none for the dojo.

    `commands` and `settings` have {target}, the file to be mutated, {folder}, its folder,
    {exclude}, options that exclude all else in it, and {first}, the folder of all sources.
    `dump`: a command that prints the report, after these.
    """

    name: str
    requirements: tuple[str, ...]
    commands: Commands
    report: str
    read: Callable[[str], list[Mutant]]
    dump: str = ""
    settings_file: str = "pyproject.toml"
    settings: str = ""
    tells_changes: bool = True
    show: str = ""  # the command of mutmut that prints the diff of a mutant

    def commands_for(self, project: Project) -> list[list[str]]:
        return [fill_in(command, project).split() for command in self.commands]

    def prepare(self, project: Project, folder: Path) -> None:
        """Append the settings of the tool to its file."""
        if not self.settings:
            return
        with (folder / self.settings_file).open("a", encoding="utf-8") as file:
            file.write(fill_in(self.settings, project))

    def read_report(self, folder: Path, variables: Mapping[str, str]) -> list[Mutant]:
        """Read the report. Raises OSError or ValueError if there is none."""
        if self.dump:
            text = output_of(self.dump.split(), folder, variables)
        else:
            text = (folder / self.report).read_text(encoding="utf-8")
        try:
            return self.read(text)
        except (KeyError, TypeError) as error:
            raise ValueError(f"the report has another form: {error!r}") from error

    def with_change(self, mutant: Mutant, folder: Path, variables: Mapping[str, str]) -> Mutant:
        """Ask mutmut for the diff of a mutant, which its report does not have."""
        if not self.show:
            return mutant
        diff = output_of([*self.show.split(), mutant.name], folder, variables)
        change = FunctionDiff(diff, path_of_mutmut(mutant.name))
        return replace(mutant, file=file_of_diff(diff), change=change)


def fill_in(text: str, project: Project) -> str:
    target = PurePosixPath(project.target)
    folder = target.parent.as_posix()
    exclude = " ".join(f"--exclude {pattern}" for pattern in project.others)
    first = source_of(project)
    return text.format(target=target, folder=folder, first=first, exclude=exclude)


def source_of(project: Project) -> str:
    """Return the folder of all sources, or the target if it is a module without a folder."""
    return PurePosixPath(project.target).parts[0]


def output_of(command: list[str], folder: Path, variables: Mapping[str, str]) -> str:
    """Return what a command prints. Raises ValueError if it fails."""
    result = subprocess.run(  # noqa: S603 - a command of a tool
        command,
        cwd=folder,
        env=variables,
        check=False,
        capture_output=True,
        text=True,
        timeout=SHOW_SECONDS,
    )
    if result.returncode:
        raise ValueError(f"{' '.join(command)}: {result.stderr.strip()[-200:]}")
    return result.stdout


DOJO = Tool(
    name="dojo",
    requirements=(),
    commands=("dojo start --here", "dojo mutants {target} --report mutants.json"),
    report="mutants.json",
    read=read_stryker,
)
MUTMUT = Tool(
    name="mutmut",
    requirements=("mutmut==3.8.1",),
    commands=("mutmut run",),
    report="",
    read=read_mutmut,
    dump="mutmut results --all true",
    settings=(
        '\n[tool.mutmut]\nsource_paths = ["{first}"]\nonly_mutate = ["{target}"]\n'
        'also_copy = ["approved_files", "conftest.py"]\n'
    ),
    show="mutmut show",
)
IRRADIATE = Tool(
    name="irradiate",
    requirements=("irradiate==0.4.3",),
    commands=("irradiate run {target} --report json",),
    report="irradiate-report.json",
    read=read_stryker,
)
FERMUT = Tool(
    name="fermut",
    requirements=("fermut==0.6.1", "pytest-cov==7.1.0", "ty"),
    commands=(
        "pytest -q --cov={folder} --cov-context=test",
        "fermut run {folder} --tests tests {exclude} --json fermut.json",
    ),
    report="fermut.json",
    read=read_fermut,
)
GREMLINS = Tool(
    name="pytest-gremlins",
    requirements=("pytest-gremlins==1.12.2",),
    commands=(
        "pytest -q --gremlins --gremlin-parallel --gremlin-targets={target} --gremlin-report=json",
    ),
    report="coverage/gremlins/gremlins.json",
    read=read_gremlins,
    tells_changes=False,
)
COSMIC_RAY = Tool(
    name="cosmic-ray",
    requirements=("cosmic-ray==8.7.0",),
    commands=(
        "cosmic-ray init cosmic-ray.toml session.sqlite",
        "cosmic-ray --verbosity=INFO baseline cosmic-ray.toml",
        "cosmic-ray exec cosmic-ray.toml session.sqlite",
    ),
    report="",
    read=read_cosmic_ray,
    dump="cosmic-ray dump session.sqlite",
    settings_file="cosmic-ray.toml",
    settings=(
        '[cosmic-ray]\nmodule-path = "{target}"\ntimeout = 30.0\nexcluded-modules = []\n'
        'test-command = "python -m pytest -x -q"\n\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
    ),
)
TOOLS = (DOJO, MUTMUT, IRRADIATE, FERMUT, GREMLINS, COSMIC_RAY)
