"""What is typed by a program that does not stop ends all the same."""

from pathlib import Path

from dojo.typed import LONGEST_LINE, MOST_LINES, bounded
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import SmallKata


def read(folder: Path, text: str) -> list[str]:
    """Return the lines that are read of a text."""
    (folder / "typed").write_text(text, encoding="utf-8")
    with (folder / "typed").open(encoding="utf-8") as typed:
        return list(iter(bounded(typed).readline, ""))


def test_what_somebody_types_is_read_as_it_is(tmp_path: Path) -> None:
    assert read(tmp_path, "yacht\n\nAnn, Böb\nn") == ["yacht\n", "\n", "Ann, Böb\n", "n"]


def test_nothing_is_read_from_a_line_on_that_nobody_types(tmp_path: Path) -> None:
    assert read(tmp_path, "yacht\n" + "x" * LONGEST_LINE + "\ny\n") == ["yacht\n"]


def test_nobody_types_for_ever(tmp_path: Path) -> None:
    assert len(read(tmp_path, "y\n" * (MOST_LINES + 5))) == MOST_LINES


def test_a_question_that_is_answered_wrongly_again_and_again_is_a_no(kata: SmallKata) -> None:
    practice = started(kata)
    kata.change(YATZY, "first + second", "2 * first + 1")
    done = kata.dojo("approve", "practice", answer="what?\n" * MOST_LINES + "y\n")
    assert (done.returncode, practice.own_documents.exists()) == (1, False)
    assert done.stdout.endswith("\n1 document not approved, and left as it was.\n")
