# SPDX-License-Identifier: Apache-2.0
"""Without matplotlib, experiments that draw report it before they measure."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
DRAWING = ("import comparison\n", "import planned\n", "import figures\n")


def drawing_experiments():
    scripts = [path for path in EXPERIMENTS.iterdir() if path.is_file() and os.access(path, os.X_OK)]
    return sorted(path for path in scripts if any(line in path.read_text() for line in DRAWING))


class Drawing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "sitecustomize.py").write_text('import sys\nsys.modules["matplotlib"] = None\n')

    def run_without_matplotlib(self, experiment, *options):
        return subprocess.run([sys.executable, experiment, *options], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(self.folder)})

    def test_it_is_reported_before_anything_is_measured(self):
        self.assertGreater(len(drawing_experiments()), 10)
        for experiment in drawing_experiments():
            with self.subTest(experiment.name):
                out = self.folder / "results"
                done = self.run_without_matplotlib(experiment, "--tree", self.folder, "--out", out)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.stderr, f"{experiment}: error: the results are drawn with matplotlib, which "
                                 f"{sys.executable} does not have; install python3-matplotlib, or matplotlib with pip\n")
                self.assertFalse(out.exists())

    def test_help_needs_none(self):
        for experiment in drawing_experiments():
            with self.subTest(experiment.name):
                self.assertEqual(self.run_without_matplotlib(experiment, "--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
