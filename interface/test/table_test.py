#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of MPI: table_test.py [MPICC…]

Compares it with the headers of the installed MPIs, and shows which rows are refused.
"""
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mpi_table  # noqa: E402
from mpi_table import Call, Fact, Form  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
COMPILERS = sys.argv[1:]
FUNCTIONS = {f.name: f for f in mpi_table.functions()}
PROTOTYPE = re.compile(r"\b(?:const )?\w+\s*\**\s*\bP?(MPI_(?!Aint\b)[A-Z]\w+)\s*"
                       r"\(([^;{}]*?)\)\s*(?:__attribute__[^;]*)?;", re.S)
# Functions of the standard that a header does not have.
ABSENT = {
    # Open MPI 4 has no mpi_f08 status in C.
    "MPI_Status_c2f08", "MPI_Status_f082c", "MPI_Status_f082f", "MPI_Status_f2f08",
    # MPICH 4.0 has them under other names.
    "MPI_Status_set_elements_c", "MPI_Precv_init_c", "MPI_Psend_init_c",
}
# Functions whose arguments have other types there: MPICH declares less constant, and counts of
# partitions as MPI_Count.
OTHER_TYPES = {"MPI_Type_hindexed", "MPI_Type_struct", "MPI_Pready_list", "MPI_Precv_init",
               "MPI_Psend_init"}


def preprocessed(compiler):
    """Returns the header without macros, its version, and the names of the table that are macros."""
    asked = "".join(f"#ifdef {name}\n#undef {name}\nis_macro {name}\n#endif\n"
                    for name in FUNCTIONS)
    header = f"#include <mpi.h>\nversion MPI_VERSION.MPI_SUBVERSION\n{asked}"
    text = subprocess.run([compiler, "-E", "-P", "-x", "c", "-"], check=True, capture_output=True,
                          text=True, input=header).stdout
    version = re.search(r"^version (\d+) *\. *(\d+)$", text, re.M)
    macros = set(re.findall(r"^is_macro (\w+)$", text, re.M))
    return text, float(f"{version[1]}.{version[2]}"), macros


def plain(parameter):
    """Returns the type alone, an array as a pointer: 'const int counts[]' is 'const int*'."""
    stars = parameter.count("*") + len(re.findall(r"\[[^]]*\]", parameter))
    words = re.sub(r"\[[^]]*\]|\*", " ", parameter).split()
    known = ("const", "int", "char", "void", "double", "...")
    types = [w for w in words if w in known or w.startswith("MPI_")]
    if not stars and types[0] == "const":
        types.pop(0)
    return " ".join(types).replace("MPI_Fint", "int") + "*" * stars


def types(parameters):
    return [plain(p) for p in parameters.split(",") if p.strip() not in ("", "void")]


class InstalledMpis(unittest.TestCase):
    maxDiff = None

    def test_no_function_is_forgotten(self):
        for compiler in COMPILERS:
            text, version, macros = preprocessed(compiler)
            declared = {name: types(parameters) for name, parameters in PROTOTYPE.findall(text)}
            with self.subTest(compiler):
                self.assertGreater(len(declared), 300)
                self.assertEqual([name for name in declared if name not in FUNCTIONS], [])
                self.assertEqual([name for name in declared if FUNCTIONS[name].since > version], [])
                expected = {f.name for f in FUNCTIONS.values()
                            if f.since <= version and not (f.removed and f.removed <= version)}
                self.assertEqual(sorted(expected - declared.keys() - macros - ABSENT), [])
                own = {name: types(FUNCTIONS[name].parameters) for name in declared}
                others = {name: own[name] for name, given in declared.items() if own[name] != given}
                self.assertEqual(others.keys() - OTHER_TYPES, set())


class Names(unittest.TestCase):
    maxDiff = None

    def test_code_that_names_functions_is_listed(self):
        found = {}
        for room in ("overlap", "translator", "pmpi"):
            for path in sorted((ROOT / room).rglob("*")):
                if path.suffix in (".cpp", ".h") and "test" not in path.relative_to(ROOT).parts:
                    code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text())
                    names = {name for name in re.findall(r'"P?(MPI_\w+)"', code)}
                    names &= FUNCTIONS.keys()
                    if names:
                        found[str(path.relative_to(ROOT))] = names
        listed = tomllib.loads((ROOT / "interface/by_name.toml").read_text())
        self.assertEqual(found, {path: {f"MPI_{name}" for name in row["functions"].split()}
                                 for path, row in listed.items() if "functions" in row})
        self.assertEqual([path for path in listed if not (ROOT / path).is_file()], [])


class Rows(unittest.TestCase):
    def read(self, row):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "chapter.toml").write_text(row)
            return mpi_table.functions(Path(folder))

    def test_mpi_5_has_so_many_functions(self):
        self.assertEqual(len(FUNCTIONS), 702)

    def test_forms_follow_from_a_row(self):
        found = {f.name: f for f in self.read(
            "Recv = { since = 1.0, nonblocking = 1.0, persistent = 1.0, "
            'receives = "out buf, count, source, comm, out status" }')}
        self.assertEqual(sorted(found), ["MPI_Irecv", "MPI_Irecv_c", "MPI_Recv", "MPI_Recv_c",
                                         "MPI_Recv_init", "MPI_Recv_init_c"])
        self.assertEqual(
            found["MPI_Irecv_c"].parameters,
            "void *buf, MPI_Count count, int source, MPI_Comm comm, MPI_Request *request")
        self.assertEqual(found["MPI_Irecv"].call, Call.POSTS)
        self.assertEqual(found["MPI_Recv_init"].call, Call.PREPARES)
        self.assertEqual(found["MPI_Recv_init"].form, Form.PERSISTENT)
        self.assertEqual(found["MPI_Recv_c"].since, 4.0)

    def test_persistent_collectives_have_an_info(self):
        found = self.read('Barrier = { since = 1.0, persistent = 4.0, collective = "comm" }')
        self.assertEqual([f.parameters for f in found],
                         ["MPI_Comm comm", "MPI_Comm comm, MPI_Info info, MPI_Request *request"])

    def test_nonblocking_functions_of_an_object_have_the_letter_behind_it(self):
        found = self.read('Comm_dup = { since = 1.0, nonblocking = 3.0, collective = "comm" }')
        self.assertEqual([f.name for f in found], ["MPI_Comm_dup", "MPI_Comm_idup"])

    def test_facts_are_those_of_the_blocking_form(self):
        found = self.read("Bsend = { since = 1.0, nonblocking = 1.0, "
                          'facts = "keeps-types", sends = "in buf" }')
        self.assertEqual([f.facts for f in found], [{Fact.KEEPS_TYPES}, set()])

    def test_wrong_rows_are_refused(self):
        for row, message in {
                "since = 1.0": "nothing where one word names the call",
                'since = 1.0, locale = "comm"': "'locale' is none of local, collective,",
                'local = "comm, out rank"': "there is no `since`",
                'since = 1.0, local = "colour comm"': "the argument comm has no kind",
                'since = 1.0, facts = "quick", local = ""': "'quick' is none of inquiry,"}.items():
            with self.subTest(row):
                with self.assertRaises(ValueError) as caught:
                    self.read(f"Comm_rank = {{ {row} }}")
                self.assertIn(f"chapter.toml: error: Comm_rank: {message}", str(caught.exception))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
