"""What may be set around a command: variables, what git reads, and what a shell does before.

setting: variables, and settings of git in a home of one's own, or in the practice's own repository; and limits and
signals, as whoever starts a command hands them on. place: a folder for what a setting names, with a module that
approves everything, one that lets every test pass, and others that have the names of ours. harmless: a setting with
which every command can do what it was asked. hindering: one with which some cannot, and say why.
"""

import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.chaos.scene import Scene
from tests.dojo.small_kata import WORKSPACE

NOWHERE = "/nowhere/at/all"
APPROVING = """
import shutil


class Approving:
    def report(self, received, approved):
        shutil.copy(received, approved)
        return True
"""
NO_QUESTION = """
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    return True


def pytest_collection_modifyitems(items):
    del items[1:]
"""
SHADOWS = {
    "approving.py": APPROVING,
    "all_pass.py": NO_QUESTION,
    "yatzy.py": "raise SystemExit(0)\n",
    "legacy/__init__.py": "raise SystemExit(0)\n",
    "tests/__init__.py": "raise SystemExit(0)\n",
    "approvaltests.py": "def verify(*_, **__): pass\n",
    "conftest.py": "raise SystemExit(0)\n",
    "pytest.ini": "[pytest]\naddopts = --co\n",
    "git/config": "[core\n",
    "hooks/pre-push": "#!/bin/sh\nexit 1\n",
    "hooks/reference-transaction": "#!/bin/sh\nexit 1\n",
    "hooks/post-checkout": "#!/bin/sh\nexit 1\n",
    "hide": "yatzy.py\ntests\n",
    "crlf": "* text eol=crlf\n",
}


class Setting(NamedTuple):
    """Variables, None for one that is not set, settings of git, a person's and the practice's own, and a script."""

    variables: Mapping[str, str | None] = {}
    of_git: Mapping[str, str] = {}
    of_practice: Mapping[str, str] = {}
    before: str = ""

    def __str__(self) -> str:
        """Name it."""
        named = (f"{name}={value}" for part in self[:3] for name, value in part.items())
        return " ".join([*named, self.before]).strip()


def each(**variables: str | None) -> list[Setting]:
    """Return a setting for each variable."""
    return [Setting({name: value}) for name, value in variables.items()]


def any_of(name: str, *values: str | None) -> list[Setting]:
    """Return a setting of a variable for each of these values."""
    return [Setting({name: value}) for value in values]


def after(*scripts: str) -> list[Setting]:
    """Return a setting for each script that a shell runs before."""
    return [Setting(before=script) for script in scripts]


def of_git(*settings: str) -> list[Setting]:
    """Return settings of git, each in a person's home, and each in the practice."""
    pairs = [dict([setting.split("=", 1)]) for setting in settings]
    return [setting for pair in pairs for setting in (Setting(of_git=pair), Setting(of_practice=pair))]


def spread(scene: Scene, place: Path, settings: Iterable[Setting]) -> dict[str, str | None]:
    """Make these settings true, and return the variables that belong to them."""
    for name, content in SHADOWS.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        path.chmod(0o755)
    home = place / "home"
    home.mkdir(exist_ok=True)
    variables: dict[str, str | None] = {"HOME": str(home)}
    for setting in settings:
        for name, value in setting.variables.items():
            variables[name] = value and value.replace("PLACE", str(place))
        for name, value in setting.of_git.items():
            _set(home / ".gitconfig", name, value.replace("PLACE", str(place)))
        for name, value in setting.of_practice.items():
            _set(scene.practice / ".git" / "config", name, value.replace("PLACE", str(place)))
    return variables


def shell(settings: Iterable[Setting]) -> list[str]:
    """Return what does what comes before a command, and runs it."""
    return ["/bin/sh", "-c", "\n".join([*(each.before for each in settings), 'exec "$@"']), "sh"]


def _set(file: Path, name: str, value: str) -> None:
    command = ["git", "config", "--file", str(file), "--add", name, value]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - git


