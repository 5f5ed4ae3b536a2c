#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel and uses it as a user does: with Debian's MPIs, with the MPIs of PyPI, and along the tutorial: wheel_test.py
[FOLDER]

With FOLDER the wheel is already there. Without access to PyPI the test is skipped.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
MPIS = ("openmpi", "mpich")


class Failed(Exception):
    pass


def run(command, **variables):
    done = subprocess.run(list(map(str, command)), env={**os.environ, **variables}, capture_output=True, text=True, timeout=3600)
    print(f"wheel: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}", flush=True)
    if done.returncode not in (0, SKIPPED):
        raise Failed(f"exit status {done.returncode}")
    return done


def check_content(wheel):
    """It has each library once, for both MPIs, and nothing that compiles or links programs."""
    if "-py3-none-manylinux_" not in wheel.name:
        raise Failed(f"{wheel.name} has the tag of this system alone")
    with zipfile.ZipFile(wheel) as file:
        names = [name.partition(".data/data/")[2] for name in file.namelist() if ".data/data/" in name]
    libraries = [name for name in names if ".so" in name]
    for mpi in MPIS:
        if f"lib/libbamboo-plans-{mpi}.so" not in libraries:
            raise Failed(f"there are no plans for {mpi}: {libraries}")
    wrong = [name for name in names if name.startswith(("include/", "lib/cmake", "lib/pkgconfig")) or ".so." in name]
    if wrong or "bin/bamboo" not in names:
        raise Failed(f"the wheel has {wrong or names}")


def check_installed_mpis(environment, work):
    """A program of C, compiled for an MPI of this system, runs with plans."""
    for mpi in MPIS:
        program = work / f"transpose-{mpi}"
        run([f"mpicc.{mpi}", ROOT / "docs/start/transpose.c", "-o", program])
        done = run([environment / "bin/bamboo", "run", "-n", "2", "--", program], BAMBOO_PLANS="always,report",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
        if "80 blocks exchanged, 0 elements wrong" not in done.stdout or "alltoall/" not in done.stderr:
            raise Failed(f"{mpi}: it is not planned")


def main():
    with tempfile.TemporaryDirectory(prefix="bamboo-wheel-test-") as work:
        work = pathlib.Path(work)
        environment, dist = work / "environment", work / "dist"
        venv.create(environment, with_pip=True)
        pip = [environment / "bin/python", "-m", "pip", "--disable-pip-version-check"]
        if subprocess.run([*pip, "download", "--quiet", "--no-deps", "--dest", work, "mpi4py"]).returncode:
            print("wheel: skipped, PyPI cannot be reached")
            return SKIPPED
        if len(sys.argv) > 1:
            dist = pathlib.Path(sys.argv[1]).resolve()
        else:
            run([ROOT / "scripts/wheel", dist])
        check_content(next(dist.glob("bamboo_mpi-*.whl")))
        run([*pip, "install", "--quiet", "--no-index", "--find-links", dist, "bamboo-mpi"])
        check_installed_mpis(environment, work)
        run([sys.executable, ROOT / "tests/e2e/python_programs.py", "--tree", environment])
        run([sys.executable, ROOT / "tests/docs/blocks.py", ROOT / "docs/start/python.md", environment],
            PIP_FIND_LINKS=str(dist))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f"wheel: {failure}")
