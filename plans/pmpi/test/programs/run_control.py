#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that was linked with the library of plans on several numbers of processes, planned and not."""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpi", "launcher", "program"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    failed = 0
    for ranks, settings, *more in ((1, {}), (2, {}), (5, {"BAMBOO_PLANS_VERIFY": "1"}), (3, {"BAMBOO_PLANS": "off"}),
                                   (3, {}, "group only"), (5, {"BAMBOO_PLANS_FORCE": "scatterv:multicast;alltoallv:gated"}, "group only"),
                                   (3, {"BAMBOO_PLANS_FORCE": "scatterv:multicast", "BAMBOO_PLANS_VERIFY": "1"}, "group only"),
                                   (5, {"BAMBOO_PLANS_FORCE": "scatterv:linear"}, "group only")):
        command = launching.launcher_command(arguments, ranks, settings) + [arguments.program, *more]
        result = subprocess.run(command, capture_output=True, text=True, timeout=300)
        right = result.returncode == 0 and "right" in result.stdout
        if "multicast does not work" not in result.stderr:
            right = right and ("multicast" in result.stdout) == ("multicast" in settings.get("BAMBOO_PLANS_FORCE", ""))
        print(f"{ranks} ranks, {settings} {more}: {'right' if right else result.stdout + result.stderr}", flush=True)
        failed += not right
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
