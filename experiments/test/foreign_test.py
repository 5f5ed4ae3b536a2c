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

    def test_a_recipe_says_how_a_program_is_run_and_where_its_time_stands(self):
        recipe = {"language": "c", "arguments": "-x 24", "seconds": r"^loop +\d+ +\S+ +(\S+)",
                  "shapes": {"2 x 1 x 1": "-i 2", "2 x 2 x 2": "-i 2 -j 2 -k 2"}}
        app = foreign.Given("sums", recipe, "sums")
        self.assertEqual(app.seconds("Timer  # Calls\nloop            1      8.5023        8.4981      99\n", None), 8.4981)
        self.assertEqual([foreign.ranks(shape) for shape in app.shapes], [2, 8])
        self.assertEqual(app.shapes["2 x 2 x 2"], ["-i", "2", "-j", "2", "-k", "2"])

    def test_a_program_of_a_recipe_is_compiled_from_a_copy(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "sums").mkdir()
            (folder / "sums/main.c").write_text('#include <math.h>\n#include <stdio.h>\n#include "said.h"\n'
                                                'int main(int n, char** v) { printf("%g\\n", sqrt(n) * FACTOR * SAID); return v == 0; }\n')
            recipe = {"prepare": ["echo '#define SAID 3' > said.h"], "flags": ["-DFACTOR=2"], "libraries": ["-lm"]}
            program, _, _ = foreign.miniapps.given(recipe, folder / "sums", folder / "copy", ["cc"], ["-O1"], {})
            self.assertEqual(subprocess.run([program], capture_output=True, text=True).stdout, "6\n")
            self.assertEqual(sorted(p.name for p in (folder / "sums").iterdir()), ["main.c"])

    def test_without_sources_there_is_nothing_to_measure(self):
        done = subprocess.run([EXPERIMENTS / "foreign"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing to measure: give --minimd, --minife, or --recipe and --given", done.stderr)


if __name__ == "__main__":
    unittest.main()
