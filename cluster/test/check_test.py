# SPDX-License-Identifier: Apache-2.0
"""`check` measures the cluster, and reports no cluster as fit on which overlap cannot be measured."""
import json

import real
from real import RealCluster, cluster


class Check(RealCluster):
    options = ["--hosts", 3, "--rate", "300,h3=60", "--share", 45]

    def test_measures_what_was_built(self):
        done = cluster("check", "Check", "--json", "--message", "128k")
        findings = json.loads(done.stdout)
        pairs = {tuple(pair["hosts"]): pair for pair in findings["pairs"]}
        self.assertEqual({hosts: pair["asked"] for hosts, pair in pairs.items()},
                         {("h1", "h2"): 300, ("h1", "h3"): 60})
        for pair in pairs.values():
            for way in ("there", "back"):
                self.assertGreater(pair[way], 0.9 * pair["asked"])
                self.assertLess(pair[way], 1.1 * pair["asked"])
        first = pairs["h1", "h2"]
        beyond_the_burst = (128 - 64) * 1024 * 8e-3 / 300  # milliseconds on the wire
        self.assertGreater(first["message"], 0.9 * beyond_the_burst)
        self.assertGreater(first["both"], first["message"])
        self.assertLess(findings["part_alone"], 0.45 * 1.1)
        # Whether it is fit depends on what else this machine does; that it says what it found, does not.
        self.assertEqual(findings["fit"], findings["faults"] == [])
        self.assertEqual(done.returncode, 0 if findings["fit"] else 1)


class Unfit(RealCluster):
    def test_an_emulation_that_eats_the_cores(self):
        """With small frames that leave one by one no variant can hide anything."""
        done = cluster("check", "--hosts", 2, "--share", 95, "--mtu", 1500, "--burst", "2k", "--rate", 1000)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("not fit for overlap experiments: the emulation itself eats the cores", done.stdout)
        self.assertNotIn("\nfit for", done.stdout)
        self.assertEqual(cluster("status").stdout.count("check-"), 0)


if __name__ == "__main__":
    real.main()
