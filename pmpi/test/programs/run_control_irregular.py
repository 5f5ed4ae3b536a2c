#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that calls irregular collectives in two parts: planned, left to the MPI, and with a pattern that is none."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

RUNS = ((1, {}), (2, {}), (5, {"BAMBOO_PLANS_VERIFY": "1"}), (4, {}),
        (3, {"BAMBOO_PLANS": "off"}, "off"), (5, {"BAMBOO_PLANS": "same-bits"}, "same"))


def fault_of_other_pattern(arguments):
    """All counts but those of the last process are right, which it and the root know."""
    result = launching.run(arguments, 3, {}, "other")
    says = re.search("bamboo: error: the counts of process [02] are not those of the pattern that it gives", result.stderr)
    return None if result.returncode and says else f"status {result.returncode}\n{result.stderr}"


def main():
    arguments = launching.command_line(__doc__).parse_args()
    faults = []
    for ranks, settings, *words in RUNS:
        result = launching.run(arguments, ranks, settings, *words)
        if result.returncode or "right" not in result.stdout:
            faults.append(f"{ranks} ranks, {settings}: {result.stdout}{result.stderr}")
    faults += filter(None, [fault_of_other_pattern(arguments)])
    print("\n".join(faults) or "right", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
