#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that was linked with the library of plans on several numbers of processes, planned and not."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402


def main():
    arguments = launching.command_line(__doc__).parse_args()
    failed = 0
    for ranks, settings, *more in ((1, {}), (2, {}), (5, {"BAMBOO_PLANS_VERIFY": "1"}), (3, {"BAMBOO_PLANS": "off"}),
                                   (3, {}, "group only"), (5, {"BAMBOO_PLANS_FORCE": "scatterv:multicast;alltoallv:gated"}, "group only"),
                                   (3, {"BAMBOO_PLANS_FORCE": "scatterv:multicast", "BAMBOO_PLANS_VERIFY": "1"}, "group only"),
                                   (5, {"BAMBOO_PLANS_FORCE": "scatterv:linear"}, "group only")):
        result = launching.run(arguments, ranks, settings, *more)
        right = result.returncode == 0 and "right" in result.stdout
        if "multicast does not work" not in result.stderr:
            right = right and ("multicast" in result.stdout) == ("multicast" in settings.get("BAMBOO_PLANS_FORCE", ""))
        print(f"{ranks} ranks, {settings} {more}: {'right' if right else result.stdout + result.stderr}", flush=True)
        failed += not right
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
