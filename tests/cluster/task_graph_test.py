# SPDX-License-Identifier: Apache-2.0
"""The tutorial's task graph runs on two hosts, under both MPIs, and has the same result as on one host."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "cluster/test"))

import real  # noqa: E402
from real import ENVIRONMENT, TREE, RealCluster  # noqa: E402


class TaskGraphs(RealCluster):
    options = ["--hosts", 2]

    def test_tutorial(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = f"{folder.name}/jacobi"
        packages = dict(os.environ, PKG_CONFIG_PATH=str(TREE / "lib/pkgconfig"))
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "bamboo-taskgraph"], env=packages,
                               text=True, capture_output=True, check=True).stdout.split()
        subprocess.run(["g++", "-std=c++20", "-O2", ROOT / "docs/start/jacobi.cpp", *flags,
                        f"-Wl,-rpath,{TREE / 'lib'}", "-o", program], check=True)
        alone = subprocess.run([program], text=True, capture_output=True, check=True).stdout
        self.assertIn("64^3, 100 steps: heat ", alone)
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi):
                if not shutil.which(f"mpirun.{mpi}"):
                    self.skipTest(f"{mpi} is not installed")
                done = subprocess.run([TREE / "bin/bamboo", "run", "--cluster", "TaskGraphs", "--mpi", mpi,
                                       "--cluster-timeout=300", "-n", "2", "--", program],
                                      env=ENVIRONMENT, text=True, capture_output=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, alone)


if __name__ == "__main__":
    real.main()
