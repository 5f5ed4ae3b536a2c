#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a Fortran program for mpif.h, mpi and mpi_f08 and runs it behind the library of plans.

Its results must be right, and every one of its calls must have been planned, or counted where no plan can serve.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import run_conformance

BINDINGS = {"mpif.h": 0, "mpi": 1, "mpi_f08": 8}
OPERATIONS = {"bcast", "allreduce", "alltoall", "alltoallv", "allgather", "barrier", "alltoallv_init", "ialltoall", "ialltoallv",
              "igather"}
COUNTED = {"ibarrier"}  # as the MPI's own


def check(arguments, binding, folder):
    """What went wrong, or nothing."""
    program, report = folder / "program", folder / "plans.json"
    source = pathlib.Path(__file__).with_name("fortran_calls.F90")
    build = subprocess.run([arguments.compiler, "-cpp", f"-DBINDING={BINDINGS[binding]}",
                            f"-DEXTENSION={int(arguments.mpi == 'openmpi')}", "-fallow-argument-mismatch",
                            str(source), "-o", str(program)], cwd=folder, capture_output=True, text=True)
    if build.returncode != 0:
        return f"does not compile\n{build.stderr}"
    settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS": "always", "BAMBOO_PLANS_JSON": str(report)}
    command = run_conformance.launcher_command(arguments, 3, settings) + [str(program)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if result.returncode != 0:
        return f"status {result.returncode}\n{result.stdout}{result.stderr}"
    calls = json.loads(report.read_text())
    missing = OPERATIONS - {call["operation"] for call in calls if call["plan"] != "mpi"}
    missing |= COUNTED - {call["operation"] for call in calls if call["plan"] == "mpi"}
    return f"not planned or counted: {', '.join(missing)}" if missing else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpi", "launcher", "library", "compiler"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    failed = 0
    for binding in BINDINGS:
        with tempfile.TemporaryDirectory() as folder:
            fault = check(arguments, binding, pathlib.Path(folder))
        print(f"{binding}: {fault or 'right'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
