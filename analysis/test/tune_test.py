#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The parts of `bamboo tune`, without a program."""
import io
import math
import pathlib
import tempfile
import unittest

import handmade  # noqa: F401  (finds the modules)
import progress
import tune_file
import tune_runs
import tune_search
import tune_settings
from tune_settings import Job, Settings


class SettingsTest(unittest.TestCase):
    def test_factors_fit_the_cores(self):
        self.assertEqual(tune_settings.factors(Job(ranks=8, cores=2)), [4, 8])
        self.assertEqual(tune_settings.factors(Job(ranks=8, cores=64)), [1, 2, 4, 8])
        self.assertEqual(tune_settings.factors(Job(ranks=64, cores=2)), [32, 64])
        self.assertEqual(tune_settings.factors(Job(processes=2, cores=2)), [1, 2, 4, 8, 16])

    def test_workers_have_ranks_and_cores(self):
        self.assertEqual(tune_settings.worker_counts(Job(ranks=8, cores=2), 8), [1, 2])
        self.assertEqual(tune_settings.worker_counts(Job(ranks=8, cores=2), 4), [1])
        self.assertEqual(tune_settings.worker_counts(Job(ranks=2, cores=16), 2), [1, 2])
        self.assertEqual(tune_settings.worker_counts(Job(ranks=64, cores=2), 16), [1])

    def test_geometries(self):
        self.assertEqual(tune_settings.geometries(Job(ranks=8, cores=2), 4),
                         ["", "8", "4x2", "2x4", "2x2x2"])
        self.assertEqual(tune_settings.geometries(Job(ranks=8, cores=2), 8), [""])
        self.assertEqual(tune_settings.geometries(Job(processes=3, cores=3), 4)[1:3], ["12", "4x3"])

    def test_options(self):
        self.assertEqual(str(Settings(vf=4, workers=2)), "--vf 4 --workers 2")
        self.assertEqual(Settings(vf=4, geometry="2x2", service="inline", order="fifo").options()[4:],
                         ["--geometry", "2x2", "--service", "inline", "--order", "fifo"])

    def test_restricted(self):
        allowed = {"vf": [2], "workers": None, "geometry": None, "service": ["inline"], "order": None}
        stages = tune_settings.stages(Job(ranks=8, cores=8), allowed)
        self.assertEqual([s.vf for s in stages[0][1](Settings())], [2, 2])
        self.assertEqual([s.service for s in stages[2][1](Settings())], ["inline"])


class Quiet:
    def stage(self, name, settings):
        pass


class Machine:
    """Runs that take what a function says, with a stop watch."""

    def __init__(self, value, budget=math.inf):
        self.value, self.left, self.runs = value, budget, []

    def measure(self, settings, limit):
        if self.left <= 0:
            return None
        self.runs.append(settings)
        value = self.value(settings)
        if limit is not None and value > limit:
            self.left -= limit
            return math.inf, limit
        self.left -= value if math.isfinite(value) else 0.1
        return value, value


class SearchTest(unittest.TestCase):
    def search(self, value, job=Job(ranks=8, cores=8), budget=math.inf):
        machine = Machine(value, budget)
        search = tune_search.Search(machine.measure, Quiet())
        allowed = dict.fromkeys(("vf", "workers", "geometry", "service", "order"))
        return search.optimise(Settings(), tune_settings.stages(job, allowed)), search, machine

    def test_finds_the_best(self):
        def value(s):
            return (1 + abs(math.log2(s.vf / 4)) + (s.workers - 1) + (s.service != "inline") +
                    (s.order != "fifo") + (s.geometry != "2x4"))
        best, _, machine = self.search(value)
        self.assertEqual(best, Settings(4, 1, "2x4", "inline", "fifo"))
        self.assertLess(len(machine.runs), 60)

    def test_does_not_measure_twice_what_it_knows(self):
        _, _, machine = self.search(lambda s: s.vf)
        self.assertLess(machine.runs.count(Settings(8, 8)), 2)

    def test_noise_does_not_beat_the_defaults(self):
        import random
        dice = random.Random(3)
        best, _, _ = self.search(lambda s: 1 + 0.01 * dice.random())
        self.assertEqual(best, Settings())

    def test_failures_are_left_out(self):
        best, _, _ = self.search(lambda s: math.inf if s.vf != 2 or s.service == "dedicated" else 5 - s.workers)
        self.assertEqual((best.vf, best.workers), (2, 2))
        self.assertEqual(self.search(lambda s: math.inf)[0], None)

    def test_slow_settings_are_given_up(self):
        _, _, machine = self.search(lambda s: 1000 if s.vf == 8 else 1, budget=1000)
        self.assertGreater(machine.left, 900)

    def test_budget(self):
        best, search, machine = self.search(lambda s: 10 / s.vf, budget=20)
        self.assertTrue(search.exhausted)
        self.assertGreater(best.vf, 1)
        self.assertLess(len(machine.runs), 12)
        self.assertEqual(self.search(lambda s: 1, budget=0)[0], None)

    def test_planned_runs(self):
        self.assertEqual(tune_search.planned_runs([4, 1]), 1 + 4 + 2 + tune_search.FINAL_RUNS)


class FileTest(unittest.TestCase):
    def test_replaces_its_section_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "bamboo.tune")
            tune_file.write(path, "./a", Job(ranks=8), Settings(vf=4), "first")
            tune_file.write(path, "/usr/bin/b", Job(processes=2), Settings(vf=2, geometry="2x2"), "second")
            tune_file.write(path, "./a", Job(ranks=8), Settings(vf=8, service="inline"), "third")
            self.assertEqual(pathlib.Path(path).read_text(), tune_file.HEAD + """
[b, 2 processes]
# second
vf = 2
workers = 1
geometry = 2x2

[a, 8 ranks]
# third
vf = 8
workers = 1
service = inline
""")
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir()], ["bamboo.tune"])


class RunsTest(unittest.TestCase):
    def value(self, metric, output):
        return tune_runs.Runs("bamboo", Job(ranks=1), [], ["p"], metric, math.inf).value(output)

    def test_metric_is_the_last_number_found(self):
        self.assertEqual(self.value(r"time: ([\d.]+)", "time: 5\nx\ntime: 3.5 ms\n"), 3.5)
        self.assertEqual(self.value(r"^\d+$", "a 1\n17\n"), 17)
        with self.assertRaisesRegex(tune_runs.Failed, "nothing that fits --metric 'time"):
            self.value("time: (.*)", "")
        with self.assertRaisesRegex(tune_runs.Failed, "'soon', which --metric found, is no number"):
            self.value("time: (.*)", "time: soon")


class ProgressTest(unittest.TestCase):
    def test_lines_where_there_is_no_terminal(self):
        out = io.StringIO()
        p = progress.Progress(100, 10, out)
        p.stage("service", 3)
        p.ran(Settings(vf=2), "1.500 s", "1.500 s")
        p.end()
        self.assertEqual(out.getvalue(), "service: 3 settings\n       1.500 s  --vf 2 --workers 1\n")

    def test_bar(self):
        out = io.StringIO()
        out.isatty = lambda: True
        now = [0.0]
        p = progress.Progress(100, 10, out, lambda: now[0])
        p.stage("service", 3)
        now[0] = 50.0
        p.ran(Settings(), "1 s", "1 s")
        text = p.text(100)
        self.assertEqual(text.count("#"), text.count("."))
        self.assertIn("1 runs, 50 of 100 s, best 1 s (service)", text)
        self.assertLess(len(p.text(40)), 40)


if __name__ == "__main__":
    unittest.main()
