# SPDX-License-Identifier: Apache-2.0
"""Tests the parts that need no cluster: topologies, processor shares, control groups in a made-up tree."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from bamboo_cluster import check, control_group, processors  # noqa: E402
from bamboo_cluster.failure import BadUsage, Failure  # noqa: E402
from bamboo_cluster.settings import PerHost, Settings  # noqa: E402
from bamboo_cluster.topology import lay_out  # noqa: E402


class Topologies(unittest.TestCase):
    def switches_of(self, hosts, switches):
        return [h.switch for h in lay_out(Settings("x", hosts=hosts, switches=switches)).hosts]

    def test_star(self):
        topology = lay_out(Settings("x", hosts=3))
        self.assertEqual(topology.trunks, [])
        self.assertEqual({h.switch for h in topology.hosts}, {"s1"})

    def test_two_switches_share_the_hosts(self):
        self.assertEqual(self.switches_of(4, 2), ["s1", "s1", "s2", "s2"])
        self.assertEqual(self.switches_of(5, 2), ["s1", "s1", "s1", "s2", "s2"])

    def test_every_switch_of_a_chain_has_hosts(self):
        for hosts in range(1, 20):
            for switches in range(1, hosts + 1):
                self.assertEqual(len(set(self.switches_of(hosts, switches))), switches)

    def test_trunks_join_neighbours(self):
        trunks = lay_out(Settings("x", hosts=3, switches=3, trunk_rate=7)).trunks
        self.assertEqual([t.switches for t in trunks], [("s1", "s2"), ("s2", "s3")])
        self.assertEqual({t.link.rate for t in trunks}, {7})
        self.assertEqual(len({port for t in trunks for port in t.ports}), 4)

    def test_rates_and_queues_of_single_hosts(self):
        settings = Settings("x", hosts=2, rate=PerHost(10, {"h2": 3}), switch_queue=PerHost(5, {"h1": 4}))
        first, second = lay_out(settings).hosts
        self.assertEqual((first.upward.rate, first.downward.rate, second.upward.rate), (10, 10, 3))
        self.assertEqual((first.downward.queue, second.downward.queue), (4, 5))

    def test_impossible_ones_are_refused(self):
        for wrong in ({"hosts": 0}, {"hosts": 251}, {"hosts": 2, "switches": 3},
                      {"rate": PerHost(1, {"h3": 2})}):
            with self.assertRaises(BadUsage):
                Settings("x", **wrong)

    def test_settings_survive_their_file(self):
        settings = Settings("x", hosts=3, rate=PerHost(10, {"h2": 3}), share=12.5)
        self.assertEqual(Settings.from_json(settings.to_json()), settings)


class Processors(unittest.TestCase):
    def test_own_cores_where_there_are_enough(self):
        allotments = processors.allot(Settings("x", hosts=2, cores=2), {4, 5, 6, 7, 9})
        self.assertEqual([a.cores for a in allotments], [[4, 5], [6, 7]])
        self.assertEqual([a.quota() for a in allotments], [None, None])
        self.assertFalse(processors.need_limits(allotments))

    def test_shared_cores_are_never_promised_twice(self):
        for hosts in range(1, 20):
            for cores in range(1, 6):
                allotments = processors.allot(Settings("x", hosts=hosts), range(cores))
                self.assertTrue(processors.limits_are_sound(allotments))
                self.assertEqual({a.share is not None for a in allotments}, {hosts > cores})

    def test_quota(self):
        quota = processors.allot(Settings("x", hosts=4), {0, 1})[3].quota()
        self.assertEqual((quota.time, quota.period), (2250, 5000))

    def test_quota_is_never_smaller_than_the_kernel_takes(self):
        for hosts in range(3, 60):
            quota = processors.allot(Settings("x", hosts=hosts), {0, 1})[0].quota()
            self.assertGreaterEqual(quota.time, 1000)
            share = 90 / -(-hosts // 2)
            self.assertAlmostEqual(100 * quota.time / quota.period, share, delta=0.02 * share)

    def test_too_large_a_share_is_refused(self):
        with self.assertRaises(BadUsage):
            processors.allot(Settings("x", hosts=4, share=51), {0, 1})
        with self.assertRaises(BadUsage):
            processors.allot(Settings("x", hosts=3, share=51), {0, 1})
        processors.allot(Settings("x", hosts=4, share=50), {0, 1})

    def test_hosts_without_cores_of_their_own(self):
        allotments = processors.allot(Settings("x", hosts=2, cores=0), {0, 1})
        self.assertTrue(processors.need_limits(allotments))
        self.assertFalse(processors.limits_are_sound(allotments))

    def test_more_cores_than_there_are(self):
        with self.assertRaises(BadUsage):
            processors.allot(Settings("x", cores=3), {0, 1})


class ControlGroups(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        self.tree = self.root / "tree"
        (self.tree / "user/session").mkdir(parents=True)
        (self.root / "self").mkdir()

    def find(self, own, mounts):
        (self.root / "self/cgroup").write_text(own)
        (self.root / "self/mountinfo").write_text(
            "".join(f"30 24 0:26 / {at} rw shared:4 - {kind} {kind} {options}\n"
                    for at, kind, options in mounts))
        return control_group.find(self.root)

    def test_version_2(self):
        found = self.find("0::/user/session\n", [("/proc", "proc", "rw"), (self.tree, "cgroup2", "rw")])
        self.assertEqual(found.version.number, 2)
        self.assertEqual(list(found.places()),
                         [self.tree / "user/session", self.tree / "user", self.tree])

    def test_version_1_where_it_has_the_processor(self):
        found = self.find("2:cpu,cpuacct:/user\n0::/\n", [(self.root, "cgroup2", "rw"),
                                                         (self.root, "cgroup", "rw,cpuset"),
                                                         (self.tree, "cgroup", "rw,cpu,cpuacct")])
        self.assertEqual(found.version.number, 1)
        self.assertEqual(list(found.places()), [self.tree / "user", self.tree])

    def test_not_mounted(self):
        self.assertIsNone(self.find("2:cpu:/\n0::/\n", [(self.tree, "cgroup2", "rw")]))

    def test_no_such_thing(self):
        with self.assertRaises(Failure):
            self.find("2:memory:/\n", [])

    def test_limits_of_both_versions(self):
        quota = processors.Quota(2250, 5000)
        control_group.Version1.limit(self.tree, quota)
        self.assertEqual((self.tree / "cpu.cfs_period_us").read_text(), "5000")
        self.assertEqual((self.tree / "cpu.cfs_quota_us").read_text(), "2250")
        control_group.Version2.limit(self.tree, quota)
        self.assertEqual((self.tree / "cpu.max").read_text(), "2250 5000")

    def test_no_place_allows_a_group(self):
        """Without root, or if our own group may have no group below it, each place is tried."""
        hierarchy = control_group.Hierarchy(control_group.Version2, self.tree, self.tree / "user")
        announced = []
        with self.assertRaises(Failure) as caught:
            hierarchy.make("x.1", {"h1": None}, announced.append)
        self.assertIn(str(self.tree / "user"), str(caught.exception))
        self.assertEqual(len(announced), 2)
        self.assertEqual(list(self.tree.rglob("bamboo*")), [])


class Verdict(unittest.TestCase):
    def findings(self, **changes):
        pair = check.Pair(("h1", "h2"), asked=500, there=490, back=505, latency_us=30, message=8, compute=20,
                          both=changes.pop("both", 21))
        found = check.Findings([pair], 0.45, 0.44, None, 0.0)
        for name, value in changes.items():
            setattr(pair if hasattr(pair, name) else found, name, value)
        return found

    def test_hidden_and_cost(self):
        pair = self.findings(both=22).pairs[0]
        self.assertAlmostEqual(pair.hidden, 0.75)
        self.assertAlmostEqual(pair.cost, 2)
        pair.both = 15  # measured by chance: more than all cannot be hidden
        self.assertEqual((pair.hidden, pair.cost), (1, 0))
        pair.both = 40
        self.assertEqual(pair.hidden, 0)
        pair.message = 0
        self.assertEqual((pair.hidden, pair.cost), (None, None))

    def test_fit(self):
        self.assertEqual(self.findings().faults(), [])
        self.assertIn("\nfit for overlap", check.report(self.findings()))

    def test_unfit(self):
        for changes, says in (({"both": 23}, "eats the cores"),
                              ({"there": 440}, "h1 → h2 carries 440"),
                              ({"back": 560}, "h2 → h1 carries 560"),
                              ({"part_alone": 0.9}, "not its own"),
                              ({"not_isolated": "no groups"}, "no groups")):
            with self.subTest(changes):
                found = self.findings(**changes)
                self.assertEqual(len(found.faults()), 1)
                self.assertIn(says, found.faults()[0])
                self.assertIn("not fit", check.report(found))


if __name__ == "__main__":
    unittest.main()
