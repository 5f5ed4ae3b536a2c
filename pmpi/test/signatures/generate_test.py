#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The generator of entry points: same text each time, each function once, wrong rows refused."""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SIGNATURES = pathlib.Path(__file__).parents[2] / "signatures"
INTERFACE = pathlib.Path(__file__).parents[3] / "interface"
sys.path[:0] = [str(SIGNATURES), str(INTERFACE)]

import fortran_openmpi  # noqa: E402
import mpi_table  # noqa: E402
import table  # noqa: E402


def generate(folder):
    subprocess.run([sys.executable, "-B", SIGNATURES / "generate.py", folder], check=True,
                   env={**os.environ, "PYTHONPATH": str(INTERFACE)})
    return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}


class GenerateTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            cls.files, cls.again = generate(first), generate(second)
        cls.functions = {function.name: function for function in table.functions()}

    def test_two_runs_give_the_same_text(self):
        self.assertEqual(self.files, self.again)

    def test_each_function_is_defined_once(self):
        defined = re.findall(r"^(?:int|PERSISTENT\()\s*(\w+)", self.files["c_entries.cpp"], re.M)
        self.assertGreater(len(defined), 200)
        times = collections.Counter(defined)
        self.assertEqual([name for name in times if times[name] > 1], [])

    def test_forms_of_a_planned_function(self):
        entries = self.files["c_entries.cpp"]
        for name in ("MPI_Gather", "MPI_Gather_c", "MPI_Igather", "MPI_Igather_c",
                     "MPI_Gather_init_c", "Bamboo_Gather_control"):
            self.assertRegex(entries, rf"int {name}\(")
        self.assertIn("PERSISTENT(Gather, (", entries)

    def test_functions_that_keep_controls_are_those_of_the_header(self):
        header = (SIGNATURES.parent / "include/bamboo_controls.h").read_text()
        declared = re.findall(r"^int Bamboo_(\w+)_controlled\(", header, re.M)
        self.assertGreater(len(declared), 5)
        for source in ("c_entries.cpp", "linked_controls.c"):
            made = re.findall(r"^int Bamboo_(\w+)_controlled\(", self.files[source], re.M)
            self.assertEqual(sorted(made), sorted(declared))
        for source in ("fortran_controls.cpp", "linked_controls.c"):
            made = re.findall(r"^void bamboo_(\w+)_controlled_\(", self.files[source], re.M)
            self.assertEqual(sorted(made), sorted(name.lower() for name in declared))

    def test_control_parts_have_twins_in_fortran(self):
        in_c = re.findall(r"^int Bamboo_(\w+_control[12]?)\(", self.files["c_entries.cpp"], re.M)
        in_fortran = re.findall(r"^void bamboo_(\w+_control[12]?)_\(",
                                self.files["fortran_controls.cpp"], re.M)
        self.assertGreater(len(in_c), 18)
        self.assertEqual([name.lower() for name in in_c], in_fortran)
        include = (SIGNATURES.parent / "include/bamboo_plans.inc").read_text()
        declared = re.findall(r"bamboo_(\w+_control[12]?)\b", include)
        self.assertEqual(sorted(declared), sorted(in_fortran))
        self.assertIn("Bamboo_Bcast_control(*count, type_of(datatype), *root, comm_of(comm), made)",
                      self.files["fortran_controls.cpp"])

    def test_large_counts_change_the_types_of_counts_alone(self):
        entries = self.files["c_entries.cpp"]
        self.assertRegex(entries, r"MPI_Recv\(void \*buf, int count, MPI_Datatype datatype,")
        self.assertRegex(entries, r"MPI_Recv_c\(void \*buf, MPI_Count count, MPI_Datatype datatype,")

    def test_lengths_of_strings_come_behind_the_error(self):
        names = fortran_openmpi.addresses(self.functions["File_open"])
        self.assertEqual(names[-2:], ["error", "length_of_filename"])

    def test_calls_that_may_wait_are_passed_on(self):
        for name, kind in {"Win_set_info": table.Kind.BLOCKS, "Ssend": table.Kind.BLOCKS,
                           "Win_unlock": table.Kind.BLOCKS, "Cart_sub": table.Kind.MAKES,
                           "Testsome": table.Kind.PROGRESSES,
                           "Scan": table.Kind.PLANNED}.items():
            self.assertEqual(self.functions[name].kind, kind)
        for name in ("Comm_rank", "Bsend", "Put", "Wait", "File_read", "Isend"):
            self.assertNotIn(name, self.functions)

    def test_names_of_exceptions_are_those_of_functions(self):
        known = {function.name.removeprefix("MPI_") for function in mpi_table.functions()}
        named = (table.MAKES | table.ALSO_BLOCK | table.DO_NOT_BLOCK | table.BY_HAND
                 | table.BY_HAND_IN_C | table.NOT_YET | table.NOT_IN_FORTRAN)
        self.assertEqual(named - known, set())


if __name__ == "__main__":
    unittest.main()
