#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a Fortran program for mpif.h, mpi and mpi_f08 and runs it behind the library of plans.

Its results must be right, and every one of its calls must have been planned, or counted as one that never is.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

BINDINGS = {"mpif.h": 0, "mpi": 1, "mpi_f08": 8}
OPERATIONS = {"bcast", "allreduce", "alltoall", "alltoallv", "allgather", "barrier", "alltoallv_init", "ialltoall", "ialltoallv",
              "igather", "ibarrier", "iallreduce", "ibcast", "neighbor_allgatherv", "ineighbor_alltoallv"}


def run(arguments, binding, folder, name, options=(), **settings):
    """The fault, or None."""
    program = folder / name
    source = pathlib.Path(__file__).with_name(f"{name}.F90")
    build = subprocess.run([arguments.compiler, "-cpp", f"-DBINDING={BINDINGS[binding]}",
                            f"-DEXTENSION={int(arguments.mpi == 'openmpi')}", "-fallow-argument-mismatch",
                            str(source), "-o", str(program), *options], cwd=folder, capture_output=True, text=True)
    if build.returncode != 0:
        return f"{name} does not compile\n{build.stderr}"
    fault = launching.fault_of(launching.run(arguments, 3, {"BAMBOO_PLANS": "always", **settings}, program=program))
    return f"{name}: {fault}" if fault else None


def check_calls(arguments, binding, folder):
    report = folder / "plans.json"
    fault = run(arguments, binding, folder, "fortran_calls", LD_PRELOAD=arguments.library, BAMBOO_PLANS_JSON=str(report))
    if fault:
        return fault
    calls = json.loads(report.read_text())
    missing = OPERATIONS - {call["operation"] for call in calls if call["plan"] != "mpi"}
    return f"not planned: {', '.join(missing)}" if missing else None


# An all-to-all of three processes that have nothing for each other.
PLAN = {"bamboo_plan": 1, "operation": "alltoallv", "size": 3, "root": 0, "count": 0, "unit_bytes": 1,
        "network": {"shape": "star", "hosts": 3, "rate": "1Gbit"}, "separation": "none", "lead": -1, "scheduler": "none",
        "small_last": False, "traffic": [], "phases": []}


def check_control(arguments, binding, folder):
    plan, report = folder / "empty.json", folder / "control.json"
    plan.write_text(json.dumps(PLAN))
    library = pathlib.Path(arguments.library)
    headers = pathlib.Path(__file__).parents[2] / "include"
    fault = run(arguments, binding, folder, "fortran_control",
                [f"-I{headers}", str(library), f"-Wl,-rpath,{library.parent}"], BAMBOO_PLANS_VERIFY="1",
                BAMBOO_PLANS_JSON=str(report), PLAN_FILE=str(plan))
    if fault:
        return fault
    served = {call["plan"]: call["calls"] for call in json.loads(report.read_text())}
    return None if served.get("alltoallv/empty.json") == 3 else f"plan file: {served}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mpi", "launcher", "library", "compiler"):
        parser.add_argument("--" + name, required=True)
    arguments = parser.parse_args()
    failed = 0
    for binding in BINDINGS:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            fault = check_calls(arguments, binding, folder) or check_control(arguments, binding, folder)
        print(f"{binding}: {fault or 'right'}", flush=True)
        failed += fault is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
