#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/explanation/virtual-ranks.md from mpi/libc/functions.toml: process_functions.py [--check]"""
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "mpi/libc/functions.toml"
PAGE = ROOT / "docs/explanation/virtual-ranks.md"
MARKED = re.compile(r"(<!-- process functions -->\n).*?(<!-- end of process functions -->)", re.S)
WHOSE = {"rank": "the rank's", "warned": "the process's, with a warning", "process": "the process's"}
CALLERS = {"program": "the program", "libraries": "the program and its libraries"}


def rows():
    return tomllib.loads(TABLE.read_text())["row"]


def line(row):
    names = ", ".join(f"`{name}`" for name in row.get("shown", row["functions"]))
    what = " ".join([names, row["arguments"]] if "arguments" in row else [names])
    return f"| {what} | {WHOSE[row['whose']]} | {CALLERS.get(row.get('in'), '')} | {row['text']} |\n"


def main():
    head = "| function | whose | called by | what that means |\n|---|---|---|---|\n"
    page = PAGE.read_text()
    fresh = MARKED.sub(lambda m: m[1] + head + "".join(map(line, rows())) + m[2], page)
    if "--check" not in sys.argv:
        PAGE.write_text(fresh)
    elif not MARKED.search(page) or fresh != page:
        sys.exit(f"{PAGE} is not what {TABLE} says: run {__file__}")


if __name__ == "__main__":
    main()
