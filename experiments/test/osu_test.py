# SPDX-License-Identifier: Apache-2.0
"""Tests how the experiment `osu` reads the output of the OSU Micro-Benchmarks, and its message without them."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EXPERIMENTS))
loader = importlib.machinery.SourceFileLoader("osu", str(EXPERIMENTS / "osu"))
osu = importlib.util.module_from_spec(importlib.util.spec_from_loader("osu", loader))
loader.exec_module(osu)

RATE = """
# OSU MPI Multiple Bandwidth / Message Rate Test v7.4
# Size                  MB/s        Messages/s
# HOST/POSIX_MEMALIGN: allocated 8 bytes at 0x55aa0d10a000
8                      72.28        9034405.56
# HOST/POSIX_MEMALIGN: allocated 8 bytes at 0x55aa0d10b000
"""
BARRIER = "# OSU MPI Barrier Latency Test v7.4\n# Avg Latency(us)\n             0.70\n"


class Osu(unittest.TestCase):
    def test_the_figure_follows_the_size(self):
        self.assertEqual(osu.figure(RATE, 2), 9034405.56)
        self.assertEqual(osu.figure(BARRIER, 0), 0.7)

    def test_an_output_without_figures_is_an_error(self):
        with self.assertRaisesRegex(SystemExit, "no figure in column 1"):
            osu.figure("# Size\n", 1)

    def test_programs_that_are_not_there_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bin").mkdir()
            (pathlib.Path(folder) / "bin/bamboocc").touch()
            done = subprocess.run([EXPERIMENTS / "osu", "--tree", folder, "--out", f"{folder}/out", "--built", folder],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"no tasks/pt2pt in {folder}", done.stderr)


if __name__ == "__main__":
    unittest.main()
