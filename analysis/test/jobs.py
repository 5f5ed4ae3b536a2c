# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs programs as a user does: JOB.py BUILD_TREE. Every run is under a time limit."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
MPIS = [mpi for mpi, launcher in (("openmpi", "mpirun.openmpi"), ("mpich", "mpiexec.hydra"))
        if shutil.which(launcher)]


class JobTest(unittest.TestCase):
    tree = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="bamboo-analysis-")
        cls.path = pathlib.Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compile(cls, name, *options):
        source, program = PROGRAMS / f"{name}.c", cls.path / name
        subprocess.run([cls.tree / "bin/bamboocc", "--bamboo-mode=tasks", "-O1", "-g", *options, source,
                        "-o", program], check=True, timeout=300)
        return program

    def bamboo(self, *words, status=0, env=None):
        command = ["timeout", "-k", "5", "300", self.tree / "bin/bamboo", *words]
        done = subprocess.run([str(w) for w in command], cwd=self.path, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})
        self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}{done.stderr}")
        return done

    def read(self, name):
        return json.loads((self.path / name).read_text())


def line_of(source, text):
    """Returns the number of the line that contains the text."""
    lines = (PROGRAMS / source).read_text().splitlines()
    return 1 + next(i for i, line in enumerate(lines) if text in line)


def main():
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} BUILD_TREE [unittest options]")
    JobTest.tree = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
