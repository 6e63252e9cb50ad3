"""Pages that a command makes: written whole, made again, and nothing else written over."""

from pathlib import Path

import pytest

from dojo import pages
from dojo.errors import WorkspaceError
from dojo.pages import PAGE_MARK, write_page

PAGE, LATER = "<p>Now</p>", "<p>Later</p>"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'"


def test_a_page_is_replaced(tmp_path: Path):
    for page in (PAGE, LATER):
        write_page(tmp_path / "way.html", page)
        assert (tmp_path / "way.html").read_text(encoding="utf-8") == f"{PAGE_MARK} -->\n{page}"


def test_a_page_of_an_earlier_dojo_is_replaced(tmp_path: Path):
    path = tmp_path / "way.html"
    path.write_text("<!-- made by dojo way -->\n", encoding="utf-8")
    write_page(path, PAGE)
    assert PAGE in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", PAGE_MARK[:-1].encode(), b"<!-- made by me -->"]
)
def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path, content: bytes):
    path = tmp_path / "notes.html"
    path.write_bytes(content)
    with pytest.raises(WorkspaceError, match="was not written by the dojo"):
        write_page(path, PAGE)
    assert path.read_bytes() == content


RUDE = '</script>"<b>&\N{RIGHT-TO-LEFT OVERRIDE}\x1b'


def render(body: str) -> str:
    template = pages.environment().from_string('{% extends "base.html" %}' + body)
    return template.render(title=RUDE, text=RUDE)


def test_text_is_escaped():
    page = render("{% block body %}<p>{{ text }}</p>{% endblock %}")
    escaped = "&lt;/script&gt;&#34;&lt;b&gt;&amp;\\u202e\\x1b"
    assert f"<p>{escaped}</p>" in page
    assert f"<title>{escaped}</title>" in page


def test_a_page_loads_nothing_from_other_hosts():
    head = render("").partition("<head>\n")[2]
    rule = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    assert head.startswith(f'<meta charset="utf-8">\n{rule}\n')
