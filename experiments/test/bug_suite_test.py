# SPDX-License-Identifier: Apache-2.0
"""Tests how the experiment `bug-suite` reads the headers of both suites, and how it judges an output."""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EXPERIMENTS))
loader = importlib.machinery.SourceFileLoader("bug_suite", str(EXPERIMENTS / "bug-suite"))
bug_suite = importlib.util.module_from_spec(importlib.util.spec_from_loader("bug_suite", loader))
loader.exec_module(bug_suite)

INITIATIVE = "/*\nBEGIN_MBI_TESTS\n  $ mpirun -np 4 ${EXE}\n  | ERROR: CallMatching\n  | wrong\nEND_MBI_TESTS\n*/\n"
BENCH = "/*\nBEGIN_MBB_TESTS\n  $ mpirun -np 2 ${EXE}\n  | ERROR RequestLifeCycle\n  | wait\nEND_MBB_TESTS\n*/\n"
RIGHT = "/*\nBEGIN_MBI_TESTS\n  $ mpirun -np 2 ${EXE}\n  | OK\n  |\nEND_MBI_TESTS\n*/\n"


class BugSuite(unittest.TestCase):
    def test_headers_of_both_suites_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("a.c", INITIATIVE), ("b.c", BENCH), ("c.c", RIGHT), ("d.c", "int main() {}\n")):
                (pathlib.Path(folder) / name).write_text(text)
            found = [(program.file.name, program.error, program.ranks)
                     for program in bug_suite.read_programs(pathlib.Path(folder))]
        self.assertEqual(found, [("a.c", "CallMatching", 4), ("b.c", "RequestLifeCycle", 2), ("c.c", "correct", 2)])

    def test_what_bamboo_says_is_a_report(self):
        for line in ("bamboo: error: rank 0: MPI_Send (at a.c:3): MPI_ERR_COMM: comm is MPI_COMM_NULL",
                     "bamboo: warning: rank 1 called MPI_Finalize without completing its MPI_Isend",
                     "bamboo: deadlock: no task can ever run again", "a.c:3:4: warning: a message"):
            self.assertEqual(bug_suite.judge(f"Hello\n{line}\n", 1), "reported", line)

    def test_what_others_say_is_none(self):
        self.assertEqual(bug_suite.judge("bamboo run: note: two processes\n", 0), "silent")
        self.assertEqual(bug_suite.judge("[host] error: no route\n", 1), "ended without a report")
        self.assertEqual(bug_suite.judge("", None), "over time")

    def test_the_roll_call_is_a_report_and_ends_a_run(self):
        output, status = bug_suite.run_until("bamboo: roll call:", ["sh", "-c", "echo bamboo: roll call: for 2 s; exec sleep 600"], 300)
        self.assertEqual(bug_suite.judge(output, status), "reported")

    def test_a_run_without_a_roll_call_ends_by_itself_or_is_over_time(self):
        self.assertEqual(bug_suite.run_until("bamboo: roll call:", ["sh", "-c", "echo Hello; exit 3"], 300), ("Hello\n", 3))
        self.assertEqual(bug_suite.run_until("bamboo: roll call:", ["sleep", "600"], 0.1), ("", None))

    def test_rows_count_what_is_reported(self):
        programs = [bug_suite.Program(pathlib.Path(f"{error}.c"), error, 2) for error in ("A", "A", "B", "correct")]
        rows = bug_suite.table_of(programs, {"tasks": ["reported", "silent", "reported", "silent"]}, ["tasks"])
        self.assertEqual(rows, [["A", 2, 1, "50 %"], ["B", 1, 1, "100 %"], ["all with an error", 3, 2, "67 %"],
                                ["correct", 1, 0, "0 %"]])

    def test_a_folder_without_a_suite_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bin").mkdir()
            (pathlib.Path(folder) / "bin/bamboocc").touch()
            done = subprocess.run([EXPERIMENTS / "bug-suite", "--tree", folder, "--out", f"{folder}/out", "--given", folder],
                                  capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("has the header of a suite", done.stderr)


if __name__ == "__main__":
    unittest.main()
