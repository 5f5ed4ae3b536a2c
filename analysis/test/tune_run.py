#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`bamboo tune` with a program that is obviously better with certain settings."""
import os
import pty
import signal
import subprocess
import time

import jobs

QUICK = ("--mpi", jobs.MPIS[-1])  # MPICH's launcher ends sooner after a failure


class Sleeper(jobs.JobTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program = cls.compile("sleeper")

    def test_finds_the_best_and_run_uses_it(self):
        metric = ("--metric", r"time: ([\d.]+)")
        done = self.bamboo("tune", "-n", 2, "--cores", 2, *metric, "--order", "lifo", "-o", "best", *QUICK, "--",
                           self.program)
        self.assertRegex(done.stdout, r"^--vf 2 --workers \d --service inline: 50, "
                         r"(13\.00|7\.00) times as fast as --vf 1 --workers 1; written to best\n$")
        self.assertIn("virtual ranks and workers: ", done.stderr)
        self.assertIn("\nservice: 4 settings\n", done.stderr)
        text = (self.path / "best").read_text()
        self.assertRegex(text, r"\[sleeper, 2 ranks\]\n# .*sleeper: 50, .*; \d+ runs, \d+-\d+-\d+\n"
                         r"vf = 2\nworkers = \d\nservice = inline\n$")
        done = self.bamboo("run", "-n", 2, "--tune", "best", "--", self.program)
        self.assertEqual(done.stdout, "time: 50.0 ms\n")
        self.assertRegex(done.stderr, "note: with the settings of best: --vf 2 --workers . --service inline")

    def test_wall_time_and_processes(self):
        done = self.bamboo("tune", "--processes", 1, "--cores", 1, "--vf", "1,2", "--order", "lifo",
                           "--service", "inline", *QUICK, "--", self.program)
        self.assertRegex(done.stdout, r"^--vf 2 --workers 1 --service inline: 0\.\d+ s, .* written to bamboo\.tune")
        self.assertIn("[sleeper, 1 processes]\n", (self.path / "bamboo.tune").read_text())
        done = self.bamboo("run", "--processes", 1, "--", self.program)
        self.assertEqual(done.stdout, "time: 50.0 ms\n")

    def test_settings_that_fail_are_left_out(self):
        done = self.bamboo("tune", "-n", 2, "--cores", 2, "--order", "lifo", "--service", "inline", "-o", "f",
                           *QUICK, "--", "sh", "-c", 'test $BAMBOO_VF = 2 || exit 3; exec "$0"', self.program)
        self.assertRegex(done.stderr, "warning: --vf 1 --workers 1 --service inline: exit status 3")
        self.assertIn("--vf 2 ", done.stdout)

    def refused(self, status, message, *words):
        done = self.bamboo("tune", *words, status=status)
        self.assertRegex(done.stderr, f"bamboo tune: error: {message}")
        self.assertFalse((self.path / "none").exists())

    def test_nothing_is_written_when_nothing_works(self):
        self.refused(1, "the program failed with all settings", "-n", 1, "--cores", 1,
                     "--service", "inline", "--order", "lifo", "-o", "none", *QUICK, "--", "false")
        self.refused(1, "the program did not end within the budget", "-n", 1, "--budget", "0.5", "-o", "none",
                     "--", "sleep", "20")

    def test_mistakes(self):
        self.refused(2, "no program was named", "-n", 1)
        self.refused(2, "one of the arguments -n.* --processes is required", "--", "true")
        self.refused(2, "--vf: 4 ranks can be divided by 1, 2, 4", "-n", 4, "--vf", "3", "--", "true")
        self.refused(2, "--service often: expected auto, dedicated, inline, relief", "-n", 4, "--service", "often",
                     "--", "true")
        self.refused(2, r"--metric '\(': ", "-n", 1, "--metric", "(", "--", "true")
        self.refused(2, "--budget takes a positive number", "-n", 1, "--budget", "0", "--", "true")
        self.refused(2, "cannot write 'no/where'", "-n", 1, "-o", "no/where", "--", "true")

    def test_bar_on_a_terminal(self):
        main, terminal = pty.openpty()
        done = subprocess.run(["timeout", "300", self.tree / "bin/bamboo", "tune", "-n", "1", "--cores", "1",
                               "--service", "inline", "-o", "bar", "--", "true"], cwd=self.path,
                              stdout=subprocess.PIPE, stderr=terminal, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(os.read(main, 100_000).decode(), r"\r\x1b\[K\[#+\.*\] \d+ runs, \d+ of 300 s, best 0")
        os.close(main)
        os.close(terminal)

    def test_nothing_is_left_when_it_is_ended(self):
        job = subprocess.Popen([self.tree / "bin/bamboo", "tune", "-n", "1", "-o", "ended", "--", "sleep", "77.25"],
                               cwd=self.path, stderr=subprocess.DEVNULL)

        def sleepers():
            return subprocess.run(["pgrep", "-fx", "sleep 77.25"], capture_output=True).returncode == 0
        self.until(sleepers)
        job.send_signal(signal.SIGTERM)
        self.assertEqual(job.wait(20), 143)
        self.until(lambda: not sleepers())
        self.assertFalse((self.path / "ended").exists())

    def until(self, condition):
        end = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)


if __name__ == "__main__":
    jobs.main()
