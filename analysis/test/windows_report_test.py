#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The report on measured windows and split nests of mode overlap."""
import json
import pathlib
import tempfile
import unittest

import handmade  # noqa: F401  finds the modules
import windows_report


def window(call="MPI_Waitall", executions=10, window_us=1000, wait_us=0, **more):
    return {"call": call, "file": "/src/halo.c", "line": 7, "executions": executions, "ranks": 2, "bytes": 0,
            "window_us": window_us, "wait_us": wait_us, "longest_wait_us": wait_us, **more}


def nest(outcomes, look_us=0, core_us=0, between_us=0, rest_us=0, whole_us=0):
    return {"file": "/src/halo.c", "line": 20, "ranks": 2, "executions": sum(outcomes.values()),
            "outcomes": [{"outcome": name, "words": name.replace("_", " "), "executions": count}
                         for name, count in outcomes.items()],
            "look_us": look_us, "core_us": core_us, "between_us": between_us, "rest_us": rest_us, "whole_us": whole_us}


def measured(windows=(), nests=(), rested=0, relief_looks=0):
    thread = {"lived_s": 4, "rested_s": rested, "relief_looks": relief_looks}
    return {"nests": list(nests), "thread": thread, "windows": list(windows)}


class Advice(unittest.TestCase):
    def test_a_core_that_hides(self):
        one = nest({"core_first": 10, "compared": 2}, look_us=10, core_us=800, between_us=20, rest_us=170, whole_us=400)
        found = windows_report.advise(measured([window()], [one]))
        self.assertEqual(found.kind, "hidden")
        self.assertIn("computes 80 µs while its messages travel, split 100 µs, whole 200 µs", found.text)

    def test_a_nest_that_was_given_up(self):
        one = nest({"looking_costs": 4, "not_looked_at": 6})
        found = windows_report.advise(measured([window()], [one]))
        self.assertEqual(found.kind, "given-up")
        self.assertIn("halo.c:20 was split without success, because looking costs", found.text)

    def test_a_nest_that_is_faster_whole(self):
        one = nest({"core_first": 2, "compared": 2, "slower": 64}, core_us=200, whole_us=180)
        self.assertEqual(windows_report.advise(measured([], [one])).kind, "slower")

    def test_a_nest_that_waits_for_nothing(self):
        one = nest({"compared": 3, "slower": 64}, whole_us=180)
        found = windows_report.advise(measured([], [one]))
        self.assertEqual(found.kind, "slower")
        self.assertIn("waits for next to nothing", found.text)

    def test_messages_that_come_late(self):
        one = nest({"core_first": 10}, core_us=1000, between_us=900)
        self.assertNotIn("EAGER", windows_report.advise(measured([window()], [one])).text)
        found = windows_report.advise(measured([window(bytes=10 * (2 << 20))], [one]))
        self.assertEqual(found.kind, "exposed")
        self.assertIn("BAMBOO_OVERLAP_EAGER=4M", found.text)

    def test_without_a_nest_the_longest_wait_counts(self):
        found = windows_report.advise(measured([window(), window(call="MPI_Recv", window_us=1, wait_us=900)]))
        self.assertEqual(found.kind, "exposed")
        self.assertIn("MPI_Recv at halo.c:7 waits 90.0 µs", found.text)
        self.assertEqual(windows_report.advise(measured([window()])).kind, "hidden")

    def test_windows_that_went_back(self):
        back = window(window_us=4, wait_us=8, blocking=6, state="went_back")
        self.assertEqual(windows_report.advise(measured([back])).kind, "went-back")
        self.assertEqual(windows_report.advise(measured([back, window(wait_us=9000)])).kind, "exposed")
        line = windows_report.report(measured([back])).splitlines()[1]
        self.assertEqual(line.split()[-5:], ["1.0", "2.0", "6", "went", "back"])

    def test_nothing_was_measured(self):
        self.assertEqual(windows_report.advise(measured()).kind, "nothing")


class Text(unittest.TestCase):
    def test_reasons_are_below_the_nests(self):
        text = windows_report.report(measured([window()], [nest({"core_first": 1, "looking_costs": 3})]))
        self.assertIn("halo.c:20: 3 × looking costs", text)
        self.assertIn("MPI_Waitall, halo.c:7", text)
        self.assertRegex(text, "(?m)^advice: ")

    def test_a_thread_that_rested_is_reported(self):
        self.assertIn("thread: rested 1.5 of 4.0 s", windows_report.report(measured([window()], rested=1.5)))
        self.assertNotIn("thread", windows_report.report(measured([window()])))

    def test_polls_of_relief_are_reported(self):
        self.assertIn("relief: looked 70 times", windows_report.report(measured([window()], relief_looks=70)))
        self.assertNotIn("relief", windows_report.report(measured([window()])))


class Files(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "file.json"
            path.write_text(text)
            return windows_report.read([str(path)])

    def test_only_files_of_windows_are_read(self):
        written = measured([window()], [nest({"core_first": 1})])
        self.assertEqual(self.read(json.dumps(written, indent=2, sort_keys=True)), written)
        self.assertIsNone(self.read('{"traceEvents": []}'))
        self.assertIsNone(self.read('{"nests": ['))
        self.assertIsNone(windows_report.read(["/nowhere/file.json"]))


if __name__ == "__main__":
    unittest.main()
