# SPDX-License-Identifier: Apache-2.0
"""scripts_test.py BUILD: the job scripts of batch systems that cannot run here start their system's launcher.

The system's programs are stand-ins that print their arguments.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([BUILD / "bin/bamboocc", "--bamboo-mode=tasks", HERE.parent / "cluster/ring.c", "-o",
                        self.folder / "program"], check=True)
        self.nodes = self.folder / "nodes"
        self.nodes.write_text("a\nb\n")

    def stand_in(self, name):
        file = self.folder / name
        file.parent.mkdir(parents=True)
        file.write_text("#!/bin/sh\necho \"$0 $*\"\n")
        file.chmod(0o755)

    def run_script(self, name, *folders, **variables):
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("SLURM_", "PBS_", "FLUX_", "BAMBOO_"))}
        path = os.pathsep.join([*map(str, folders), str(BUILD / "bin"), os.environ["PATH"]])
        done = subprocess.run(["bash", HERE / "jobs" / name], cwd=self.folder, text=True, capture_output=True, timeout=300,
                              env={**kept, **variables, "PATH": path, "BAMBOO_MPI": "mpich", "PBS_O_WORKDIR": str(self.folder)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_each_is_a_script_of_bash(self):
        for script in HERE.glob("jobs/*.sh"):
            with self.subTest(script.name):
                subprocess.run(["bash", "-n", script], check=True)

    def test_flux(self):
        self.stand_in("bin/flux")
        said = self.run_script("flux.sh", self.folder / "bin", FLUX_URI="local:///nowhere")
        self.assertRegex(said, r"^\S+/flux run -n 2 -c 2 env .*BAMBOO_VF=4 .*\./program$")

    def test_pals(self):
        self.stand_in("pals/bin/mpiexec")
        said = self.run_script("pbs.sh", self.folder / "pals/bin", PBS_NODEFILE=str(self.nodes))
        self.assertRegex(said, r"^\S+/mpiexec -n 2 --ppn 1 --depth 2 --cpu-bind depth env .*BAMBOO_VF=4 .*\./program$")


if __name__ == "__main__":
    unittest.main()
