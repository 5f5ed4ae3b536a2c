#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Reports of runs whose answer is known."""
import json

import jobs

ROUNDS = 25


class Known(jobs.JobTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program = cls.compile("known")

    def report(self, ranks, vf, name):
        self.bamboo("run", "-n", ranks, "--vf", vf, "--trace", name, "--", self.program, ROUNDS)
        return json.loads(self.bamboo("report", "--json", name).stdout)

    def check_consistent(self, report):
        """Checks that all time is counted, and counted once."""
        for process in report["processes"].values():
            parts = sum(process[what] for what in ("computing", "runtime", "waiting"))
            self.assertAlmostEqual(parts, process["workers"] * report["seconds"], delta=0.01 * parts)
        self.assertAlmostEqual(sum(report["critical_path"].values()), report["seconds"],
                               delta=0.01 * report["seconds"])
        self.assertEqual(report["clock_errors"], 0)

    def waits_in_known_line(self, report):
        line = jobs.line_of("known.c", "the known line")
        [place] = [p for p in report["waiting"] if p["at"].endswith(f"known.c:{line}")]
        self.assertEqual((place["call"], place["source"], place["count"]), ("MPI_Recv", 1, 1))
        return place

    def test_two_processes(self):
        report = self.report(2, 1, "two.json")
        self.check_consistent(report)
        self.assertGreaterEqual(report["tasks"]["1"]["computing"], 0.6)
        self.assertLess(report["tasks"]["0"]["computing"], 0.5 * report["tasks"]["1"]["computing"])
        place = self.waits_in_known_line(report)
        self.assertGreaterEqual(place["waited"], 0.45)
        self.assertGreaterEqual(place["idle"], 0.9 * place["waited"])  # there was nothing else to run
        self.assertEqual(report["communication"]["messages"], 2 + 2 * ROUNDS)
        self.assertEqual(report["communication"]["bytes"], 2 + 2000 * ROUNDS)
        self.assertGreaterEqual(report["critical_path"]["computing"], 0.6)
        self.assertEqual(report["advice"]["kind"], "imbalance")
        self.assertIn("process 1 computes", report["advice"]["text"])

    def test_waiting_behind_computation(self):
        """In one process rank 0 also waits, but the worker is busy with rank 1."""
        report = self.report(2, 2, "one.json")
        self.check_consistent(report)
        place = self.waits_in_known_line(report)
        self.assertGreaterEqual(place["waited"], 0.45)
        self.assertLess(place["idle"], 0.05)
        self.assertEqual(report["communication"]["messages"], 0)
        self.assertIsNone(report["communication"]["hidden"])

    def test_run_reports(self):
        done = self.bamboo("run", "-n", 2, "--vf", 1, "--report", "--", self.program, ROUNDS)
        line = jobs.line_of("known.c", "the known line")
        self.assertEqual(done.stdout, "")
        for piece in (f"2 ranks in 2 processes (1 each), 1 worker in each", f"MPI_Recv known.c:{line}",
                      f"{2 + 2 * ROUNDS} messages", "critical path", "advice: imbalance: process 1"):
            self.assertIn(piece, done.stderr)
        self.assertTrue((self.path / "bamboo-trace.0.json").exists())

    def test_a_failing_program_has_no_report(self):
        (self.path / "old.json").write_text("of an earlier run")
        done = self.bamboo("run", "-n", 1, "--report", "--trace", "old.json", "--", "false", status=1)
        self.assertIn("bamboo run: error: there is no report: the program ended with exit status 1",
                      done.stderr)
        self.assertFalse((self.path / "old.json").exists())

    def test_a_program_that_leaves_no_trace(self):
        done = self.bamboo("run", "-n", 1, "--report", "--trace", "no.json", "--", "true", status=1)
        self.assertIn("bamboo report: error: cannot read 'no.json'", done.stderr)

    def test_mistakes(self):
        done = self.bamboo("report", "nothing.json", status=1)
        self.assertRegex(done.stderr, "^bamboo report: error: cannot read 'nothing.json': No such file")
        self.bamboo("report", status=2)


if __name__ == "__main__":
    jobs.main()
