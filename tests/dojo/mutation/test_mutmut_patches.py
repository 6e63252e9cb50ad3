"""What stands in the place of mutmut's own functions: made for this mutmut, and for no other."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from mutmut.mutation import data, trampoline

from dojo.mutation import mutmut_patches
from dojo.mutation.mutmut_patches import PATCHES, Progress, patch_mutmut
from dojo.mutation.runner import UNPATCHED


@pytest.fixture
def mutmut_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every patch be undone."""
    for patch in PATCHES:
        monkeypatch.setattr(patch.module, patch.name, getattr(patch.module, patch.name))
    monkeypatch.setenv("MUTANT_UNDER_TEST", "")
    monkeypatch.setattr(trampoline, "_mutant_under_test", None)


@pytest.mark.usefixtures("mutmut_as_it_was")
def test_every_patch_is_made_for_this_mutmut(capsys: pytest.CaptureFixture[str]) -> None:
    patch_mutmut()
    assert [getattr(patch.module, patch.name) for patch in PATCHES] == [patch.replacement for patch in PATCHES]
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("mutmut_as_it_was")
def test_for_another_mutmut_none_is_made_and_a_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutmut_patches, "PATCHES", (*PATCHES[:-1], PATCHES[-1]._replace(text_hash="another")))
    before = [getattr(patch.module, patch.name) for patch in PATCHES]
    patch_mutmut()
    assert [getattr(patch.module, patch.name) for patch in PATCHES] == before
    assert capsys.readouterr().out == f"{UNPATCHED}\n"


@pytest.mark.usefixtures("mutmut_as_it_was")
def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    patch_mutmut()
    written, read = (data.SourceFileMutationData(path=tmp_path / "yatzy.py") for _ in range(2))
    written.exit_code_by_key = {"yatzy.x_pair__mutmut_1": 1, "yatzy.x_pair__mutmut_2": None}
    written.save()
    read.load()
    assert read.exit_code_by_key == written.exit_code_by_key
    assert len(written.meta_path.read_text().splitlines()) == 1


@pytest.mark.usefixtures("mutmut_as_it_was")
@pytest.mark.parametrize("name", ["", "yatzy.x_pair__mutmut_1", "fail"])
def test_the_active_mutant_is_the_one_that_mutmut_would_find(name: str) -> None:
    trampoline.set_mutant_under_test(name)
    found = trampoline.get_mutant_under_test()
    patch_mutmut()
    assert trampoline.get_mutant_under_test() == found == name


def test_progress_is_printed_now_and_then_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[float] = []
    clock = iter([1.0, 1.1, 1.3, 1.4])
    monkeypatch.setattr(mutmut_patches.stats, "print_stats", lambda _, **__: printed.append(progress.printed_at))
    progress = Progress(lambda: next(clock))
    for force_output in (False, False, False, True):
        progress({}, force_output=force_output)
    assert printed == [1.0, 1.3, 1.4]
