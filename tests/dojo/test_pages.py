"""Pages that a command makes: written whole, made again, and nothing else written over."""

import shutil
from pathlib import Path

import pytest

from dojo import pages
from dojo.errors import WorkspaceError
from dojo.pages import PAGE_MARK, write_page

PAGE, LATER = "<p>Now</p>", "<p>Later</p>"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'"


def test_a_page_is_written_and_written_over_behind_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to("way.html")
    for name, page in (("way.html", PAGE), ("way.html", LATER), ("link.html", PAGE)):
        write_page(tmp_path / name, page)
        assert (tmp_path / "way.html").read_text(encoding="utf-8") == f"{PAGE_MARK} -->\n{page}"


def test_a_page_of_an_earlier_dojo_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "way.html"
    path.write_text("<!-- made by dojo way -->\n", encoding="utf-8")
    write_page(path, PAGE)
    assert PAGE in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", PAGE_MARK[:-1].encode(), b"<!-- made by me -->"]
)
def test_what_somebody_else_made_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.html"
    path.write_bytes(content)
    with pytest.raises(WorkspaceError, match="was not written by the dojo"):
        write_page(path, PAGE)
    assert path.read_bytes() == content


def test_a_page_names_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    write_page(tmp_path / "page.html", "<p>na\udcffme.py</p>\n")
    assert "na\\udcffme.py" in (tmp_path / "page.html").read_text(encoding="utf-8")


RUDE = '</script>"<b>&\N{RIGHT-TO-LEFT OVERRIDE}\x1b'


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder for templates beside the base of all."""
    shutil.copy(pages.TEMPLATES / "base.html", tmp_path)
    monkeypatch.setattr(pages, "TEMPLATES", tmp_path)
    monkeypatch.setattr(pages, "environment", pages.environment.__wrapped__)
    return tmp_path


def test_no_text_of_a_model_is_taken_for_html_and_none_can_be_obeyed(templates: Path) -> None:
    (templates / "page.html").write_text(
        '{% extends "base.html" %}{% block body %}<p>{{ text }}</p>{% endblock %}'
    )
    page = pages.render("page.html", title=RUDE, text=RUDE)
    escaped = "&lt;/script&gt;&#34;&lt;b&gt;&amp;\\u202e\\x1b"
    assert f"<p>{escaped}</p>" in page
    assert f"<title>{escaped}</title>" in page


def test_a_page_loads_nothing_from_other_hosts(templates: Path) -> None:
    (templates / "page.html").write_text('{% extends "base.html" %}')
    head = pages.render("page.html", title="").partition("<head>\n")[2]
    rule = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    assert head.startswith(f'<meta charset="utf-8">\n{rule}\n')
