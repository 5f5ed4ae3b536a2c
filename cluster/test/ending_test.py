# SPDX-License-Identifier: Apache-2.0
"""No command and no cluster leaves processes or files behind, in whichever way it ends."""
import json
import pathlib
import signal
import os
import time

import real
from real import STATE, RealCluster, cluster, start

SLEEP = f"86399.{os.getpid()}"  # no other process sleeps that long


def sleepers():
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if words[:2] == [b"sleep", SLEEP.encode()]:
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


def groups(names):
    """Returns the control groups of clusters of these names."""
    found = [folder for _, folders, _ in os.walk("/sys/fs/cgroup") for folder in folders]  # some vanish meanwhile
    return [f for f in found for name in names if f.startswith(f"bamboo-cluster.{name}.")]


def eventually(condition, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Ending(RealCluster):
    name = f"x.{os.getpid()}-test"
    spread = ["sh", "-c", f"for h in h2 h3; do $CLUSTER_AGENT $h sleep {SLEEP} & done; "
                          f"setsid sleep {SLEEP} & sleep {SLEEP}"]

    def setUp(self):
        self.names = [self.name]

    def tearDown(self):
        cluster("down", "--all")
        self.assertTrue(eventually(lambda: not sleepers()), "something still runs")
        self.assertEqual(groups(self.names), [])
        self.assertEqual([p.name for p in STATE.iterdir() if not p.name.startswith(".")], [])

    def started(self, *words):
        process = start(*words, "--", *self.spread)
        self.names.append(f"run-{process.pid}")
        self.addCleanup(process.communicate)
        started = eventually(lambda: len(sleepers()) == 4 or process.poll() is not None)
        self.assertTrue(started, f"{len(sleepers())} of 4 run")
        self.assertIsNone(process.poll())
        return process

    def up(self):
        made = cluster("up", self.name, "--hosts", 3)
        self.assertEqual(made.returncode, 0, made.stderr)

    def noted(self, what):
        return json.loads((STATE / self.name / f"{what}.json").read_text())

    def nothing_is_left(self):
        return (not sleepers() and not groups(self.names)
                and not [p for p in STATE.iterdir() if not p.name.startswith(".")])

    def test_run_killed(self):
        process = self.started("run", "--hosts", 3)
        process.send_signal(signal.SIGKILL)
        self.assertTrue(eventually(self.nothing_is_left))

    def test_run_asked_to_end(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                process = self.started("run", "--hosts", 3)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=300), 128 + number)
                self.assertTrue(self.nothing_is_left())

    def test_run_interrupted_at_the_terminal(self):
        """All processes of the terminal get the signal, not only the front one."""
        process = start("run", "--hosts", 3, "--", *self.spread, start_new_session=True)
        self.assertTrue(eventually(lambda: len(sleepers()) == 4))
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(self.nothing_is_left())

    def test_run_interrupted_while_it_builds(self):
        for delay in (0.05, 0.1, 0.2, 0.4):
            process = start("run", "--hosts", 3, "--", "true")
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        self.assertTrue(eventually(lambda: cluster("status").stdout == "no clusters\n"))

    def test_command_that_ends_takes_its_children_along(self):
        self.up()
        self.run_on("h1", "sh", "-c", f"setsid sleep {SLEEP} > /dev/null 2>&1 & $CLUSTER_AGENT h2 "
                                      f"'setsid sleep {SLEEP} > /dev/null 2>&1 &'; true", name=self.name)
        self.assertEqual(sleepers(), [])

    def test_command_killed_and_the_cluster_stays(self):
        self.up()
        process = self.started("exec", self.name)
        process.send_signal(signal.SIGKILL)
        self.assertTrue(eventually(lambda: not sleepers()))
        self.run_on("h2", "true", name=self.name)

    def test_time_limit(self):
        self.up()
        done = cluster("exec", self.name, "--timeout", "0.5", "--", *self.spread)
        self.assertEqual(done.returncode, 124)
        self.assertIn("time limit of 0.5 s is over", done.stderr)
        self.assertEqual(sleepers(), [])

    def test_time_limit_of_one_who_does_not_listen(self):
        done = cluster("run", "--timeout", "0.5", "--", "sh", "-c", f"trap '' TERM; sleep {SLEEP}; sleep {SLEEP}")
        self.assertEqual(done.returncode, 124)
        self.assertEqual(sleepers(), [])

    def test_down_while_a_command_runs(self):
        self.up()
        process = self.started("exec", self.name)
        self.assertEqual(cluster("down", self.name).returncode, 0)
        self.assertTrue(self.nothing_is_left())
        self.assertNotEqual(process.wait(timeout=300), 0)

    def test_holder_killed(self):
        self.up()
        process = self.started("exec", self.name)
        os.kill(self.noted("holder"), signal.SIGKILL)
        self.assertTrue(eventually(self.nothing_is_left))
        self.assertNotEqual(process.wait(timeout=300), 0)

    def test_keeper_killed_and_the_next_command_sweeps(self):
        self.up()
        process = self.started("exec", self.name)
        os.kill(self.noted("keeper"), signal.SIGKILL)
        self.assertTrue(eventually(lambda: not sleepers()))
        process.wait(timeout=300)
        self.assertEqual(cluster("status").stdout, "no clusters\n")
        self.assertTrue(self.nothing_is_left())

    def test_name_of_a_dead_one_is_free(self):
        self.up()
        os.kill(self.noted("keeper"), signal.SIGKILL)
        self.assertTrue(eventually(lambda: cluster("up", self.name).returncode == 0))

    def test_exit_status_is_the_commands(self):
        self.assertEqual(cluster("run", "--", "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(cluster("run", "--", "sh", "-c", "kill -9 $$").returncode, 128 + 9)

    def test_words_input_and_folder_reach_the_command(self):
        done = cluster("run", "--", "sh", "-c", 'pwd; cat; echo "$0"', "a  'b' \"$c\" *", input="typed\n")
        self.assertEqual(done.stdout, f"{os.getcwd()}\ntyped\na  'b' \"$c\" *\n")


if __name__ == "__main__":
    real.main()
