"""A mutant changes nothing else: frames, names, the folder, and the other mutants."""

from collections import Counter
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.mutation import coverage
from dojo.mutation import run as running
from dojo.mutation.kept import Kept
from dojo.mutation.results import KILLED, NOT_COVERED, SURVIVED, TIMED_OUT, Mutant
from dojo.mutation.run import RunResult
from tests.dojo.inside.projects import mutants, mutants_by_path, run

# Projects that stopped the grade: the code of `fee` is run by a test, and its mutants are tested.
PROJECTS = {
    "recursion": {
        "shop.py": "def fee(n):\n    return 0 if n == 0 else fee(n - 1) + 1\n",
        "test_shop.py": "from shop import fee\ndef test_it():\n    assert fee(700) == 700\n",
    },
    "frames and names": {
        "shop.py": "import sys\ndef fee():\n    return sys._getframe().f_code.co_name + 'x'\n",
        "test_shop.py": "from shop import fee\ndef test_it():\n    assert fee() == 'feex'\n",
    },
    "data of the current folder": {
        "shop.py": "def fee():\n    return int(open('data/fee.txt').read()) + 1\n",
        "data/fee.txt": "3",
        "tests/test_shop.py": "from shop import fee\ndef test_it():\n    assert fee() == 4\n",
        "conftest.py": "",
    },
    "a process": {
        "shop.py": "def fee():\n    return 1 + 2\nif __name__ == '__main__':\n    print(fee())\n",
        "test_shop.py": "import subprocess, sys\ndef test_it():\n"
        "    done = subprocess.check_output([sys.executable, 'shop.py'], text=True)\n"
        "    assert done == '3\\n'\n",
    },
    "a process of a module": {
        "shop.py": "def fee():\n    return 1 + 2\nif __name__ == '__main__':\n    print(fee())\n",
        "test_shop.py": "import subprocess, sys\ndef test_it():\n"
        "    done = subprocess.check_output([sys.executable, '-m', 'shop'], text=True)\n"
        "    assert done == '3\\n'\n",
    },
    "a process with an environment of its own": {
        "src/shop.py": "def fee():\n    return 1 + 2\n"
        "if __name__ == '__main__':\n    print(fee())\n",
        "test_shop.py": "import subprocess, sys\ndef test_it():\n"
        "    command = [sys.executable, '-m', 'shop']\n"
        "    done = subprocess.check_output(command, text=True, env={'PYTHONPATH': 'src'})\n"
        "    assert done == '3\\n'\n",
    },
    "an iterator as parameters": {
        "shop.py": "def fee(a, b):\n    return a + b\n",
        "test_shop.py": "import pytest\nfrom shop import fee\n"
        "@pytest.mark.parametrize(('a', 'b'), zip([1, 2], [3, 4]))\n"
        "def test_it(a, b):\n    assert fee(a, b) == a + b\n",
    },
    "a tab in an id": {
        "shop.py": "def fee(a):\n    return len(a) + 1\n",
        "test_shop.py": "import pytest\nfrom shop import fee\n"
        "@pytest.mark.parametrize('a', ['x\\ty'])\ndef test_it(a):\n    assert fee(a) == 4\n",
    },
    "a folder in sys.path": {
        "app/shop.py": "def fee():\n    return 1 + 2\n",
        "test_shop.py": "import sys, pathlib\n"
        "sys.path.insert(0, str(pathlib.Path(__file__).parent / 'app'))\nfrom shop import fee\n"
        "def test_it():\n    assert fee() == 3\n",
    },
    "latin-1": {
        "shop.py": "# coding: ascii\ndef fee():\n    return 1 + 2\n",
        "test_shop.py": "from shop import fee\ndef test_it():\n    assert fee() == 3\n",
    },
    "a profile function that a test saves and restores": {
        "shop.py": "def fee():\n    return 1 + 2\n",
        "test_shop.py": "import sys\nfrom shop import fee\ndef test_it():\n"
        "    before = sys.getprofile()\n    sys.setprofile(None)\n    assert fee() == 3\n"
        "    sys.setprofile(before)\n    assert before is None\n",
    },
    "unittest": {
        "shop.py": "def fee():\n    return 1 + 2\n",
        "test_shop.py": "import unittest\nfrom shop import fee\nclass TestFee(unittest.TestCase):\n"
        "    def test_it(self):\n        self.assertEqual(fee(), 3)\n"
        "    @unittest.expectedFailure\n    def test_other(self):\n        assert fee() == 4\n",
    },
    "an expected failure": {
        "shop.py": "def fee():\n    return 1 + 2\n",
        "test_shop.py": "import pytest\nfrom shop import fee\n"
        "@pytest.mark.xfail\ndef test_a(): assert fee() == 4\n"
        "def test_b(): assert fee() == 3\ndef test_c(): pytest.skip('no')\n",
    },
    "fixtures": {
        "shop.py": "def fee():\n    return 1 + 2\n",
        "test_shop.py": "import pytest\nfrom shop import fee\n"
        "@pytest.fixture(scope='session')\ndef paid():\n    return fee()\n"
        "def test_a(paid, tmp_path, monkeypatch, capsys): assert paid\n"
        "def test_b(paid): assert paid == 3\n",
    },
}


