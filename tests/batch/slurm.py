# SPDX-License-Identifier: Apache-2.0
"""Slurm on the hosts of an emulated cluster: a controller and one slurmd on each host.

It has a configuration, keys, sockets and folders of its own, so that a Slurm of this machine is neither needed
nor disturbed. All of its processes are in the process-id namespace of the command on the cluster.
"""
import os
import pathlib
import re
import shutil
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "salloc", "sinfo")
PATH = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])
START_SECONDS = 120

CONFIGURATION = """
ClusterName=bamboo
SlurmctldHost={first}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/local/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/local/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/local/slurmd.log
PlugStackConfig=/dev/null
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName={hosts} CPUs={cores} CoresPerSocket={cores} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """The programs that are not installed."""
    return [name for name in PROGRAMS if not shutil.which(name, path=PATH)]


def _version():
    text = subprocess.run([shutil.which("slurmd", path=PATH), "-V"], text=True, capture_output=True, check=True).stdout
    return tuple(map(int, re.search(r"(\d+)\.(\d+)", text).groups()))


class Slurm:
    """Runs as long as the with statement. The cluster's settings for MPI are no longer in the environment, as on a
    cluster whose MPIs know Slurm only. Open MPI's component for messages stays: a job that searches for one takes
    longer, and ranks that find different ones end the job."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.agent = os.environ["CLUSTER_AGENT"]
        self.hosts = [host.split(":")[0] for host in os.environ["CLUSTER_HOSTS"].split(",")]
        self.cores = len(os.sched_getaffinity(0))
        self.processes = []

    def __enter__(self):
        for name in list(os.environ):
            if (name.startswith(("OMPI_MCA_", "PRTE_MCA_", "HYDRA_", "UCX_", "CLUSTER_", "SLURM_")) and
                    name != "OMPI_MCA_pml"):
                del os.environ[name]
        os.environ.update(PATH=PATH, SLURM_CONF=str(self.folder / "slurm.conf"))
        self._write_files()
        self._start(["munged", "--foreground", "--force", "--num-threads=2", "--key-file", self.folder / "key",
                     "--socket", self.folder / "munge.socket", "--pid-file", self.folder / "munge.pid",
                     "--seed-file", self.folder / "munge.seed", "--log-file", self.folder / "munge.log"])
        self._wait(lambda: (self.folder / "munge.socket").exists(), "munged")
        self._start(["slurmctld", "-D"])
        for host in self.hosts:  # each has a disk of its own
            self._start([self.agent, host, f"mount --bind '{self.folder}/{host}' '{self.folder}/local'"
                                           f" && exec slurmd -D -f '{self.folder}/slurm.conf'"])
        self._wait(self._all_idle, "the nodes")
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(timeout=60)

    def logs(self):
        return "\n".join(f"{file}:\n{file.read_text(errors='replace')[-4000:]}" for file in self.folder.rglob("*.log"))

    def _write_files(self):
        self.folder.chmod(0o755)
        for name in ("state", "local", *(f"{host}/spool" for host in self.hosts)):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "key").write_bytes(os.urandom(1024))
        (self.folder / "key").chmod(0o400)
        (self.folder / "mpi.conf").write_text(f"PMIxCliTmpDirBase={self.folder}/local\n")
        # The hosts have no control groups.
        plugin = "disabled" if _version() >= (23, 11) else "cgroup/v1"
        (self.folder / "cgroup.conf").write_text(f"CgroupPlugin={plugin}\n")
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            first=self.hosts[0], hosts=",".join(self.hosts), folder=self.folder, cores=self.cores))

    def _start(self, command):
        self.processes.append(subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def _all_idle(self):
        states = subprocess.run(["sinfo", "-h", "-o", "%t %D"], text=True, capture_output=True).stdout
        return states.strip() == f"idle {len(self.hosts)}"

    def _wait(self, ready, what):
        end = time.monotonic() + START_SECONDS
        while not ready():
            ended = [process.args[0] for process in self.processes if process.poll() is not None]
            if ended or time.monotonic() > end:
                raise AssertionError(f"{what} did not start; ended: {ended}\n{self.logs()}")
            time.sleep(0.1)
