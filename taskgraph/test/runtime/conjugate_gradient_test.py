#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""conjugate_gradient_test.py LAUNCHER PROGRAM SERIAL: compares the residuals of the task graph with plain loops.

Those of 1, 2 and 4 processes have the same bits, also with two workers."""
import math
import os
import re
import subprocess
import sys

TOLERANCE = 1e-7   # relative: the sums have another order, and the residual falls by ten digits
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                   OMPI_MCA_hwloc_base_binding_policy="none")


def output(*command, workers=1):
    return subprocess.run(command, env=dict(ENVIRONMENT, BAMBOO_WORKERS=str(workers)), check=True, timeout=280,
                          stdout=subprocess.PIPE, text=True).stdout


def numbers(text):
    return [float(word) for word in re.findall(r"\d\S*", text)]


def main():
    launcher, program, serial = sys.argv[1:]
    expected, alone = numbers(output(serial)), output(program)
    if not len(expected) == len(numbers(alone)) > 10:
        sys.exit(f"error: the task graph prints\n{alone}")
    for want, got in zip(expected, numbers(alone)):
        if not math.isclose(want, got, rel_tol=TOLERANCE):
            sys.exit(f"error: {got} instead of {want} in\n{alone}")
    for processes, workers in (1, 2), (2, 1), (4, 1), (2, 2):
        got = output(launcher, "-n", str(processes), program, workers=workers)
        if got != alone:
            sys.exit(f"error: {processes} processes, {workers} workers:\n{got}\ninstead of\n{alone}")


if __name__ == "__main__":
    main()
