# SPDX-License-Identifier: Apache-2.0
"""The check itself: each kind of violation is found, what is allowed is not."""
import pathlib
import tempfile
import unittest

from check_arrows import Checker


class CheckArrows(unittest.TestCase):
    def violations(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return Checker(root).run()

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
        found = self.violations({"mpi/a.cpp": '#include "worker.h"\n', "taskgraph/src/worker.h": ""})
        self.assertEqual(len(found), 1)

    def test_own_header_is_preferred_to_one_of_the_same_name(self):
        self.assertEqual(
            self.violations({"mpi/core/a.cpp": '#include "core/worker.h"\n', "mpi/core/worker.h": "",
                             "taskgraph/core/worker.h": ""}), [])

    def test_installed_mpi_only_in_the_transport(self):
        self.assertEqual(len(self.violations({"taskgraph/src/a.cpp": "#include <mpi.h>\n"})), 1)
        self.assertEqual(self.violations({"taskgraph/transport/a.cpp": "#include <mpi.h>\n"}), [])

    def test_clang_only_in_the_translator(self):
        text = "# include <clang/AST/AST.h>\n"
        self.assertEqual(len(self.violations({"driver/a.cpp": text})), 1)
        self.assertEqual(self.violations({"translator/a.cpp": text}), [])

    def test_apps_know_only_mpi(self):
        self.assertEqual(self.violations({"apps/ring/ring.c": "#include <mpi.h>\n#include <stdio.h>\n"}), [])
        self.assertEqual(len(self.violations({"apps/ring/ring.c": "#include <bamboo/region.h>\n"})), 1)

    def test_experiments_know_what_is_installed(self):
        self.assertEqual(self.violations({"experiments/programs/a.c": '#include <mpi.h>\n#include "bamboo_plans.h"\n',
                                          "plans/pmpi/include/bamboo_plans.h": ""}), [])
        self.assertEqual(len(self.violations({"experiments/programs/a.cpp": '#include "bamboo/plans/plan.h"\n'})), 1)
        self.assertEqual(len(self.violations({"driver/a.cpp": "#include <bamboo_plans.h>\n"})), 1)

    def test_only_a_bench_knows_an_experiment(self):
        clock = {"experiments/programs/clock.h": ""}
        self.assertEqual(self.violations({"plans/bench/a.cpp": '#include "clock.h"\n', **clock}), [])
        self.assertEqual(len(self.violations({"plans/src/a.cpp": '#include "clock.h"\n', **clock})), 1)
        self.assertEqual(len(self.violations({"plans/bench/a.cpp": '#include "worker.h"\n', "taskgraph/worker.h": "", **clock})), 1)


if __name__ == "__main__":
    unittest.main()
