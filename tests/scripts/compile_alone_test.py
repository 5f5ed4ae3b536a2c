# SPDX-License-Identifier: Apache-2.0
"""compile_alone_test.py COMPILE_ALONE COMPILER: tests which files are compiled alone, and which defects are found."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COMPILER = sys.argv.pop()
SCRIPT = pathlib.Path(sys.argv.pop())
FILES = {
    "room/pch.h": "#include <string>\n",
    "room/cmake_pch.hxx": '#include "pch.h"\n',
    "room/rests.cpp": "std::string text;\n",  # on the precompiled header
    "room/complete.cpp": "#include <string>\nstd::string text;\n",
    "room/user.cpp": '#include <string>\n#include "needs_string.h"\n#include "complete.h"\n',
    "room/needs_string.h": "#pragma once\nstd::string named();\n",
    "room/complete.h": "#pragma once\n#include <string>\nstatic std::string unused() { return {}; }\n",
    "room/own.h": "#pragma once\nstd::string own();\n",
    "room/own.cpp": '#include "own.h"\n',
    "room/not_built.cpp": "wrong\n",
}
PLAIN, PRECOMPILED = ["room/user.cpp"], ["room/rests.cpp", "room/complete.cpp", "room/own.cpp"]


class CompileAlone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "scripts").mkdir()
        for script in (SCRIPT, SCRIPT.parent / "chosen_files.py"):
            shutil.copy(script, self.root / "scripts")
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        header = f"-Winvalid-pch -include {self.root}/room/cmake_pch.hxx"
        (self.root / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.root), "file": str(self.root / name),
              "command": f"{COMPILER} -Werror {options} -o {name}.o -c {self.root}/{name}"}
             for names, options in ((PLAIN, ""), (PRECOMPILED, header)) for name in names]))

    def run_on(self, *names):
        done = subprocess.run([self.root / "scripts/compile-alone", "--build", self.root, *(self.root / n for n in names)],
                              text=True, capture_output=True)
        return done.returncode, done.stdout + done.stderr

    def test_a_source_that_rests_on_a_precompiled_header(self):
        status, text = self.run_on("room/rests.cpp")
        self.assertEqual(status, 1)
        self.assertIn("rests.cpp:1", text)
        self.assertEqual(self.run_on("room/complete.cpp"), (0, "compile-alone: 1 files, 0 with errors\n"))

    def test_a_header_that_rests_on_its_neighbours(self):
        status, text = self.run_on("room/needs_string.h")
        self.assertEqual(status, 1)
        self.assertIn("needs_string.h:2", text)
        self.assertEqual(self.run_on("room/complete.h")[0], 0)

    def test_a_header_by_its_own_source(self):
        status, text = self.run_on("room/own.h", "room/own.cpp")
        self.assertIn("own.h:2", text)
        self.assertIn("1 files, 1 with errors", text)

    def test_a_folder(self):
        self.assertIn("6 files, 3 with errors", self.run_on("room")[1])

    def test_what_the_build_compiles_alone(self):
        self.assertEqual(self.run_on("room/user.cpp", "room/not_built.cpp"), (0, "compile-alone: 0 files, 0 with errors\n"))

    def test_what_cannot_be_used(self):
        self.assertEqual(self.run_on("nothing")[0], 2)
        (self.root / "compile_commands.json").unlink()
        self.assertEqual(self.run_on("room")[0], 2)


if __name__ == "__main__":
    unittest.main()
