#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every number of a claim in docs/results/index.md, and of the tables
of README and of the start page, is on its page of results."""
import pathlib
import re
import sys

from links import ROOT

RESULTS = ROOT / "docs/results"
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
LINK = re.compile(r"\]\(([\w-]+\.md)(?:#[\w-]+)?\)")


def cells(line):
    return [cell.strip() for cell in line.strip("|\n ").split(" | ")]


def claims():
    """Yields (where, figures, page) of each claim."""
    index = RESULTS / "index.md"
    for number, line in enumerate(index.read_text().splitlines(), 1):
        if line.startswith("| ") and (page := LINK.search(line)):
            yield f"docs/results/index.md:{number}", cells(line)[1], RESULTS / page[1]
    for name in ("README.md", "docs/index.md"):
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            if line.startswith("| ") and NUMBER.search(line):
                yield f"{name}:{number}", line, RESULTS / "tasks.md"


def missing(figures, page):
    there = set(NUMBER.findall(pathlib.Path(page).read_text()))
    return [number for number in NUMBER.findall(figures) if number not in there]


def main():
    all_claims = list(claims())
    wrong = [f"{where}: error: {page.name} does not have {', '.join(absent)}"
             for where, figures, page in all_claims if (absent := missing(figures, page))]
    print("\n".join(wrong) or f"claims: {len(all_claims)} lines")
    return 1 if wrong or len(all_claims) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
