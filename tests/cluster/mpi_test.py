# SPDX-License-Identifier: Apache-2.0
"""Both MPIs run a ring over four hosts: through their own launchers and through `bamboo run`."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cluster/test"))

import real  # noqa: E402
from real import ENVIRONMENT, TREE, RealCluster  # noqa: E402

RING = HERE / "ring.c"
LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}


class Rings(RealCluster):
    options = ["--hosts", 4]

    def compiled(self, mpi, compiler=None):
        if not shutil.which(LAUNCHERS[mpi]):
            self.skipTest(f"{mpi} is not installed")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = f"{folder.name}/ring"
        subprocess.run([compiler or f"mpicc.{mpi}", RING, "-o", program], check=True)
        return program

    def assert_ring(self, output, hosts):
        lines = sorted(line for line in output.splitlines() if line.startswith("rank"))
        self.assertEqual(lines, [f"rank {i} on {host} got {(i - 1) % len(hosts)}"
                                 for i, host in enumerate(hosts)])

    def test_their_own_launchers(self):
        for mpi, launcher in LAUNCHERS.items():
            with self.subTest(mpi):
                program = self.compiled(mpi)
                self.assert_ring(self.run_on("h1", launcher, "-n", 4, program), ["h1", "h2", "h3", "h4"])

    def test_open_mpi_5(self):
        """Tests the wheel that scripts/setup installs."""
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        prefix = pathlib.Path(cache, "bamboo/mpis/openmpi")
        if not (prefix / "bin/mpirun").exists():
            self.skipTest(f"there is no {prefix}/bin/mpirun")
        program = self.compiled("openmpi", prefix / "bin/mpicc")
        self.assert_ring(self.run_on("h1", prefix / "bin/mpirun", "-n", 4, program), ["h1", "h2", "h3", "h4"])

    def test_bamboo_run(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi):
                program = self.compiled(mpi)
                for ranks, hosts in ((4, "1234"), (3, "123"), (6, "112234")):
                    done = subprocess.run([TREE / "bin/bamboo", "run", "--cluster", "Rings",
                                           "--cluster-timeout=300", "-n", str(ranks), "--", program],
                                          env=ENVIRONMENT, text=True, capture_output=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assert_ring(done.stdout, ["h" + h for h in hosts])

    def test_exit_status_and_wrong_usage(self):
        def run(*words):
            return subprocess.run([TREE / "bin/bamboo", "run", *words], env=ENVIRONMENT, text=True,
                                  capture_output=True)
        self.assertEqual(run("--cluster", "Rings", "-n", "2", "--", "sh", "-c", "exit 3").returncode, 3)
        self.assertEqual(run("--cluster", "none", "-n", "2", "--", "true").returncode, 1)
        self.assertEqual(run("--cluster-timeout", "5", "-n", "2", "--", "true").returncode, 2)
        late = run("--cluster", "Rings", "--cluster-timeout", "1", "-n", "4", "--", "sleep", "100")
        self.assertEqual(late.returncode, 124, late.stderr)


if __name__ == "__main__":
    real.main()
