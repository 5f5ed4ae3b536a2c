#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs planned broadcasts by multicast of which no, one and five percent of the datagrams are lost: bits and time."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

PLAN = "bcast/multicast"
SKIPPED = 77


def run(arguments, ranks, percent, folder):
    """The fault, or None, and what the program prints."""
    report = folder / "plans.json"
    settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS_JSON": str(report),
                "BAMBOO_PLANS_FORCE": PLAN.replace("/", ":")}
    try:
        result = launching.run(arguments, ranks, settings, str(percent), timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return f"no end after {arguments.timeout} s", ""
    if percent == 0 and "multicast does not work" in result.stderr:
        print(f"SKIPPED: {result.stderr.strip()}")
        sys.exit(SKIPPED)
    if fault := launching.fault_of(result):
        return fault, ""
    plans = {call["plan"] for call in json.loads(report.read_text()) if call["operation"] == "bcast"}
    fault = None if plans == {PLAN} else f"served by {', '.join(sorted(plans)) or 'nothing'}\n{result.stderr}"
    return fault, result.stdout.strip()


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--timeout", type=int, default=90, help="seconds of one run, which takes a few")
    arguments = parser.parse_args()
    failed = 0
    # MPICH polls: few processes for few cores.
    for ranks in (2, 4) if arguments.mpi == "openmpi" else (2, 3):
        for percent in (0, 1, 5):
            with tempfile.TemporaryDirectory() as folder:
                fault, printed = run(arguments, ranks, percent, pathlib.Path(folder))
            print(f"{ranks} ranks, {percent} % lost: {fault or f'right ({printed})'}", flush=True)
            failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
