# SPDX-License-Identifier: Apache-2.0
"""Tests the checks: they find each kind of violation, and nothing else."""
import pathlib
import tempfile
import unittest

import tables
from check_arrows import Checker
from house import House


def in_tree(files, check):
    """Returns the result of check(root) in a folder with those files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check(root)


class CheckRooms(unittest.TestCase):
    """Uses the project's own table."""

    def violations(self, files):
        return in_tree(files, lambda root: self.without_folders(Checker(root, House.read())))

    @staticmethod
    def without_folders(checker):
        checker.house.areas = []
        return checker.run()

    def test_public_header_of_a_room_that_must_not_be_known(self):
        found = self.violations({"driver/a.cpp": "\n#include <bamboo/taskgraph/task.h>\n"})
        self.assertEqual(found, ["driver/a.cpp:2: error: driver/ must not include 'bamboo/taskgraph/task.h'"])

    def test_allowed_public_header(self):
        self.assertEqual(self.violations({"mpi/a.cpp": '#include "bamboo/taskgraph/task.h"\n'}), [])

    def test_direction_matters(self):
        self.assertEqual(len(self.violations({"taskgraph/a.cpp": '#include "bamboo/plans/plan.h"\n'})), 1)

    def test_private_header_by_relative_path(self):
        found = self.violations(
            {"mpi/core/a.cpp": '#include "../../taskgraph/worker.h"\n', "taskgraph/worker.h": ""})
        self.assertEqual(len(found), 1)
        self.assertIn("private to taskgraph/", found[0])

    def test_private_header_by_include_path(self):
        found = self.violations({"mpi/a.cpp": '#include "worker.h"\n', "taskgraph/engine/worker.h": ""})
        self.assertEqual(len(found), 1)

    def test_own_header_is_preferred_to_one_of_the_same_name(self):
        self.assertEqual(
            self.violations({"mpi/core/a.cpp": '#include "core/worker.h"\n', "mpi/core/worker.h": "",
                             "taskgraph/core/worker.h": ""}), [])

    def test_installed_mpi_only_in_the_transport(self):
        self.assertEqual(len(self.violations({"taskgraph/transport/a.cpp": "#include <mpi.h>\n"})), 1)
        self.assertEqual(self.violations({"taskgraph/transport/mpi/a.cpp": "#include <mpi.h>\n"}), [])

    def test_clang_only_in_the_translator(self):
        text = "# include <clang/AST/AST.h>\n"
        self.assertEqual(len(self.violations({"driver/a.cpp": text})), 1)
        self.assertEqual(self.violations({"translator/a.cpp": text}), [])

    def test_apps_know_only_mpi(self):
        self.assertEqual(self.violations({"apps/ring/ring.c": "#include <mpi.h>\n#include <stdio.h>\n"}), [])
        self.assertEqual(len(self.violations({"apps/ring/ring.c": "#include <bamboo/region.h>\n"})), 1)

    def test_experiments_know_what_is_installed(self):
        self.assertEqual(self.violations({"experiments/programs/a.c": '#include <mpi.h>\n#include "bamboo_plans.h"\n',
                                          "pmpi/include/bamboo_plans.h": ""}), [])
        self.assertEqual(len(self.violations({"experiments/programs/a.cpp": '#include "bamboo/plans/plan.h"\n'})), 1)
        self.assertEqual(len(self.violations({"driver/a.cpp": "#include <bamboo_plans.h>\n"})), 1)

    def test_only_a_bench_knows_an_experiment(self):
        clock = {"experiments/programs/clock.h": ""}
        self.assertEqual(self.violations({"pmpi/bench/a.cpp": '#include "clock.h"\n', **clock}), [])
        self.assertEqual(len(self.violations({"plans/src/a.cpp": '#include "clock.h"\n', **clock})), 1)
        self.assertEqual(len(self.violations({"pmpi/bench/a.cpp": '#include "worker.h"\n', "taskgraph/worker.h": "", **clock})), 1)


    def test_python_of_another_room(self):
        files = {"analysis/report.py": "import hosts\nimport json\nimport accounting\n", "analysis/accounting.py": "",
                 "cluster/hosts.py": ""}
        self.assertEqual(self.violations(files),
                         ["analysis/report.py:1: error: analysis/ must not include 'hosts.py', which is private to cluster/"])


