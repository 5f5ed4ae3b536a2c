# SPDX-License-Identifier: Apache-2.0
"""How the experiment `foreign` reads the times of its programs, and what it says without their sources."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EXPERIMENTS))
loader = importlib.machinery.SourceFileLoader("foreign", str(EXPERIMENTS / "foreign"))
foreign = importlib.util.module_from_spec(importlib.util.spec_from_loader("foreign", loader))
loader.exec_module(foreign)

SUMMARY = """# Performance Summary:
# MPI_proc OMP_threads nsteps natoms t_total t_force t_neigh t_comm t_other performance perf/thread grep_string t_extra
2 1 20 16384 0.404138 0.198341 0.024562 0.170995 0.010239 810812.250646 405406.125323 PERF_SUMMARY 0.016888
"""


class Foreign(unittest.TestCase):
    def test_minimd_prints_the_time_of_its_steps(self):
        self.assertEqual(foreign.MiniMD.seconds(SUMMARY, None), 0.404138)

    def test_minife_leaves_the_time_of_its_solver_and_the_file_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "miniFE.40x40x40.P2.yaml"
            file.write_text("CG solve:\n  Total:\n    Total CG Time: 0.248416\nTotal Program Time: 0.424755\n")
            self.assertEqual(foreign.MiniFE.seconds("", pathlib.Path(folder)), 0.248416)
            self.assertFalse(file.exists())

    def test_comd_prints_the_time_of_its_steps(self):
        self.assertEqual(foreign.CoMD.seconds("Timer  # Calls\nloop            1      8.5023        8.4981      99\n", None), 8.4981)

    def test_shapes_say_how_many_ranks(self):
        self.assertEqual([foreign.ranks(shape) for shape in foreign.CoMD.shapes], [2, 4, 4, 8])

    def test_without_sources_there_is_nothing_to_measure(self):
        done = subprocess.run([EXPERIMENTS / "foreign"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing to measure: give --minimd, --minife or --comd", done.stderr)


if __name__ == "__main__":
    unittest.main()
