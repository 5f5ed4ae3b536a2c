#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi.h keeps its promises: what it declares as supported is there, what it declares as missing fails to compile and to
link with a message that names the function, and it never warns.

usage: header_test.py INCLUDE_FOLDER LIBBAMBOO COMPILER…   (C compilers; a C++ compiler follows each as COMPILER=CXX)"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "interface"))
from mpi_table import functions

INCLUDE = Path(sys.argv[1]).resolve()
LIBRARY = Path(sys.argv[2]).resolve()
COMPILERS = [c.split("=") for c in sys.argv[3:]]
SUPPORTED = [f for f in functions() if f.supported]
MISSING = [f for f in functions() if not f.supported]

PROGRAM = """#include <mpi.h>
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Status status;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(&argc, &argv);
  MPI_Wait(&request, &status);
  return PMPI_Finalize() + status.MPI_TAG;
}
"""


class Header(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, compiler, text, *options, suffix=".c"):
        source = self.folder / f"unit{suffix}"
        source.write_text(text)
        command = [compiler, "-I", INCLUDE / "bamboo/tasks", "-I", INCLUDE, *options, source]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def test_supported_functions_are_defined(self):
        listing = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True)
        defined = {line.split()[-1] for line in listing.stdout.splitlines()}
        self.assertEqual([f.name for f in SUPPORTED if f"bamboo_{f.name}" not in defined], [])

    def test_library_has_no_symbol_of_the_installed_mpi(self):
        listing = subprocess.run(["nm", "-D", LIBRARY], capture_output=True, text=True, check=True)
        symbols = [line.split()[-1] for line in listing.stdout.splitlines()]
        self.assertEqual([s for s in symbols if s.startswith(("MPI_", "PMPI_"))], [])

    def test_calls_of_missing_functions_do_not_compile(self):
        calls = "".join(
            f"void call{i}({f.parameters}) {{ (void){prefix}{f.name}({f.arguments()}); }}\n"
            for prefix in ("", "P")
            for i, f in enumerate(MISSING, start=1000 * len(prefix))
        )
        for c, _ in COMPILERS:
            limit = "-fmax-errors=0" if "clang" not in c else "-ferror-limit=0"
            for level in ("-O0", "-O2"):
                with self.subTest(compiler=c, level=level):
                    run = self.compile(c, "#include <mpi.h>\n" + calls, "-c", level, limit)
                    self.assertNotEqual(run.returncode, 0)
                    for f in MISSING:
                        self.assertEqual(run.stderr.count(f": {f.name} is not supported by Bamboo's tasks mode"), 2, f.name)

    def test_removed_constants_say_what_to_write_instead(self):
        for c, _ in COMPILERS:
            for name in ("MPI_LB", "MPI_UB"):
                with self.subTest(compiler=c, name=name):
                    run = self.compile(c, f"#include <mpi.h>\nMPI_Datatype f(void) {{ return {name}; }}\n", "-c")
                    self.assertNotEqual(run.returncode, 0)
                    self.assertRegex(run.stderr, f"{name}.* is unavailable: .*use MPI_Type_create_resized")

    def test_pointers_to_missing_functions_do_not_link(self):
        table = "".join(f"void (*p{i})(void) = (void (*)(void)){f.name};\n" for i, f in enumerate(MISSING))
        for c, _ in COMPILERS:
            with self.subTest(compiler=c):
                run = self.compile(c, "#include <mpi.h>\n" + table, "-shared", "-fPIC", "-w", "-Wl,-z,defs", "-o", "unit.so")
                self.assertNotEqual(run.returncode, 0)
                for f in MISSING:
                    self.assertIn(f"`{f.name}_is_not_supported_by_bamboo'", run.stderr)

    def test_never_warns(self):
        warnings = ("-pedantic", "-Wall", "-Wextra", "-Werror", "-c")
        for c, cxx in COMPILERS:
            for std in ("gnu89", "c99", "c11", "c17"):
                with self.subTest(compiler=c, std=std):
                    self.assertEqual(self.compile(c, PROGRAM, f"-std={std}", *warnings).stderr, "")
            for std in ("c++98", "c++11", "c++14", "c++17", "c++20"):
                with self.subTest(compiler=cxx, std=std):
                    self.assertEqual(self.compile(cxx, PROGRAM, f"-std={std}", *warnings, suffix=".cpp").stderr, "")

    def test_assembler_may_include_it(self):
        for c, _ in COMPILERS:
            with self.subTest(compiler=c):
                run = self.compile(c, "#include <mpi.h>\n", "-c", "-o", "unit.o", suffix=".S")
                self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_objects_carry_one_note_of_their_mode(self):
        for c, _ in COMPILERS:
            with self.subTest(compiler=c):
                self.assertEqual(self.compile(c, PROGRAM, "-c", "-o", "unit.o").returncode, 0)
                dump = subprocess.run(["readelf", "-n", self.folder / "unit.o"], capture_output=True, text=True).stdout
                self.assertEqual(dump.count("Bamboo"), 1)
                self.assertIn("01 00 00 00", dump)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