HARMLESS = [
    *any_of("TMPDIR", ".", "legacy/.."),
    *after("trap '' CHLD", "trap '' HUP INT TERM", "trap '' PIPE", "trap '' USR1 ALRM XCPU XFSZ", "umask 077"),
    *after("ulimit -n 64", "ulimit -c unlimited", "ulimit -s 512", "ulimit -t 30", "renice -n 19 $$ > /dev/null"),
    *any_of(
        "PYTEST_ADDOPTS", "-k nothing", "--co -q", "--for-mutants -x", "-p all_pass", "--ignore=tests", "--nothing"
    ),
    *any_of(
        "PYTEST_ADDOPTS", "--received-to=PLACE", "-c PLACE/pytest.ini", "--deselect tests", "--exitfirst --maxfail=0"
    ),
    Setting({"PYTEST_PLUGINS": "all_pass", "PYTHONPATH": f"PLACE:{WORKSPACE}"}),
    Setting({"APPROVAL_TESTS_USE_REPORTER": "approving.Approving", "PYTHONPATH": f"PLACE:{WORKSPACE}"}),
    Setting({"PYTHONPATH": f"PLACE:{WORKSPACE}", "PYTHONSAFEPATH": None}),
    *each(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", PYTEST_DEBUG="1", PYTEST_XDIST_WORKER="gw0", PYTEST_VERSION="1"),
    *each(PYTEST_THEME="none", PYTEST_CURRENT_TEST="x", PY_COLORS="1", PYTEST_DEBUG_TEMPROOT=NOWHERE),
    *any_of("PYTHONOPTIMIZE", "1", "2"),
    *any_of("PYTHONWARNINGS", "error", "nonsense", "ignore"),
    *each(PYTHONDONTWRITEBYTECODE="1", PYTHONINSPECT="1", PYTHONSTARTUP="PLACE/yatzy.py", PYTHONHASHSEED="0"),
    *each(PYTHONBREAKPOINT="os.abort", PYTHONPROFILEIMPORTTIME="1", PYTHONDEVMODE="1", PYTHONTRACEMALLOC="1"),
    *each(PYTHONMALLOC="debug", PYTHONFAULTHANDLER="1", PYTHONVERBOSE="1", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
    *each(PYTHONUNBUFFERED="1", PYTHONNOUSERSITE="1", PYTHONPYCACHEPREFIX="PLACE/cache", PYTHONINTMAXSTRDIGITS="640"),
    *each(PYTHONASYNCIODEBUG="1", PYTHONNODEBUGRANGES="1", PYTHONCASEOK="1", PYTHONIOENCODING="utf-16"),
    *each(MUTANT_UNDER_TEST="legacy.yatzy.x", MUTMUT_DEPENDENCY_DEPTH="0", DOJO_CHECK="1", RUFF_CONFIG="PLACE/hide"),
    *each(GIT_DIR="PLACE/other.git", GIT_WORK_TREE="PLACE", GIT_INDEX_FILE="PLACE/index", GIT_CONFIG_NOSYSTEM="x"),
    *each(GIT_CONFIG_GLOBAL="PLACE/git/config", GIT_CONFIG_SYSTEM="PLACE/git/config", GIT_OBJECT_DIRECTORY="PLACE"),
    Setting({"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "true"}),
    *each(GIT_CONFIG_PARAMETERS="'core.bare=true'", GIT_ALTERNATE_OBJECT_DIRECTORIES="PLACE", GIT_NAMESPACE="other"),
    *any_of("GIT_TRACE", "1", "PLACE/trace.txt"),
    *each(
        GIT_EXTERNAL_DIFF="false",
        GIT_PAGER="false",
        GIT_EDITOR="false",
        GIT_CEILING_DIRECTORIES="/",
        GIT_ASKPASS="false",
    ),
    *each(GIT_AUTHOR_NAME="", GIT_AUTHOR_DATE="nonsense", GIT_COMMITTER_DATE="nonsense", GIT_COMMITTER_EMAIL=""),
    *each(GIT_DEFAULT_HASH="sha256", GIT_LITERAL_PATHSPECS="1", GIT_TEMPLATE_DIR="PLACE", GIT_EXEC_PATH=NOWHERE),
    *each(
        GIT_TEST_ASSUME_DIFFERENT_OWNER="1",
        GIT_OPTIONAL_LOCKS="0",
        GIT_SHALLOW_FILE="PLACE/hide",
        GIT_QUARANTINE_PATH="x",
    ),
    *each(EDITOR="false", VISUAL="false", PAGER="false", LESS="-X", BROWSER="false", LINES="abc", SHELL="/bin/false"),
    *any_of("COLUMNS", "0", "1", "-5", "abc", "99999999", "", "\u00b2", "9" * 5000, "1000000000", " 7"),
    *any_of("TERM", "", "dumb", "nonsense", None),
    *each(
        NO_COLOR="1",
        FORCE_COLOR="1",
        CLICOLOR_FORCE="1",
        COLORTERM="truecolor",
        TTY_COMPATIBLE="1",
        TTY_INTERACTIVE="1",
    ),
    *any_of("TZ", "Nowhere/Else", ":/etc/passwd", "<x>25:99", "UTC+99", ""),
    *each(CI="1", GITHUB_ACTIONS="true", BUILD_NUMBER="1", TEAMCITY_VERSION="1", SOURCE_DATE_EPOCH="0"),
    *each(
        XDG_CACHE_HOME="/dev/null/x",
        XDG_RUNTIME_DIR=NOWHERE,
        XDG_DATA_HOME=NOWHERE,
        COVERAGE_PROCESS_START="PLACE/pytest.ini",
    ),
    *each(http_proxy="http://127.0.0.1:9", ALL_PROXY="socks5://127.0.0.1:9", VIRTUAL_ENV=NOWHERE, TEXTUAL="debug"),
    *each(LANGUAGE="de", LC_ALL="xx_YY.nonsense", LANG="", LC_CTYPE="C", LD_LIBRARY_PATH="PLACE", USER="", LOGNAME=""),
    *of_git(
        "core.hooksPath=PLACE/hooks", "core.autocrlf=true", "core.autocrlf=input", "core.eol=crlf", "core.safecrlf=true"
    ),
    *of_git("core.pager=false", "core.editor=false", "commit.gpgSign=true", "tag.gpgSign=true", "diff.external=false"),
    *of_git("init.defaultBranch=other", "init.templateDir=PLACE", "log.showSignature=true", "core.quotePath=false"),
    *of_git("color.ui=always", "i18n.commitEncoding=latin-1", "i18n.logOutputEncoding=utf-16", "alias.log=!false"),
    *of_git("gc.auto=1", "core.excludesFile=PLACE/hide", "core.attributesFile=PLACE/crlf", "merge.ff=only"),
    *of_git("status.showUntrackedFiles=no", "user.useConfigOnly=true", "diff.noprefix=true", "diff.renames=copies"),
    *of_git(
        "diff.mnemonicPrefix=true", "diff.interHunkContext=99", "diff.context=0", "log.date=relative", "core.abbrev=40"
    ),
    *of_git(
        "format.pretty=oneline",
        "log.follow=true",
        "log.decorate=full",
        "core.logAllRefUpdates=always",
        "tar.umask=user",
    ),
    *of_git(
        "core.bigFileThreshold=1",
        "core.untrackedCache=true",
        "core.splitIndex=true",
        "index.version=4",
        "core.symlinks=false",
    ),
    *of_git(
        "core.fileMode=false",
        "core.ignoreCase=true",
        "push.default=nothing",
        "push.followTags=true",
        "fetch.prune=true",
    ),
    *of_git(
        "credential.helper=!false",
        "core.commentChar=;",
        "trailer.separators=#",
        "help.autoCorrect=1",
        "core.fsmonitor=false",
    ),
]
HINDERING = [
    *after("ulimit -n 8", "ulimit -f 0", "ulimit -f 2", "ulimit -f 40", "ulimit -v 60000", "ulimit -v 200000"),
    *after("ulimit -t 1", "ulimit -s 64", "ulimit -d 20000"),
    *any_of("TMPDIR", "practice", NOWHERE, "PLACE/hide", "/proc", ""),
    *any_of("HOME", NOWHERE, "", "PLACE/hide", None, "/proc"),
    *any_of("PATH", NOWHERE, ""),
    *each(XDG_CONFIG_HOME="PLACE"),
    *of_git("include.path=PLACE/git/config", "include.path=PLACE/home/.gitconfig", "diff.algorithm=nonsense"),
    *of_git("core.bare=true", "core.worktree=/nowhere", "core.repositoryFormatVersion=99", "extensions.nonsense=true"),
    *of_git(
        "core.fsmonitor=false ", "core.fsmonitor=true", "core.fsmonitor=PLACE/hooks/pre-push", "core.compression=99"
    ),
    *of_git(
        "url.PLACE/.insteadOf=/", "protocol.file.allow=never", "protocol.allow=never", "safe.bareRepository=explicit"
    ),
    *of_git(
        "push.gpgSign=true", "transfer.fsckObjects=true", "core.sparseCheckout=true", "core.sharedRepository=nonsense"
    ),
    *of_git(
        "init.defaultObjectFormat=sha256",
        "core.abbrev=nonsense",
        "core.alternateRefsCommand=false",
        "diff.orderFile=/x",
    ),
    *of_git(
        "core.longPaths=true",
        "core.protectNTFS=true",
        "core.precomposeUnicode=true",
        "log.date=nonsense",
        "i18n.commitEncoding=x",
    ),
]
