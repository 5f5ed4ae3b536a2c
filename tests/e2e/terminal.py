#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that each line that a rank prints appears on a terminal at once, as it does for plain programs."""
import argparse
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

import toolchain


def read_until(terminal, text):
    """Reads up to the text, or to the end of the program."""
    seen = b""
    while text not in seen:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the program has ended
            break
        if not part:
            break
        seen += part
    return seen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    source = pathlib.Path(__file__).resolve().with_suffix(".c")
    with tempfile.TemporaryDirectory(prefix="bamboo-terminal-") as work:
        executable, file = pathlib.Path(work) / "terminal", pathlib.Path(work) / "read"
        toolchain.must([tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", source, "-o", executable])
        terminal, other_end = pty.openpty()
        with subprocess.Popen(["timeout", "-k", "5", "120", executable, file], stdout=other_end,
                              stdin=subprocess.DEVNULL, env={**os.environ, "BAMBOO_VF": "2"}) as run:
            os.close(other_end)
            first = read_until(terminal, b"waits\r\n")
            is_early = b"waited" not in first
            file.touch()
            seen = first + read_until(terminal, b"waited\r\n")
        if not is_early or run.returncode or seen != b"rank 1 waits\r\nand has waited\r\n":
            sys.exit(f"terminal: exit code {run.returncode}, the line was {'' if is_early else 'not '}early: {seen}")
        print("terminal: the line was there while the rank waited")


if __name__ == "__main__":
    main()
