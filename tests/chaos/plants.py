"""Files and settings that no person would have in a practice, from a list.

told: files by which a practice would tell pytest to run less, or nothing. plant: what puts files into a practice, or
settings into its repository; whatever runs there by itself makes the file `ran`. reaching: settings that name a program
for the way to a room, and that room, by how it would be reached.
"""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.chaos.forgery import FORGED

EVIL = "def pytest_collection_modifyitems(items):\n    items.clear()\n"
LESS = "addopts = --co -p evil -k nothing"
TOLD = {
    "by a conftest": {"conftest.py": EVIL, "tests/conftest.py": EVIL},
    "by pytest.ini": {"pytest.ini": f"[pytest]\n{LESS}\npython_files = nothing\n", "evil.py": EVIL},
    "by pyproject.toml": {
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--co -p evil -k nothing'\n",
        "evil.py": EVIL,
    },
    "by setup.cfg": {"setup.cfg": f"[tool:pytest]\n{LESS}\n", "evil.py": EVIL},
    "by tox.ini": {"tox.ini": f"[pytest]\n{LESS}\n", "evil.py": EVIL},
    "by an installed plugin": {
        "evil-1.dist-info/METADATA": "Name: evil\nVersion: 1\n",
        "evil-1.dist-info/entry_points.txt": "[pytest11]\nevil = evil\n",
        "evil.py": EVIL,
    },
    "by another pytest": {"pytest.py": "raise SystemExit(0)\n", "_pytest/__init__.py": "raise SystemExit(0)\n"},
}

