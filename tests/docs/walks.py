#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the walks through the code name existing files, each file once in a walk, with one sentence each."""
import re
import sys

from links import ROOT

PAGE = "docs/developers/reading-the-code.md"
ROW = re.compile(r"\| `([^`]+)` \| (.+) \|$")


def complaints(path, sentence, walked):
    if not (ROOT / path).is_file():
        yield f"there is no {path}"
    if path in walked:
        yield f"{path} occurs twice in its walk"
    if not re.fullmatch(r"[^.]+(\.\w[^.]*)*\.", sentence):
        yield f"{path} needs one sentence, not: {sentence}"


def main():
    wrong, walked, files = [], set(), 0
    for number, line in enumerate((ROOT / PAGE).read_text().splitlines(), 1):
        if line.startswith("## "):
            walked = set()
        elif row := ROW.match(line):
            wrong += [f"{PAGE}:{number}: error: {text}" for text in complaints(*row.groups(), walked)]
            walked.add(row[1])
            files += 1
    print("\n".join(wrong) or f"walks: {files} files")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
