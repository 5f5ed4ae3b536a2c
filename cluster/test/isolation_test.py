# SPDX-License-Identifier: Apache-2.0
"""A host cannot use processor time that another one leaves: otherwise waiting would be hidden for free."""
import os

import real
from real import HERE, RealCluster, cluster, start

WORK = ["/usr/bin/python3", str(HERE / "traffic.py"), "work"]


class Isolation(RealCluster):
    """Six hosts on two cores, with 30 % of one each: h1, h3 and h5 share one."""
    options = ["--hosts", 6]

    @classmethod
    def setUpClass(cls):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
        super().setUpClass()

    def work(self, host, seconds=0.6):
        """Returns (rounds in a second, processor's part)."""
        return tuple(map(float, self.run_on(host, *WORK, seconds).split()))

    def test_a_host_is_not_faster_while_its_neighbour_waits(self):
        self.assertEqual(self.warnings, "")
        alone, beside = [], []
        for _ in range(5):
            alone.append(self.work("h1"))
            busy = start("exec", "Isolation", "--host", "h3", "--", *WORK, "60.")
            try:
                beside.append(self.work("h1"))
            finally:
                busy.terminate()
                busy.communicate()
        # The two busy hosts together leave four tenths of their core to everything else on the machine; where that wants
        # more for a moment, they get less. The least disturbed of the measurements is about shares.
        part_alone, part_beside = (max(part for _, part in v) for v in (alone, beside))
        rate_alone, rate_beside = (max(rate for rate, _ in v) for v in (alone, beside))
        print(f"alone {rate_alone:.0f} rounds/s, {part_alone:.3f} of a core; "
              f"beside a busy host {rate_beside:.0f}, {part_beside:.3f}", flush=True)
        # Without shares both would be twice as much alone. The rates are for the reader only: what the rest of the machine
        # does, with its caches and its clock, changes them by half within a second.
        self.assertLess(part_alone, 0.3 * 1.1)
        self.assertLess(part_alone, part_beside * 1.15)

    def test_hosts_without_isolation_are_reported(self):
        made = cluster("up", "open", "--hosts", 4, "--cores", 0)
        cluster("down", "open")
        self.assertEqual(made.returncode, 0)
        self.assertIn("not fit for overlap experiments", made.stderr)


if __name__ == "__main__":
    real.main()
