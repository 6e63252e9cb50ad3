"""A worked way through a tangle of two levels, small enough to be read at a glance.

`small_way/` has the tangle and the patches.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pygit2
from pygit2.enums import FileMode

from dojo.kata.way import replay, worked_steps
from tests.dojo.small_kata import SmallKata

FILES = Path(__file__).with_name("small_way")
TANGLE = (FILES / "tangle.txt").read_text(encoding="utf-8")
STEPS = worked_steps(FILES)
TITLES = [step.title for step in STEPS]
STATES = list(replay({"yatzy.py": TANGLE}, STEPS))
NO_ZERO = STATES[1]["yatzy.py"]
CLEAN = STATES[6]["yatzy/yatzy.py"]
TRIPLE = CLEAN[CLEAN.index("    @staticmethod\n    def triple") : CLEAN.index("    # ---")]
LATER_ENDS = "\n    # ---- v6\n    # ---- v0\n"
LOOK = "Look: It is all there."
PATCH = """From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: Ada Lovelace <ada@localhost>
Date: Sun, 22 Nov 2026 12:00:01 +0100
Subject: Remove Dead Code: one step

Smell: {smell}
Where: level {where}
Why: It hurts.
Look: It is all there.

{diff}"""


def lay_out(kata: SmallKata):
    """Put the tangle and its worked way into a kata."""
    kata.write("legacy/yatzy.py", f"{TANGLE}{LATER_ENDS}")
    shutil.copytree(FILES / "worked", kata.folder / "worked")


def lay_out_one(kata: SmallKata, where: str, before: str, after: str, smell: str = "Dead Code"):
    """Put a tangle and a single step into a kata."""
    kata.write("legacy/yatzy.py", before)
    diff = diff_of({"yatzy.py": before}, {"yatzy.py": after})
    kata.write("worked/0001.patch", PATCH.format(smell=smell, where=where, diff=diff))


def diff_of(before: dict[str, str], after: dict[str, str]) -> str:
    """Return the diff of two states as git writes it."""
    with TemporaryDirectory() as folder:
        git = pygit2.init_repository(folder)
        trees = []
        for state in (before, after):
            git.index.clear()
            for path, text in state.items():
                blob = git.create_blob(text.encode())
                git.index.add(pygit2.IndexEntry(path, blob, FileMode.BLOB))
            trees.append(git.index.write_tree())
        diff = git.diff(*trees)
        diff.find_similar()
        return str(diff.patch)
