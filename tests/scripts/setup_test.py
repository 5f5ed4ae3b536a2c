# SPDX-License-Identifier: Apache-2.0
"""setup_test.py SETUP: without root it names the packages of this system and still does what needs no root."""
import os
import pathlib
import subprocess
import sys
import tempfile

STUBS = {"id": "echo 1000", "sudo": "exit 1"}
SYSTEMS = {"apt-get": {"dpkg-query": "exit 1", "apt-get": "echo apt-get was called"},
           "dnf": {"rpm": "exit 1", "dnf": "echo dnf was called"}}
OTHERS = {"apt-get", "dnf", "dpkg-query", "rpm"}


def make_programs(folder, stubs):
    """This system's programs, but for the installers, and the stubs."""
    for program in pathlib.Path("/usr/bin").iterdir():
        if program.name not in stubs and program.name not in OTHERS:
            (folder / program.name).symlink_to(program)
    for name, text in stubs.items():
        stub = folder / name
        stub.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        stub.chmod(0o755)


def check(installer, names, *options, absent=()):
    with tempfile.TemporaryDirectory() as folder:
        make_programs(pathlib.Path(folder), STUBS | SYSTEMS[installer])
        # Nothing is installed from PyPI, should lit or matplotlib not be there.
        environment = dict(os.environ, PATH=folder, PIP_NO_INDEX="1", XDG_CACHE_HOME=folder)
        result = subprocess.run(["bash", sys.argv[1], *options], env=environment, capture_output=True, text=True)
    print(result.stdout + result.stderr)
    line = next((line for line in result.stdout.splitlines() if f"not root; install them with: {installer} install" in line), "")
    if not set(names) <= set(line.split()):
        sys.exit(f"{installer}: the missing packages are not named")
    if set(absent) & set(line.split()):
        sys.exit(f"{installer}: {absent} are only for the nightly tests")
    if "was called" in result.stdout:
        sys.exit(f"{installer} was called without root")
    if result.returncode != 0 or not result.stdout.endswith("setup: done\n"):
        sys.exit(f"{installer}: it did not go on")


check("apt-get", ["libopenmpi-dev", "ninja-build", "libmpich-dev"], absent=["chromium"])
check("apt-get", ["libopenmpi-dev", "chromium"], "--nightly")
check("dnf", ["openmpi-devel", "ninja-build", "mpich-devel"])
