#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that files name their licence and that C and C++ files are formatted: check_style.py ROOT CLANG_FORMAT"""
import pathlib
import re
import subprocess
import sys

LICENSED = {".h", ".hpp", ".c", ".cc", ".cpp", ".def", ".py", ".cmake", ".sh", ".S", ".s", ".test"}
LICENSED_NAMES = {"CMakeLists.txt"}
FORMATTED = {".h", ".hpp", ".cc", ".cpp"}
# The format of tests' inputs is intended.
UNFORMATTED_FOLDERS = {"Inputs", "inputs"}
COLUMNS = 100
# clang-format does not reflow comments, because it would split those behind code.
COMMENT = re.compile(r"(^|  )//[/!]?<? ")
TAG = "SPDX-" + "License-Identifier: Apache-2.0"


def tracked_files(root):
    listing = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True)
    for name in listing.stdout.decode().split("\0"):
        path = root / name
        if name and path.is_file() and not path.is_symlink():
            yield path


def fits_without_comment(before, line):
    """Returns whether clang-format has split a declaration or a call because the comment behind it is too long."""
    code = re.match(r"( +)([^/\"]*;)  //", line)
    first = re.fullmatch(r"( *)[\w:<>,*&\[\].= -]*[\w>=(]", before)
    return bool(code and first and len(code[1]) == len(first[1]) + 4
                and len(before) + 1 + len(code[2]) <= COLUMNS)


def main():
    root, clang_format = pathlib.Path(sys.argv[1]), sys.argv[2]
    files = list(tracked_files(root))
    bad = 0
    for path in files:
        licensed = path.suffix in LICENSED or path.name in LICENSED_NAMES
        if licensed and TAG not in "\n".join(path.read_text(errors="replace").splitlines()[:5]):
            print(f"{path.relative_to(root)}:1: error: no '{TAG}' at the top")
            bad += 1
    to_format = [str(path) for path in files
                 if path.suffix in FORMATTED and not UNFORMATTED_FOLDERS & set(path.parts)
                 and not path.is_relative_to(root / "translator" / "test")]  # texts to be rewritten
    for name in to_format:
        before = ""
        for number, line in enumerate(pathlib.Path(name).read_text(errors="replace").splitlines(), 1):
            if len(line) > COLUMNS and COMMENT.search(line):
                print(f"{name}:{number}: error: a comment goes beyond column {COLUMNS}")
                bad += 1
            if fits_without_comment(before, line):
                print(f"{name}:{number}: error: the comment splits its code: move it above")
                bad += 1
            before = line
    result = subprocess.run([clang_format, "--dry-run", "-Werror", *to_format],
                            capture_output=True, text=True)
    unformatted = sorted({line.split(":")[0] for line in result.stderr.splitlines()
                          if "[-Wclang-format-violations]" in line})
    for name in unformatted:
        print(f"{name}: error: not formatted; run {clang_format} -i on it")
    print(f"{len(files)} files, {len(to_format)} formatted, {bad + len(unformatted)} errors")
    if result.returncode and not unformatted:
        print(result.stderr)
    return 1 if bad or result.returncode or not to_format else 0


if __name__ == "__main__":
    sys.exit(main())
