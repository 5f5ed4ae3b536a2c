#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no negative pattern can match the name of a checkout's folder: negative_patterns.py ROOT

LLVM prints the module's path, so `CHECK-NOT: bamboo` fails below a folder `bamboo`. `CHECK-NOT: {{[@%]}}bamboo` does not.
"""
import pathlib
import re
import sys

FOLDERS = ("bamboo", "bamboo.git", "bamboo-0.2.0", "Bamboo", "bamboo_main")
NEUTRAL = "_"
LINES = ("; ModuleID = '/src/{0}/overlap/test/{1}'", 'source_filename = "/src/{0}/overlap/test/{1}"',
         '!1 = !DIFile(filename: "{1}", directory: "/src/{0}/build")', "/src/{0}/overlap/test/{1}:1:1: remark: text")
NEGATIVE = re.compile(r"[A-Z]+-NOT:\s*(.*\S)|--implicit-check-not[= ](\"[^\"]*\"|'[^']*'|\S+)")
PIECES = re.compile(r"\{\{(.*?)\}\}|\[\[.*?\]\]")


def as_expression(pattern):
    """Returns FileCheck's pattern as a Python regular expression; blanks match any blanks."""
    parts, end = [], 0
    for piece in PIECES.finditer(pattern):
        parts += [re.escape(pattern[end:piece.start()]), f"(?:{piece[1]})" if piece[1] is not None else ".*"]
        end = piece.end()
    return "".join(parts + [re.escape(pattern[end:])]).replace("\\ ", "\\s+")


def depends_on_folder(pattern, file):
    expression = re.compile(as_expression(pattern))
    return any(expression.search(line.format(folder, file)) and not expression.search(line.format(NEUTRAL, file))
               for folder in FOLDERS for line in LINES)


def findings(path):
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        for found in NEGATIVE.finditer(line):
            pattern = found[1] or found[2].strip("\"'")
            if depends_on_folder(pattern, path.name):
                yield f"{path}:{number}: error: '{pattern}' matches the name of a checkout's folder; write '{{{{[@%]}}}}{pattern}'"


def check_itself():
    for pattern in ("bamboo", "{{bamb.*}}", "bamboo."):
        assert depends_on_folder(pattern, "case.c"), pattern
    for pattern in ("@bamboo", "{{[@%]}}bamboo", "MPI_Wait", "{{.+}}", "call {{.*}}@bamboo.MPI_Wait", "[[NAME]] = bamboo"):
        assert not depends_on_folder(pattern, "case.c"), pattern


def main():
    check_itself()
    root = pathlib.Path(sys.argv[1])
    tests = [path for room in ("overlap", "translator") for path in sorted((root / room / "test").rglob("*"))
             if path.suffix in {".c", ".cpp", ".ll", ".test"}]
    found = [finding for path in tests for finding in findings(path)]
    print("\n".join(found) or f"negative_patterns: {len(tests)} tests, none depends on the checkout's name")
    return 1 if found or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
