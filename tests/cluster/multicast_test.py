# SPDX-License-Identifier: Apache-2.0
"""Reliable multicast between the hosts of a cluster: over a switch that only forwards to those who
listen, with and without loss, and with a host that may not listen."""
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "cluster/test"))

import real  # noqa: E402
from real import TREE, RealCluster, start  # noqa: E402

PROGRAM = TREE / "lib/bamboo/bamboo-multicast"
HOSTS = 5


class Members(RealCluster):
    def measure(self, *words):
        """Returns the output of member 0, and all warnings. Every host is a member."""
        members = [start("exec", type(self).__name__, "--host", f"h{i + 1}", "--timeout", "300", "--",
                         PROGRAM, "measure", "--host", "h1", "--members", str(HOSTS), "--self", str(i), *words)
                   for i in range(HOSTS)]
        outputs = [member.communicate(timeout=300) for member in members]
        errors = "".join(error for _, error in outputs)
        self.assertEqual([member.returncode for member in members], [0] * HOSTS, errors)
        return json.loads(outputs[0][0]), errors


class Multicasts(Members):
    options = ["--hosts", HOSTS, "--rate", 200]

    def test_one_copy_serves_all(self):
        found, errors = self.measure("--bytes", "500000", "--rounds", "4")
        self.assertEqual(errors, "")
        self.assertEqual(found["alone"], 0)
        # 8924 bytes in a piece, five rounds, of which one is not counted.
        self.assertEqual(found["sent"], 57 * 5)

    def test_short_messages_and_frames(self):
        # A group's first message goes to each member alone when it fits in one frame.
        for words, alone in ((("--bytes", "1"), HOSTS - 1), (("--bytes", "30000", "--mtu", "1500"), 0)):
            found, errors = self.measure(*words, "--rounds", "10")
            self.assertEqual(errors, "")
            self.assertEqual(found["alone"], alone)

    def test_a_bad_network(self):
        found, _ = self.measure("--bytes", "1000000", "--rounds", "3", "--loss", "0.03",
                                "--duplication", "0.03", "--reordering", "0.03")
        self.assertGreater(found["repeated"], 0)


class NoMemberships(Members):
    """A host that may join no group never receives a multicast."""
    options = ["--hosts", HOSTS, "--rate", 200]

    def test_it_is_served_alone(self):
        self.run_on("h2", "sh", "-c", "echo 0 > /proc/sys/net/ipv4/igmp_max_memberships")
        found, errors = self.measure("--bytes", "100000", "--rounds", "2")
        self.assertIn("warning: member 1: multicasts do not arrive here from member 0", errors)
        self.assertEqual(errors.count("warning"), 1)
        self.assertEqual(found["sent"], 3 * 12)
        self.assertEqual(found["alone"], 3 * 12)


if __name__ == "__main__":
    if not PROGRAM.exists():
        print("SKIPPED: Bamboo was built without libsodium-dev")
        sys.exit(real.SKIPPED)
    real.main()
