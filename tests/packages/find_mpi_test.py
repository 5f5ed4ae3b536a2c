#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which MPIs the build takes: find_mpi_test.py SOURCES. PATH has stand-ins for the compilers and launchers of MPIs."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = sys.argv.pop(1)
COMPILERS = {"openmpi": "#!/bin/sh\necho Open MPI 4.1\n", "mpich": "#!/bin/sh\nexit 1\n"}


class FindMpi(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = []

    def add(self, folder, mpi, *names):
        """Installs an MPI's programs into a folder, which is behind the others in PATH."""
        folder = self.folder / folder
        folder.mkdir(exist_ok=True)
        for name in names:
            (folder / name).write_text(COMPILERS[mpi])
            (folder / name).chmod(0o755)
        if str(folder) not in self.path:
            self.path.append(str(folder))
        return folder

    def found(self, **environment):
        clean = {name: value for name, value in os.environ.items() if name != "BAMBOO_MPICC"}
        path = os.pathsep.join([*self.path, "/nothing"])
        command = [shutil.which("cmake"), "-S", HERE / "find_mpi", "-B", self.folder / "build", f"-DSOURCES={SOURCES}",
                   f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}", "-G", "Ninja",
                   "-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF"]
        done = subprocess.run(command, capture_output=True, text=True, env={**clean, "PATH": path, **environment})
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = (line.split(" ", 1) for line in done.stderr.splitlines() if " " in line)
        return {name: value.replace(f"{self.folder}/", "") for name, value in lines}

    def test_plain_names_come_first(self):
        self.add("module", "mpich", "mpicc", "mpirun")
        self.add("usr", "mpich", "mpicc.mpich", "mpirun.mpich")
        self.add("usr", "openmpi", "mpicc.openmpi", "mpirun.openmpi", "mpicc", "mpirun")
        self.assertEqual(self.found(), {"OPENMPI_CC": "usr/mpicc.openmpi", "OPENMPI_RUN": "usr/mpirun.openmpi",
                                        "MPICH_CC": "module/mpicc", "MPICH_RUN": "module/mpirun"})

    def test_suffixed_name_of_the_same_file(self):
        usr = self.add("usr", "openmpi", "mpicc.openmpi", "mpirun.openmpi")
        for tool in ("mpicc", "mpirun"):
            (usr / tool).symlink_to(usr / f"{tool}.openmpi")
        found = self.found()
        self.assertEqual(found["OPENMPI_CC"], "usr/mpicc.openmpi")
        self.assertEqual(found["OPENMPI_RUN"], "usr/mpirun.openmpi")
        self.assertEqual(found["MPICH_CC"], "")

    def test_named_by_the_environment(self):
        self.add("module", "openmpi", "mpicc", "mpirun")
        named = self.add("opt", "openmpi", "mpicc", "mpirun")
        found = self.found(BAMBOO_MPICC=str(named / "mpicc"))
        self.assertEqual(found["OPENMPI_CC"], "opt/mpicc")
        self.assertEqual(found["OPENMPI_RUN"], "opt/mpirun")


if __name__ == "__main__":
    unittest.main()
