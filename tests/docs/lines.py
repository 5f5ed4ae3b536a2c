#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no line of a page is longer than 100 columns, except in tables, links and generated pages."""
import sys

from links import ROOT, pages

WIDTH = 100
GENERATED = ("docs/reference/command-line.md", "docs/reference/diagnostics.md")


def too_long(line):
    return len(line) > WIDTH and not line.lstrip().startswith("|") and "](" not in line


def main():
    assert too_long("a" * 101) and not too_long("| " + "a" * 101) and not too_long("[a](" + "b" * 101 + ")")
    bad = 0
    for page in pages(ROOT):
        name = str(page.relative_to(ROOT))
        if name in GENERATED:
            continue
        for number, line in enumerate(page.read_text().splitlines(), 1):
            if too_long(line):
                print(f"{name}:{number}: error: {len(line)} columns")
                bad += 1
    print(f"lines: {bad} are too long")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
