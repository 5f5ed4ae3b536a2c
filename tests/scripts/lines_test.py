# SPDX-License-Identifier: Apache-2.0
"""lines_test.py LINES: tests which lines count as product, as test and not at all, now and in a commit."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

LINES = sys.argv[1]
FILES = {"room/product.cpp": 3, "room/script": 2, "room/table.def": 1, "room/README.md": 50, "room/picture.svg": 50,
         "room/test/input.ll": 5, "room/deep/unit_test.cpp": 7, "room/bench/speed.c": 11, "docs/page.py": 50}

with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)

    def git(*words):
        subprocess.run(["git", "-C", root, "-c", "user.name=t", "-c", "user.email=t@t", *words], check=True,
                       stdout=subprocess.DEVNULL)

    def lines(*words):
        return subprocess.run([root / "scripts/lines", *words], check=True, text=True, capture_output=True).stdout.split("\n")

    def row(*words):
        return next(line.split() for line in lines(*words) if line.startswith("room  ") and "product" not in line)

    for name, count in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(("#!/bin/sh\n" if name == "room/script" else "\n") * count)
    (root / "scripts").mkdir()
    shutil.copy(LINES, root / "scripts")
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message=one")
    assert row() == ["room", "6", "23"], lines()
    assert not any(line.startswith("docs") for line in lines()), lines()
    (root / "room/product.cpp").write_text("\n" * 10)
    assert row() == ["room", "13", "23"], lines()
    assert row("HEAD") == ["room", "6", "23"], lines("HEAD")
    assert lines()[-2].split()[0] == "all"
