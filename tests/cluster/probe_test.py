# SPDX-License-Identifier: Apache-2.0
"""`bamboo plan probe` finds the switches of emulated clusters, with both MPIs, and writes a network to plan for."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cluster/test"))

import real  # noqa: E402
from real import ENVIRONMENT, TREE, RealCluster  # noqa: E402

LAUNCHERS = {"openmpi": "mpirun.openmpi", "mpich": "mpirun.mpich"}
RATE = 100e6 / 8


def bamboo(*words, **more):
    return subprocess.run([TREE / "bin/bamboo", *map(str, words)], env={**ENVIRONMENT, **more}, text=True,
                          capture_output=True, timeout=300)


class Probe(RealCluster):
    def probe(self, mpi, processes):
        if not shutil.which(LAUNCHERS[mpi]):
            self.skipTest(f"{mpi} is not installed")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = f"{folder.name}/net.json"
        done = bamboo("plan", "probe", "-n", processes, "--cluster", type(self).__name__, "--mpi", mpi, "-o", file)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.file = file
        return json.loads(pathlib.Path(file).read_text())

    def assert_switches(self, network, groups):
        """`groups` has the hosts of each switch."""
        behind = {}
        for cable in network["cables"]:
            for host, switch in (cable["between"], cable["between"][::-1]):
                if host in network["hosts"]:
                    behind.setdefault(switch, set()).add(host)
                    self.assertAlmostEqual(cable["rate"] / RATE, 1, delta=0.15)
        self.assertEqual(sorted(map(sorted, behind.values())), sorted(map(sorted, groups)), network)
        return {tuple(sorted(hosts)): switch for switch, hosts in behind.items()}

    def trunks(self, network):
        return {frozenset(cable["between"]): cable["rate"] for cable in network["cables"]
                if not set(cable["between"]) & set(network["hosts"])}


class ProbeStar(Probe):
    options = ["--hosts", 4, "--rate", 100]

    def test_one_switch(self):
        network = self.probe("openmpi", 4)
        self.assert_switches(network, [["h1", "h2", "h3", "h4"]])
        self.assertEqual(self.trunks(network), {})
        made = bamboo("plan", "make", "--bytes", "64K", "--network", self.file)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn("chosen:", made.stdout)

    def test_processes_on_one_host_count_once(self):
        network = self.probe("openmpi", 6)
        self.assert_switches(network, [["h1", "h2", "h3", "h4"]])
        self.assertEqual(network["ranks_on"], [0, 0, 1, 1, 2, 3])


class ProbeTwoSwitches(Probe):
    options = ["--hosts", 6, "--rate", 100, "--topology", "two-star"]

    def test_two_switches(self):
        for mpi in LAUNCHERS:
            with self.subTest(mpi):
                network = self.probe(mpi, 6)
                switches = self.assert_switches(network, [["h1", "h2", "h3"], ["h4", "h5", "h6"]])
                trunks = self.trunks(network)
                self.assertEqual(list(trunks), [frozenset(switches.values())])
                self.assertAlmostEqual(list(trunks.values())[0] / RATE, 1, delta=0.2)


class ProbeChain(Probe):
    options = ["--hosts", 6, "--rate", 100, "--topology", "chain:3"]

    def test_the_middle_is_in_the_middle(self):
        network = self.probe("openmpi", 6)
        groups = [("h1", "h2"), ("h3", "h4"), ("h5", "h6")]
        switches = self.assert_switches(network, groups)
        self.assertEqual(set(self.trunks(network)),
                         {frozenset([switches[groups[1]], switches[end]]) for end in (groups[0], groups[2])})


class ProbeRemembers(RealCluster):
    options = ["--hosts", 3, "--rate", 100]

    def setUp(self):
        if not shutil.which("mpirun.openmpi") or not (TREE / "lib/libbamboo-plans-openmpi.so").exists():
            self.skipTest("no library of plans for Open MPI")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = f"{self.folder.name}/ring"
        subprocess.run(["mpicc.openmpi", HERE / "ring.c", "-o", self.program], check=True)

    def bamboo(self, *words):
        done = bamboo(*words, XDG_STATE_HOME=self.folder.name, BAMBOO_PLANS="report")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def ring(self, processes, *words):
        """Returns the output of a run under plans, with its report."""
        said = self.bamboo("run", "--cluster", "ProbeRemembers", "--mpi", "openmpi", "--plans", *words, "-n", processes,
                           "--", self.program)
        self.assertEqual(said.count(" got "), processes, said)
        return said

    def test_one_measurement_serves_later_runs_on_these_hosts(self):
        said = self.bamboo("plan", "probe", "-n", 2, "--cluster", "ProbeRemembers", "--mpi", "openmpi", "--seconds", 1,
                           "--remember")
        file, = pathlib.Path(self.folder.name, "bamboo/networks").iterdir()
        self.assertIn(f"{file}: bamboo run --plans takes it", said)
        measured = json.loads(file.read_text())["measured"]
        self.assertEqual(measured["cluster"], "ProbeRemembers")
        self.assertRegex(measured["with"], r"^Open MPI v.*, 2 processes, in \d+ s$")
        taken = f"plans: network of 2 hosts, measured {measured['at']} UTC by {measured['with']} ({file})"
        unknown = "plans: nothing is predicted without a description"
        for processes, options, expected in ((2, [], taken), (2, ["--network", "none"], unknown),
                                             (2, ["--network", file], ""), (3, [], unknown)):
            said = self.ring(processes, *options)
            self.assertEqual([taken in said, unknown in said], [expected == taken, expected == unknown], said)

        file.write_text(file.read_text()[:-20])
        said = self.ring(2)
        self.assertRegex(said, rf"(?m)^{file}:\d+:\d+: error: ")
        self.assertIn(f"{file}: warning: this remembered network is not used", said)
        self.assertIn(unknown, said)
        self.assertEqual(self.bamboo("plan", "probe", "--forget"), f"forgotten: {file}\n")
        self.assertIn("nothing is remembered", self.bamboo("plan", "probe", "--forget"))
        self.assertNotIn(str(file), self.ring(2))


if __name__ == "__main__":
    real.main()
