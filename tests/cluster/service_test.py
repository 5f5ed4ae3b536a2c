# SPDX-License-Identifier: Apache-2.0
"""On hosts that are not pinned, the service of mode tasks leaves an idle core when others need it."""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cluster/test"))

import real  # noqa: E402
from real import ENVIRONMENT, TREE, RealCluster  # noqa: E402

TAKEN = "the service's core was taken"
BUSY = "import time\nend = time.monotonic() + 300\nwhile time.monotonic() < end: pass"


class Services(RealCluster):
    options = ["--hosts", 2, "--cores", 0]

    def setUp(self):
        cores = len(os.sched_getaffinity(0))
        if cores < 2:
            self.skipTest("no core seems free here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = f"{folder.name}/service"
        subprocess.run([TREE / "bin/bamboocc", "--bamboo-mode=tasks", "-O2", HERE / "service.c", "-o", self.program],
                       check=True)
        for _ in range(2 * cores):
            busy = subprocess.Popen([sys.executable, "-c", BUSY])
            self.addCleanup(busy.wait)
            self.addCleanup(busy.kill)

    def said(self, *options):
        done = subprocess.run([TREE / "bin/bamboo", "run", "--cluster", "Services", "--cluster-timeout=300", "-n", "2",
                               "--vf", "1", "--stats", *options, "--", self.program],
                              env=ENVIRONMENT, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "2 ranks, 1\n")
        return done.stderr

    def test_it_leaves(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi):
                said = self.said("--mpi", mpi)
                for process in (0, 1):
                    self.assertIn(f"process {process}: {TAKEN}", said)

    def test_the_users_setting_is_kept(self):
        self.assertNotIn(TAKEN, self.said("--service", "dedicated"))


if __name__ == "__main__":
    real.main()