MODULES = {kind: f"shop_{number:02}" for number, kind in enumerate(PROJECTS)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> list[Mutant]:
    """Test the mutants of all projects as one, in which each has a module of its own."""
    files: dict[str, str] = {}
    for kind, module in MODULES.items():
        for name, text in PROJECTS[kind].items():
            files[name.replace("shop", module)] = text.replace("shop", module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coverage, "MAX_SHUFFLES", 1)
        return mutants(tmp_path_factory.mktemp("kinds") / "project", files)


@pytest.mark.parametrize("kind", PROJECTS)
def test_the_function_is_graded(kind: str, graded: list[Mutant]):
    own = [each for each in graded if MODULES[kind] in each.path and each.function == "fee"]
    found = Counter(each.status for each in own)
    assert NOT_COVERED not in found
    assert found[KILLED] > found[SURVIVED]


HARM = [
    "os._exit(0)",
    "sys.exit(0)",
    "os.close(1)",
    "os.kill(os.getpid(), 9)",
    "[os.remove(each) for each in os.listdir('.') if os.path.isfile(each)]",
    "open(__file__, 'w').close()",
]


def harmful_code(harm: str) -> str:
    return f"import os, sys\ndef fee(n):\n    if n > 1:\n        {harm}\n    return n + 1\n"


@pytest.fixture(scope="module")
def harmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("harm") / "project"


@pytest.fixture(scope="module")
def harmful(harmed: Path) -> dict[str, list[Mutant]]:
    """Test mutants that do harm, or wait, as one project. Returns them by their files."""
    files = {
        "removes.py": "def fee():\n    return 1 + 2\n",
        "test_removes.py": "import os\nfrom removes import fee\n"
        "def test_first(tmp_path):\n    os.chdir(tmp_path)\n    os.rmdir(tmp_path)\n"
        "    assert fee() == 3\ndef test_second():\n    assert fee() == 3\n",
        "waits.py": "import time\ndef fee(n):\n    time.sleep(n * 0)\n    return 3\n",
        "test_waits.py": "from waits import fee\ndef test_it(): assert fee(300) == 3\n",
    }
    for number, harm in enumerate(HARM):
        module = f"harm_{number}"
        files[f"{module}.py"] = harmful_code(harm)
        test = f"from {module} import fee\ndef test_it(): assert (fee(1), fee(0)) == (2, 1)\n"
        files[f"test_{module}.py"] = test
    with pytest.MonkeyPatch.context() as patch:
        # A mutant waits for so long.
        patch.setattr(running, "MORE_SECONDS", running.MORE_SECONDS / 4)
        return mutants_by_path(harmed, files)


@pytest.mark.parametrize("harm", HARM)
def test_a_mutant_that_does_harm_does_not_disturb_the_others(
    harm: str, harmed: Path, harmful: dict[str, list[Mutant]]
):
    path = f"harm_{HARM.index(harm)}.py"
    found = {each.diff[1]: each.status for each in harmful[path]}
    assert found["+ return n - 1"] == found["+ return n + 2"] == KILLED
    assert (harmed / path).read_text(encoding="utf-8") == harmful_code(harm)


def test_a_test_may_remove_its_folder(harmful: dict[str, list[Mutant]]):
    found = Counter(each.status for each in harmful["removes.py"])
    assert NOT_COVERED not in found
    assert found[KILLED] > found[SURVIVED]


def test_a_mutant_that_waits_is_stopped(harmful: dict[str, list[Mutant]]):
    found = [each.status for each in harmful["waits.py"] if "n * 1" in each.diff[1]]
    assert found == [TIMED_OUT]


def test_a_test_that_passes_and_fails_is_flaky(tmp_path: Path):
    test = (
        "from pathlib import Path\nfrom shop import fee\n"
        f"runs = Path({str(tmp_path / 'runs')!r})\n"
        "def test_it():\n"
        "    number = len(runs.read_text()) if runs.exists() else 0\n"
        "    runs.write_text('x' * (number + 1))\n"
        "    assert fee() == 3 and number % 2 == 0\n"
    )
    files = {"shop.py": "def fee():\n    return 3\n", "test_shop.py": test}
    with pytest.raises(WorkspaceError, match="it passes and fails") as error:
        run(tmp_path / "project", files)
    assert "AssertionError" in str(error.value)


@pytest.fixture(scope="module")
def dependent(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kept, RunResult]:
    """Grade tests that depend on each other: one needs another one, and one must run apart."""
    files = {
        "shop.py": "def fee():\n    return 3\n",
        "test_alone.py": "import shop\ndef test_a():\n    shop.ready = True\n"
        "    assert shop.fee() == 3\ndef test_b(): assert shop.ready\n",
        "test_apart.py": "import shop\ndef test_a(): shop.used = True\n"
        "def test_b(): assert not hasattr(shop, 'used')\n",
    }
    return run(tmp_path_factory.mktemp("dependent") / "project", files)


def test_a_test_that_fails_alone_is_left_out(dependent: tuple[Kept, RunResult]):
    kept, result = dependent
    assert list(result.left_out) == ["test_alone.py::test_b"]
    assert [each.status for each in kept.results.values()] == [KILLED]


def test_tests_that_disturb_each_other_run_apart(dependent: tuple[Kept, RunResult]):
    kept, _ = dependent
    assert kept.isolated
    assert "test_apart.py::test_b" in kept.tests


def test_a_project_may_decide_in_its_reports_whether_a_test_fails(tmp_path: Path):
    conftest = (
        "import pytest\nfound = []\n"
        "@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    report = yield\n"
        "    if found:\n        report.outcome = 'failed'\n        report.longrepr = 'found'\n"
        "    return report\n"
    )
    test = (
        "from conftest import found\nfrom shop import fee\n"
        "def test_it():\n    if fee() != 3:\n        found.append(fee())\n"
    )
    files = {
        "shop.py": "def fee():\n    return 3\n",
        "conftest.py": conftest,
        "test_shop.py": test,
    }
    assert [each.status for each in mutants(tmp_path / "project", files)] == [KILLED]


LANGUAGE = """
NOW = {}

def choose(name):
    NOW["name"] = name

def chosen():
    return NOW.get("name", "en")
"""
SLOW_THEN_QUICK = """
from shop import choose, chosen

def test_the_default():
    assert sum(range(10**6)) and chosen() == "en"

def test_a_choice():
    choose("en")
    assert chosen() == "en"
"""


def test_no_test_hides_a_mutant_by_the_state_that_it_leaves(tmp_path: Path):
    files = {"shop.py": LANGUAGE, "test_shop.py": SLOW_THEN_QUICK}
    [default] = [each for each in mutants(tmp_path / "project", files) if "XXenXX" in each.diff[1]]
    assert (default.status, default.killer) == (KILLED, "test_shop.py::test_the_default")
