# SPDX-License-Identifier: Apache-2.0
"""Mode overlap on hosts without a spare core: a thread for relief polls while a large message is in flight."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cluster/test"))

import real  # noqa: E402
from real import TREE, RealCluster  # noqa: E402

PROGRAM = HERE.parent / "driver/Inputs/large_windows.c"
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}
LARGE, SHORT = 4 << 20, 4 << 10


class Reliefs(RealCluster):
    options = ["--hosts", 2, "--rate", 500]

    def compiled(self, mpi, *options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = f"{folder.name}/program"
        subprocess.run(["env", f"BAMBOO_MPI={mpi}", TREE / "bin/bamboocc", *options, "--bamboo-cc=clang-19", "-O2",
                        PROGRAM, "-o", program], check=True)
        return program

    def assert_relief(self, mpi):
        plain = self.compiled(mpi, "--bamboo-mode=off")
        overlap = self.compiled(mpi, "--bamboo-mode=overlap", "--bamboo-measure-windows")
        for size in LARGE, SHORT:
            with self.subTest(f"{mpi}, {size} bytes"):
                words = [LAUNCHERS[mpi], "-n", 2]
                expected = self.run_on("h1", *words, plain, size // 8)
                said = self.run_on("h1", "sh", "-c", 'exec "$@" 2>&1', "sh", *words, overlap, size // 8)
                results = [line for line in said.splitlines() if line.startswith("process")]
                self.assertEqual(sorted(results), sorted(expected.splitlines()))
                self.assertEqual("relief: polled the network" in said, size == LARGE, said)

    def test_it_looks_while_a_large_message_is_in_flight(self):
        for mpi, launcher in LAUNCHERS.items():
            if shutil.which(launcher):
                self.assert_relief(mpi)


if __name__ == "__main__":
    real.main()
