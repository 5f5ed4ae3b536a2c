# SPDX-License-Identifier: Apache-2.0
"""A cluster has the requested names, topologies, rates, frames and groups."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import real
from real import HERE, RealCluster, cluster, start

TRAFFIC = ["/usr/bin/python3", str(HERE / "traffic.py")]


class WithTraffic(RealCluster):
    def rate(self, sender, receiver, megabytes, name=None):
        """Measures Mbit/s from one host to another, over more than a second: the machine
        may stop for some milliseconds."""
        name = name or type(self).__name__
        receiving = start("exec", name, "--host", receiver, "--timeout", 300, "--",
                          *TRAFFIC, "receive", megabytes * 1000000)
        self.run_on(sender, *TRAFFIC, "send", receiver, megabytes * 1000000, name=name)
        output, errors = receiving.communicate()
        self.assertEqual(receiving.returncode, 0, errors)
        return float(output)

    def assert_rate(self, measured, asked):
        self.assertGreater(measured, 0.9 * asked)
        self.assertLess(measured, 1.1 * asked)


class Star(WithTraffic):
    options = ["--hosts", 3, "--rate", "200,h3=50"]

    def test_hosts_have_names_and_addresses(self):
        for host in ("h1", "h2", "h3"):
            self.assertEqual(self.run_on(host, "hostname"), host + "\n")
        self.assertEqual(self.run_on("h1", "getent", "hosts", "h3").split(), ["10.77.0.3", "h3"])

    def test_hosts_see_their_own_devices_and_memory_only(self):
        self.assertEqual(self.run_on("h2", "ls", "/sys/class/net").split(), ["eth0", "lo"])
        self.run_on("h1", "touch", "/dev/shm/of-h1")
        self.assertEqual(self.run_on("h1", "ls", "/dev/shm").split(), ["of-h1"])
        self.assertEqual(self.run_on("h2", "ls", "/dev/shm").split(), [])

    def test_rates_of_both_directions(self):
        self.assert_rate(self.rate("h1", "h2", 40), 200)
        self.assert_rate(self.rate("h3", "h1", 10), 50)
        self.assert_rate(self.rate("h1", "h3", 10), 50)

    def test_frames_are_large(self):
        self.assertIn("mtu 9000", self.run_on("h1", "ip", "link", "show", "eth0"))

    def test_each_multicast_reaches_those_who_listen_and_only_those(self):
        def arrived(host):
            return int(self.run_on(host, "cat", "/sys/class/net/eth0/statistics/rx_packets"))
        listening = start("exec", "Star", "--host", "h2", "--", *TRAFFIC, "listen", "239.1.2.3", 30)
        self.assertEqual(listening.stdout.readline(), "listening\n")
        time.sleep(1.5)  # the switches flood until they have asked who listens
        before = arrived("h3")
        self.run_on("h1", *TRAFFIC, "call", "239.1.2.3", 100)
        reached = arrived("h3") - before
        output, errors = listening.communicate()
        self.assertEqual(int(output), 100, errors)
        self.assertLess(reached, 50)


class FreshSwitch(RealCluster):
    """While a switch floods, hosts receive each other's reports of group memberships."""
    options = ["--hosts", 5]

    def test_hosts_that_join_at_once_are_all_known_when_it_stops_to_flood(self):
        groups, at = 15, time.monotonic() + 0.4  # within the second after the start
        until = at + 20
        listeners = [start("exec", "FreshSwitch", "--host", f"h{i}", "--timeout", 300, "--",
                           *TRAFFIC, "listen_to_many", groups, at, until) for i in range(2, 6)]
        time.sleep(2.5)
        self.run_on("h1", *TRAFFIC, "call_many", groups)
        heard = [listener.communicate() for listener in listeners]
        self.assertEqual([output for output, _ in heard], [f"{groups}\n"] * 4, heard)


class TwoStar(WithTraffic):
    options = ["--hosts", 4, "--topology", "two-star", "--rate", 200, "--trunk-rate", 50, "--mtu", 1500]

    def test_trunk_has_its_own_rate(self):
        self.assert_rate(self.rate("h1", "h4", 10), 50)
        self.assert_rate(self.rate("h3", "h4", 40), 200)

    def test_frames_are_small(self):
        self.assertIn("mtu 1500", self.run_on("h4", "ip", "link", "show", "eth0"))

    def test_multicast_crosses_the_trunk(self):
        listening = start("exec", "TwoStar", "--host", "h4", "--", *TRAFFIC, "listen", "239.1.2.4", 30)
        self.assertEqual(listening.stdout.readline(), "listening\n")
        time.sleep(1.5)
        self.run_on("h1", *TRAFFIC, "call", "239.1.2.4", 100)
        output, errors = listening.communicate()
        self.assertEqual(int(output), 100, errors)


class Chain(WithTraffic):
    options = ["--hosts", 4, "--topology", "chain:4", "--rate", 100]

    def test_ends_reach_each_other(self):
        self.assert_rate(self.rate("h1", "h4", 20), 100)
        self.assert_rate(self.rate("h4", "h2", 20), 100)


class TwoAtOnce(WithTraffic):
    options = ["--hosts", 2, "--rate", 100]

    def test_both_work_and_are_listed(self):
        self.assertEqual(cluster("up", "other", "--hosts", 2, "--rate", 50).returncode, 0)
        try:
            self.assert_rate(self.rate("h1", "h2", 20), 100)
            self.assert_rate(self.rate("h1", "h2", 10, name="other"), 50)
            listed = json.loads(cluster("status", "--json").stdout)
            self.assertEqual({c["name"]: c["rates"] for c in listed}, {"TwoAtOnce": [100], "other": [50]})
        finally:
            self.assertEqual(cluster("down", "other").returncode, 0)
        self.assertEqual(cluster("exec", "other", "--", "true").returncode, 1)
        self.run_on("h2", "true")

    def test_a_name_is_taken_once(self):
        again = cluster("up", "TwoAtOnce")
        self.assertEqual(again.returncode, 1)
        self.assertIn("there is a cluster 'TwoAtOnce' already", again.stderr)


class WithoutRoot(unittest.TestCase):
    def test_a_user_namespace_does(self):
        if os.getuid() != 0:
            self.skipTest("all of these tests run without root")
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)

            def as_nobody(*words):
                return subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                                       "env", f"TMPDIR={folder}", *words], cwd="/", text=True, capture_output=True)
            if as_nobody("test", "-x", real.CLUSTER).returncode:
                self.skipTest(f"other users cannot read {real.CLUSTER}")
            if (refused := as_nobody("unshare", "--user", "--net", "--pid", "--fork", "true")).returncode:
                self.skipTest(f"user namespaces are not allowed here: {refused.stderr}")
            done = as_nobody(real.CLUSTER, "run", "--", "sh", "-c", "hostname; $CLUSTER_AGENT h2 hostname")
            self.assertEqual((done.returncode, done.stdout), (0, "h1\nh2\n"), done.stderr)
            self.assertEqual(list(pathlib.Path(folder).glob("*/[a-z]*")), [])


if __name__ == "__main__":
    real.main()
