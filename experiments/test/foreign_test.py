# SPDX-License-Identifier: Apache-2.0
"""Tests how the experiment `foreign` reads the times of its programs, and its message without their sources."""
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


RECIPES = """
[sums]
source = "SUMS"
build = ["echo '#define SAID 3' > said.h", "$CC -DFACTOR=2 -I. main.c -o sums -lm"]
program = "sums"
seconds = '^loop +\\d+ +\\S+ +(\\S+)'
shapes = { "2 x 1 x 1" = "-i 2", "2 x 2 x 2" = "-i 2 -j 2 -k 2" }
"""

READ_ONLY = """
[table]
build = []
program = "table"
seconds = '^\\d+ \\d+ \\d+ \\d+ (\\S+) .*PERF_SUMMARY'

[file]
build = []
program = "file"
report = "*.yaml"
seconds = 'Total CG Time: (\\S+)'
result = '^(?:Initial Residual|Iteration|Final Resid).*'
"""

GIVEN = """
[first]
origin = "https://example.org/one/first"
commit = "c1"
source = "first/ref"
build = ["$CC main.c -o first"]
program = "first"
seconds = '(\\S+)'

[second]
origin = "https://example.org/two/kernels"
commit = "c2"
source = "kernels"
build = ["$CC second.c -o second"]
program = "second"
seconds = '(\\S+)'

[third]
origin = "https://example.org/two/kernels"
commit = "c2"
source = "kernels"
build = ["$CC third.c -o third"]
program = "third"
seconds = '(\\S+)'
"""


class Foreign(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def recipe(self, text=RECIPES):
        (self.folder / "recipes.toml").write_text(text)
        return foreign.read_recipes(self.folder / "recipes.toml")

    def test_a_pattern_finds_the_time_in_a_table(self):
        table, _ = self.recipe(READ_ONLY)
        self.assertEqual(foreign.read(table, SUMMARY, self.folder)[0], 0.404138)

    def test_a_program_may_leave_its_time_in_a_file_which_goes(self):
        _, program = self.recipe(READ_ONLY)
        file = self.folder / "CG.40x40x40.P2.yaml"
        file.write_text("CG solve:\n  Total:\n    Total CG Time: 0.248416\nTotal Program Time: 0.424755\n")
        seconds, result = foreign.read(program, "Initial Residual = 21.8\nFinal Resid Norm: 0.0039\n", self.folder)
        self.assertEqual((seconds, result), (0.248416, ["Initial Residual = 21.8", "Final Resid Norm: 0.0039"]))
        self.assertFalse(file.exists())

    def test_a_recipe_has_the_command_and_the_pattern_of_the_time(self):
        (sums,) = self.recipe()
        self.assertEqual(foreign.read(sums, "Timer  # Calls\nloop            1      8.5023        8.4981      99\n", self.folder)[0], 8.4981)
        self.assertEqual([foreign.ranks(shape) for shape in sums.shapes], [2, 8])
        self.assertEqual((sums.of_two(), sums.source, sums.arguments), ("2 x 1 x 1", "SUMS", [""]))

    def test_the_hidden_share_is_of_what_fast_links_save(self):
        median = {"plain": 10.0, foreign.NO_LIMIT: 6.0, "mode overlap": 7.0, "slower": 11.0}
        self.assertEqual([foreign.hidden(median, name) for name in median], ["", "", "75 %", "-25 %"])
        self.assertEqual(foreign.hidden(median | {foreign.NO_LIMIT: 9.9}, "mode overlap"), "")

    def test_a_time_that_is_not_there_ends_the_experiment(self):
        (sums,) = self.recipe()
        with self.assertRaisesRegex(SystemExit, "sums: nothing like '.loop"):
            foreign.read(sums, "Segmentation fault\n", self.folder)

    def test_each_mode_is_built_in_a_copy_of_the_sources(self):
        source = self.folder / "SUMS"
        source.mkdir()
        (source / "main.c").write_text('#include <math.h>\n#include <stdio.h>\n#include "said.h"\n'
                                       'int main(int n, char** v) { printf("%g\\n", sqrt(n) * FACTOR * SAID); return v == 0; }\n')
        (self.folder / "bin").mkdir()
        compiler = self.folder / "bin/bamboocc"
        compiler.write_text('#!/bin/sh\nshift 2\nexec cc "$@"\n')
        compiler.chmod(0o755)
        (sums,) = self.recipe()
        built = foreign.build(sums, source, self.folder, self.folder)
        self.assertEqual(list(built), ["off", "overlap", "tasks"])
        for program in built.values():
            self.assertEqual(subprocess.run([program], capture_output=True, text=True).stdout, "6\n")
        self.assertEqual(sorted(p.name for p in source.iterdir()), ["main.c"])

    def test_by_default_the_compilers_have_no_option_for_clang_and_mode_overlap(self):
        found = {mode: foreign.compilers("T", mode, True) for mode in ("off", "overlap", "tasks")}
        self.assertEqual(found["overlap"], {"CC": "T/bin/bamboocc", "CXX": "T/bin/bambooc++", "FC": "T/bin/bamboofc"})
        self.assertEqual([found["off"]["CC"], found["tasks"]["FC"]], ["T/bin/bamboocc --bamboo-mode=off", "T/bin/bamboofc --bamboo-mode=tasks"])

    def test_it_runs_until_a_vf_is_kept(self):
        said = iter(["bamboo run: note: VF 1 took 2.0 s; later runs",
                     "note: VF 2: 4 ranks in 2 processes, a trial", "note: VF 1: 2 ranks in 2 processes, to compare",
                     "note: VF 2: 4 ranks in 2 processes, a trial\nnote: later runs have VF 2: 4 ranks"])
        self.assertEqual(foreign.runs_that_choose(lambda: (1.0, next(said))), [1, 2, 1, 2, 2])

    def test_it_runs_until_nothing_is_said_any_more(self):
        said = iter(["note: VF 1 took 2.0 s; later runs", "note: VF 2: 4 ranks in 2 processes, a trial", ""])
        self.assertEqual(foreign.runs_that_choose(lambda: (1.0, next(said))), [1, 2, 1])

    def test_without_sources_there_is_nothing_to_measure(self):
        self.recipe(GIVEN)
        done = subprocess.run([EXPERIMENTS / "foreign", "--given", self.folder, "--recipes", self.folder / "recipes.toml"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"no sources of first, second, third in {self.folder}\n", done.stderr)
        clones = [line.split(" && ")[0] for line in done.stderr.splitlines() if "git clone" in line]
        self.assertEqual(clones, [f"  git clone https://example.org/{origin} {self.folder}/{folder}"
                                  for origin, folder in (("one/first", "first"), ("two/kernels", "kernels"))])


if __name__ == "__main__":
    unittest.main()
