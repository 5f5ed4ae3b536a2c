#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the code blocks of a page unchanged: blocks.py PAGE BUILD

A comment right above a block's fence describes the block. Nothing is added to a block. A block
of commands (sh, bash) without a comment is run; another block in a language of CODE has a comment.

    <!-- file PATH -->     the block is the repository's file PATH, but for its licence line. The
                           commands behind the block find it in the scratch folder, under the last
                           part of its name
    <!-- part of PATH -->  that file contains the block's lines one after the other, indented in any
                           way; '…' alone in a line matches any lines. The page links to
                           PATH, and its commands find the whole file
    <!-- output -->        the commands before the block print its lines, in this order; '…' in a
                           line matches any text
    <!-- fails -->         the commands fail, by the last one. Others succeed: bash -eu runs them,
                           with pipefail
    <!-- not run: REASON -->  the block is not tested: it needs root, a network, 20 minutes
    <!-- copy PATH... -->  anywhere, without a block: more files and folders for the scratch folder

The scratch folder is fresh for each page. BUILD/bin is first in PATH; Open MPI may run as root,
with more processes than cores. CMakeLists.txt beside this file makes a test of each page that has a
block of commands or code.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMANDS = {"sh", "bash"}
CODE = {"c", "cpp", "c++", "fortran", "f90", "cmake", "python", "make"}
MARK = re.compile(r"\s*<!-- (file|part of|output|fails|not run|copy)(?::? (.*?))? -->$")
FENCE = re.compile(r"(\s*)```(\S*)$")
TIMEOUT = 600


class Wrong(Exception):
    pass


class Block:
    def __init__(self, line, language, mark):
        self.line, self.language, self.mark = line, language, mark
        self.lines = []

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def read(page):
    """Returns the blocks and the marks without a block, in the page's order."""
    items, block, mark, indent = [], None, None, ""
    for number, line in enumerate(page.splitlines(), 1):
        fence = FENCE.match(line)
        if block is not None:
            if fence and not fence[2]:
                block = None
            else:
                block.lines.append(line.removeprefix(indent))
        elif fence:
            indent = fence[1]
            block = Block(number, fence[2], mark)
            items.append(block)
            mark = None
        else:
            found = MARK.match(line)
            if mark and line.strip():
                raise Wrong(f"{number - 1}: the comment '{mark[0]}' is above no block")
            if found and found[1] == "copy":
                items.append(found[2].split())
            elif found:
                mark = (found[1], found[2] or "")
    return items


def matches(pattern, line):
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None


def contains_lines(lines, text):
    """Returns whether lines follow each other in text, in any indentation; '…' matches any lines."""
    text = [line.strip() for line in text.splitlines()]
    parts = [[]]
    for line in map(str.strip, lines):
        parts.append([]) if line == "…" else parts[-1].append(line)
    begin = 0
    for part in parts:
        last = len(text) - len(part)
        at = next((i for i in range(begin, last + 1) if text[i:i + len(part)] == part), None)
        if at is None:
            return False
        begin = at + len(part)
    return True


def missing_in_output(lines, output):
    """Returns the first of lines that the output does not contain behind the one before it."""
    rest = map(str.strip, output.splitlines())
    wanted = filter(None, map(str.strip, lines))
    return next((line for line in wanted if not any(matches(line, other) for other in rest)), None)


class Page:
    def __init__(self, path, build, scratch):
        self.path, self.scratch = path, scratch
        self.text = path.read_text()
        self.output = ""
        self.environment = dict(os.environ, LC_ALL="C.UTF-8",
                                PATH=f"{build}/bin:{os.environ['PATH']}",
                                OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                                OMPI_MCA_rmaps_base_oversubscribe="1")

    def links_to(self, path):
        targets = re.findall(r"\]\(([^)#:\s]+)", self.text)
        return any((self.path.parent / target).resolve() == path for target in targets)

    def copy(self, names):
        for name in names:
            source, target = ROOT / name, self.scratch / pathlib.Path(name).name
            if not source.exists():
                raise Wrong(f"there is no {name}")
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)

    def do_file(self, block, name):
        self.copy([name])
        lines = (ROOT / name).read_text().splitlines()
        if block.lines not in (lines, [line for line in lines if "SPDX-License-Identifier" not in line]):
            raise Wrong(f"this block is not the file {name}")

    def do_part_of(self, block, name):
        if not self.links_to(ROOT / name):
            raise Wrong(f"the page has no link to {name}, of which this is a part")
        self.copy([name])
        if not contains_lines(block.lines, (ROOT / name).read_text()):
            raise Wrong(f"{name} does not contain this block")

    def execute(self, block):
        print(f"{self.path.name}:{block.line}: running\n{block.text}", flush=True)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], cwd=self.scratch,
                              env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=TIMEOUT)
        print(done.stdout, flush=True)
        self.output = done.stdout
        return done.returncode

    def do_run(self, block, _):
        status = self.execute(block)
        if status:
            raise Wrong(f"the commands end with status {status}")

    def do_fails(self, block, _):
        if not self.execute(block):
            raise Wrong("the commands succeed, though the page says that they fail")

    def do_output(self, block, _):
        missing = missing_in_output(block.lines, self.output)
        if missing is not None:
            raise Wrong(f"the commands before do not print: {missing}")

    def do_not_run(self, block, reason):
        if not reason:
            raise Wrong("the reason is missing")

    def test(self, block):
        """Returns whether there was anything to test."""
        if block.mark is None and block.language in COMMANDS:
            block.mark = ("run", "")
        if block.mark is None:
            if block.language in CODE:
                raise Wrong("this block has no comment that says what it is (tests/docs/blocks.py)")
            return False
        verb, argument = block.mark
        getattr(self, "do_" + verb.replace(" ", "_"))(block, argument)
        return verb != "not run"

    def check(self):
        """Returns how many blocks were tested."""
        tested = 0
        for item in read(self.text):
            if isinstance(item, list):
                self.copy(item)
                continue
            try:
                tested += self.test(item)
            except Wrong as wrong:
                raise Wrong(f"{item.line}: {wrong}") from None
        return tested


def main():
    path, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="bamboo-docs-") as scratch:
        try:
            tested = Page(path, build, pathlib.Path(scratch)).check()
        except (Wrong, subprocess.TimeoutExpired) as wrong:
            sys.exit(f"{path}:{wrong}")
    print(f"{path.name}: {tested} blocks are as they are shown")


if __name__ == "__main__":
    main()