HOUSE = """
[rooms.mill]
lives = "grinding"
may_include = []
[areas."mill"]
readme = "mill/README.md"
everyone = ["include"]
[areas."mill".folders]
include = { question = "What is seen?", may_include = [] }
stones = { question = "What grinds?", may_include = [] }
sails = { question = "What turns?", may_include = ["stones"] }
"sails/cloth" = { question = "What catches wind?", may_include = ["sails"] }
test = { may_include = ["*"] }
"""


class CheckFolders(unittest.TestCase):
    """Uses a separate table: sails may include stones."""

    def violations(self, files, table=HOUSE):
        return in_tree(files, lambda root: Checker(root, House(table)).run())

    def table_errors(self, table):
        def check(root):
            checker = Checker(root, House(table))
            checker.check_table()
            return checker.violations
        files = {f"mill/{folder}/x.h": "" for folder in ("include", "stones", "sails", "sails/cloth", "test")}
        return in_tree(files, check)

    def test_along_and_against_the_arrow(self):
        files = {"mill/stones/s.h": '#include "sails/a.h"\n', "mill/sails/a.h": '#include "stones/s.h"\n'}
        self.assertEqual(self.violations(files),
                         ["mill/stones/s.h:1: error: mill/stones must not include 'sails/a.h' of sails"])

    def test_relative_path_and_own_folder(self):
        files = {"mill/stones/s.h": '#include "../sails/a.h"\n#include "t.h"\n', "mill/stones/t.h": "",
                 "mill/sails/a.h": ""}
        self.assertEqual(len(self.violations(files)), 1)

    def test_inner_folder_is_another_one(self):
        files = {"mill/sails/cloth/c.h": '#include "sails/a.h"\n', "mill/sails/a.h": '#include "sails/cloth/c.h"\n'}
        self.assertEqual(self.violations(files),
                         ["mill/sails/a.h:1: error: mill/sails must not include 'sails/cloth/c.h' of sails/cloth"])

    def test_everyone_may_include_what_is_public(self):
        files = {"mill/stones/s.cpp": '#include <mill.h>\n#include "mill.h"\n', "mill/include/mill.h": ""}
        self.assertEqual(self.violations(files), [])

    def test_tests_may_include_all(self):
        self.assertEqual(self.violations({"mill/test/t.cpp": '#include "sails/a.h"\n', "mill/sails/a.h": ""}), [])

    def test_folder_without_a_row(self):
        self.assertEqual(self.violations({"mill/cellar/c.h": ""}),
                         ["mill/cellar/c.h: error: the folder has no row in the table of mill/; add it to rooms.toml"])

    def test_table_is_right(self):
        self.assertEqual(self.table_errors(HOUSE), [])

    def test_row_without_a_folder(self):
        errors = self.table_errors(HOUSE + 'roof = { question = "What covers?", may_include = ["thatch"] }\n')
        self.assertEqual(errors, ["rooms.toml: error: mill/ has no folder roof",
                                  "rooms.toml: error: mill/roof may include thatch, which has no row"])

    def test_circle(self):
        errors = self.table_errors(HOUSE.replace('"What grinds?", may_include = []', '"?", may_include = ["sails"]'))
        self.assertEqual(len(errors), 1)
        self.assertIn("include each other", errors[0])


class CheckTables(unittest.TestCase):
    SHOWN = {"CONTRIBUTING.md": "<!-- rooms -->\n<!-- end of rooms -->\n",
             "mill/README.md": "before\n<!-- rooms mill -->\nstale\n<!-- end of rooms -->\nafter\n"}

    def test_stale_tables_are_errors_until_written(self):
        def check(root):
            house = House(HOUSE)
            before = tables.check(root, house, write=False)
            written = tables.check(root, house, write=True)
            return before, written, tables.check(root, house, write=False), (root / "mill/README.md").read_text()
        before, written, after, text = in_tree(self.SHOWN, check)
        self.assertEqual((len(before), written, after), (2, [], []))
        self.assertIn("| `sails/` | What turns? | `stones/` |", text)
        self.assertNotIn("test", text)
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))

    def test_readme_without_a_table(self):
        errors = in_tree({**self.SHOWN, "mill/README.md": ""}, lambda root: tables.check(root, House(HOUSE), False))
        self.assertIn("mill/README.md: error: there is no line '<!-- rooms mill -->'", errors)


if __name__ == "__main__":
    unittest.main()
