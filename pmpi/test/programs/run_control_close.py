#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that closes its controls, with the library of plans in front of it and without, and wrong uses of them."""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

# One plan for three calls, and one more when a process has closed its control; one of the other communicator.
LEVELS = {"scatterv/phases, level 1": 3, "scatterv/phases, level 3": 4}


def fault_of_use(arguments, settings, word, message):
    result = launching.run(arguments, 3, settings, word)
    wanted = f"bamboo: error: rank 2: {message} has a control that is closed; set it to 0 to plan anew"
    return None if result.returncode and wanted in result.stderr else f"{word}, {settings}: {result.stderr}"


def fault_of_calls(calls):
    levels = collections.Counter()
    for call in calls:
        levels[call["plan"]] += call["calls"] // call["ranks"]
    return None if levels == LEVELS else f"calls: {dict(levels)}"


def main():
    parser = launching.command_line(__doc__)
    parser.set_defaults(timeout=300)
    arguments = parser.parse_args()
    in_front = {"LD_PRELOAD": arguments.library}
    fault, calls = launching.run_with_report(arguments, 4, {"BAMBOO_PLANS": "always,report"})
    faults = [fault or fault_of_calls(calls), launching.fault_of(launching.run(arguments, 4, {}))]
    for settings in (in_front, {}):
        faults.append(fault_of_use(arguments, settings, "twice", "Bamboo_Control_close"))
        faults.append(fault_of_use(arguments, settings, "behind", "MPI_Scatterv"))
    faults = list(filter(None, faults))
    print("\n".join(faults) or "right", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
