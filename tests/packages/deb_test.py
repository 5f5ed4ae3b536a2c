#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds Debian's packages, unpacks them, and runs their autopkgtests on what they contain: deb_test.py [FOLDER]

With FOLDER the packages are already there.
"""
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "packaging/debian/tests"


def environment(tree, work):
    """Returns the variables by which programs find the unpacked files."""
    libraries = tree / f"usr/lib/{platform.machine()}-linux-gnu"
    return {**os.environ, "AUTOPKGTEST_TMP": str(work), "PATH": f"{tree}/usr/bin:{os.environ['PATH']}",
            "LD_LIBRARY_PATH": str(libraries), "PKG_CONFIG_PATH": str(libraries / "pkgconfig"),
            "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def main():
    with tempfile.TemporaryDirectory(prefix="bamboo-deb-") as folder:
        folder = pathlib.Path(folder)
        packages = folder
        if len(sys.argv) > 1:
            packages = pathlib.Path(sys.argv[1])
        else:
            subprocess.run([ROOT / "scripts/deb", folder], check=True)
        tree = folder / "tree"
        files = [file for file in packages.glob("*.deb") if "-dbgsym_" not in file.name]
        assert len(files) == 4, files
        for file in files:
            subprocess.run(["dpkg-deb", "-x", file, tree], check=True)
        failed = 0
        for name in re.findall(r"^Tests: (\S+)", (TESTS / "control").read_text(), re.MULTILINE):
            work = folder / name
            work.mkdir()
            print(f"deb: test {name}", flush=True)
            failed += subprocess.run([TESTS / name], env=environment(tree, work), timeout=600).returncode != 0
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
