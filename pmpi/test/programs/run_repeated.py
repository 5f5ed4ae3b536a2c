#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program whose patterns come again and change: what arrives is right, and schedules were kept where they fit."""
import collections
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402


def check(arguments, ranks, is_said, verify, folder):
    """The fault, or None."""
    report = folder / "plans.json"
    settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS_JSON": str(report), "BAMBOO_PLANS_VERIFY": str(int(verify))}
    if not is_said:
        settings["BAMBOO_PLANS_FORCE"] = "alltoallv:repeated"
    if fault := launching.fault_of(launching.run(arguments, ranks, settings, *["said"] * is_said)):
        return fault
    calls = collections.Counter()
    for line in json.loads(report.read_text()):
        calls[line["plan"]] += line["calls"]
    # Patterns that never come again, a fifth of the calls, are served without a schedule once that
    # is known.
    share = calls["alltoallv/repeated"] / calls.total()
    if set(calls) != {"alltoallv/repeated", "alltoallv/gated"} or not 0.5 < share < 0.95:
        return f"served by {dict(calls)}"
    return None


def main():
    arguments = launching.command_line(__doc__).parse_args()
    failed = 0
    # MPICH polls: few processes for few cores.
    for ranks in [2, 3, 5, 8] if arguments.mpi == "openmpi" else [2, 3]:
        for is_said, verify in [(False, ranks <= 5), (True, False)]:
            with tempfile.TemporaryDirectory() as folder:
                fault = check(arguments, ranks, is_said, verify, pathlib.Path(folder))
            print(f"{ranks} ranks, {'said' if is_said else 'forced'}: {fault or 'right'}", flush=True)
            failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