Plant = Callable[[Path, Path], None]
NAMES = (
    *(f"a\n{FORGED}.py", "--output=x.py", "-rf", "\x1b[2J\x1b]0;forged\x07.py", "half\udcff.py", "\u202egreen.py"),
    *("[bold]x[nope].py", ":(glob)*.py", f"tests/test_a\n{FORGED}.py", "{0} %s.py", " .py", "ends\n"),
)
SHADOWED = ("dojo", "click", "pytest", "json", "psutil", "difflib", "inspect", "tempfile", "approvaltests", "msgspec")
PROGRAMS = (
    *("core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.alternateRefsCommand", "gpg.program"),
    *("diff.external", "diff.x.textconv", "diff.x.command", "trailer.x.cmd", "uploadpack.packObjectsHook"),
    *("filter.x.clean", "filter.x.smudge", "filter.x.process", "core.fsmonitor", "tar.tar.command"),
)
NO_HOST = "127.0.0.1:9/room"
REACHING: dict[str, tuple[dict[str, str], str]] = {
    "by ssh": ({"core.sshCommand": "touch {ran};"}, f"ssh://{NO_HOST}"),
    "by a proxy": ({"core.gitProxy": "{ran}.sh"}, f"git://{NO_HOST}"),
    "by what packs": ({"remote.file:///no.uploadpack": "touch {ran};"}, "file:///no"),
    "by another place": ({"url.ssh://{host}/.insteadOf": "file://", "core.sshCommand": "touch {ran};"}, "file:///no"),
    "by another file": ({"include.path": "{ran}.config"}, f"ssh://{NO_HOST}"),
}
SIGNED = b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n"
PARTIAL = {
    "core.repositoryFormatVersion": "1",
    "extensions.partialClone": "evil",
    "remote.evil.promisor": "true",
    "remote.evil.url": "ssh://x/x",
    "protocol.ssh.allow": "always",
    "core.sshCommand": "touch {ran};",
}
HOOKS = ("pre-commit", "post-commit", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-push")


def configured(*settings: str) -> Plant:
    """Return what sets a practice's repository up to run a program."""

    def plant(practice: Path, ran: Path) -> None:
        for setting in settings:
            git(practice, "config", setting, f"touch {ran}; cat")
        (practice / ".gitattributes").write_text("* filter=x diff=x\n")

    return plant


def git(practice: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Run git there, as its owner would, `given` something to read; return what it prints."""
    command = ["git", "-C", str(practice), *arguments]
    return subprocess.run(command, check=True, capture_output=True, input=given).stdout  # noqa: S603 - git


def odd_names(practice: Path, _: Path) -> None:
    for name in NAMES:
        (practice / name).write_text("def f():\n    return 1\n")


def links(practice: Path, _: Path) -> None:
    for name, target in {"passwd.py": "/etc/passwd", "up": "..", f"a\n{FORGED}": "..", "loop": "loop"}.items():
        (practice / name).symlink_to(target)


def no_files(practice: Path, _: Path) -> None:
    for folder in (practice, practice / "tests", practice / "approved_files"):
        folder.mkdir(exist_ok=True)
        os.mkfifo(folder / "pipe")
        (folder / "zeros").symlink_to("/dev/zero")
        (folder / "around").symlink_to("..")


def shadows(practice: Path, ran: Path) -> None:
    for name in SHADOWED:
        (practice / f"{name}.py").write_text(f"open({str(ran)!r}, 'w')")


def start_up_files(practice: Path, ran: Path) -> None:
    for name in ("sitecustomize.py", "usercustomize.py"):
        (practice / name).write_text(f"open({str(ran)!r}, 'w')")
    (practice / "evil.pth").write_text(f"import os; open({str(ran)!r}, 'w')\n")


def hooks(practice: Path, ran: Path) -> None:
    (practice / ".git/hooks").mkdir(exist_ok=True)
    git(practice, "config", "core.hooksPath", str(practice / ".git/hooks"))
    for name in HOOKS:
        (practice / ".git/hooks" / name).write_text(f"#!/bin/sh\ntouch {ran}\n")
        (practice / ".git/hooks" / name).chmod(0o755)


def attributes_of_the_repository(practice: Path, ran: Path) -> None:
    configured("filter.x.clean", "filter.x.smudge")(practice, ran)
    with (practice / ".git/info/attributes").open("a") as attributes:
        attributes.write("* filter=x\n")


def another_place(practice: Path, _: Path) -> None:
    git(practice, "config", "core.worktree", str(practice.parent))
    git(practice, "config", "core.bare", "false")


def odd_refs(practice: Path, _: Path) -> None:
    for ref in ("refs/heads/--output=x", "refs/tags/HEAD", "refs/heads/refs/dojo/checks", "refs/tags/refs/dojo/taken"):
        git(practice, "update-ref", ref, "HEAD")


def a_repository_inside(practice: Path, _: Path) -> None:
    (practice / "inner").mkdir()
    git(practice / "inner", "init", "--quiet")
    git(practice / "inner", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "a", "--allow-empty")


def a_missing_file(practice: Path, ran: Path) -> None:
    for key, value in PARTIAL.items():
        git(practice, "config", key, value.format(ran=ran))
    found = git(practice, "rev-parse", "refs/dojo/checks~1:yatzy.py").decode().strip()
    (practice / ".git/objects" / found[:2] / found[2:]).unlink()


def signed_commits(practice: Path, ran: Path) -> None:
    ran.with_name("gpg").write_text(f"#!/bin/sh\ntouch {ran}\n")
    ran.with_name("gpg").chmod(0o755)
    for key, value in {"gpg.program": str(ran.with_name("gpg")), "log.showSignature": "true"}.items():
        git(practice, "config", key, value)
    for ref in ("refs/dojo/checks", "refs/heads/main"):
        about, message = git(practice, "cat-file", "commit", ref).split(b"\n\n", 1)
        made = git(practice, "hash-object", "-w", "-t", "commit", "--stdin", given=about + SIGNED + message)
        git(practice, "update-ref", ref, made.decode().strip())


def somebodys_room(practice: Path, ran: Path) -> None:
    settings = {"dojo.room": f"ssh://{NO_HOST}\n{FORGED}", "dojo.pair": "Ann", "dojo.wish": "Ann"}
    for key, value in {**settings, "core.sshCommand": f"touch {ran};"}.items():
        git(practice, "config", key, value)


def a_pipe_at(place: str, *settings: str) -> Plant:
    """Return what puts a pipe at a place of a practice, which settings of git may name."""

    def plant(practice: Path, _: Path) -> None:
        os.mkfifo(practice / place)
        for setting in settings:
            git(practice, "config", setting, str(practice / place))

    return plant


def reached(practice: Path, ran: Path, name: str) -> str:
    """Set a practice up to run a program on the way to a room; return where that is."""
    settings, url = REACHING[name]
    script, config = ran.with_name("ran.sh"), ran.with_name("ran.config")
    script.write_text(f"#!/bin/sh\ntouch {ran}\n")
    script.chmod(0o755)
    git(practice, "config", "--file", str(config), "core.sshCommand", f"touch {ran};")
    for key, value in settings.items():
        git(practice, "config", key.format(host=NO_HOST), value.format(ran=ran))
    return url


PIPES: dict[str, tuple[str, ...]] = {
    ".mailmap": (),
    "tests/.gitignore": (),
    ".git/objects/info/alternates": (),
    ".git/objects/pack/multi-pack-index": (),
    "names": ("mailmap.file", "blame.ignoreRevsFile", "commit.template", "diff.orderFile"),
    "lists": ("core.excludesFile", "core.attributesFile", "gpg.ssh.allowedSignersFile", "fsck.skipList"),
}

PLANTS: dict[str, Plant] = {
    **{f"a pipe at {place}": a_pipe_at(place, *settings) for place, settings in PIPES.items()},
    **{setting: configured(setting) for setting in PROGRAMS},
    **{
        each.__name__: each
        for each in (odd_names, links, no_files, shadows, start_up_files, hooks, attributes_of_the_repository)
    },
    **{each.__name__: each for each in (another_place, odd_refs, a_repository_inside)},
    **{each.__name__: each for each in (a_missing_file, signed_commits, somebodys_room)},
}
