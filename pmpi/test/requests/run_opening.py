#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program that counts the communicators that plans make for themselves."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402


def fault(arguments, ranks):
    try:
        result = launching.run(arguments, ranks, {"LD_PRELOAD": arguments.library}, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return f"no end after {arguments.timeout} s"
    return launching.fault_of(result)


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of one run")
    arguments = parser.parse_args()
    failed = 0
    for ranks in (2, 3):
        found = fault(arguments, ranks)
        print(f"{ranks} ranks: {found or 'right'}", flush=True)
        failed += found is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
