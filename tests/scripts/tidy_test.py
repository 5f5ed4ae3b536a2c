# SPDX-License-Identifier: Apache-2.0
"""tidy_test.py TIDY: tests which sources are checked, and how findings are reported. A script replaces clang-tidy."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TIDY = sys.argv.pop()
FILES = {"a/bad.cpp": '#include "shared.h"\n// FINDING\n', "a/good.cpp": "#include <dir/public.h>\n",
         "b/other.cpp": "// FINDING\n", "a/shared.h": "", "a/dir/public.h": "", "a/lonely.h": "", "a/not_built.cpp": ""}
BUILT = ["a/bad.cpp", "a/good.cpp", "b/other.cpp"]
# Its last argument is the source.
TOOL = 'for file; do :; done; grep -H FINDING "$file" && exit 1; exit 0'


class Fixture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for name, text in FILES.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        (self.root / "tool").write_text(f"#!/bin/sh\n{TOOL}\n")
        (self.root / "tool").chmod(0o700)
        (self.root / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.root), "file": name, "command": ""} for name in BUILT]))


class NamedFiles(Fixture):
    def run_tidy(self, *paths, tool="tool"):
        done = subprocess.run([TIDY, "--build", self.root, "--tool", self.root / tool, *(self.root / p for p in paths)],
                              text=True, capture_output=True)
        return done.returncode, done.stdout + done.stderr

    def test_findings_of_a_folder(self):
        status, text = self.run_tidy("a")
        self.assertEqual(status, 1)
        self.assertIn("a/bad.cpp:// FINDING", text)
        self.assertNotIn("b/other.cpp", text)
        self.assertIn("2 sources, 1 with findings", text)

    def test_nothing_found(self):
        self.assertEqual(self.run_tidy("a/good.cpp"), (0, "tidy: 1 sources, 0 with findings\n"))

    def test_a_header_by_a_source_that_includes_it(self):
        self.assertIn("bad.cpp:// FINDING", self.run_tidy("a/shared.h")[1])
        self.assertEqual(self.run_tidy("a/dir/public.h")[0], 0)
        self.assertIn("lonely.h", self.run_tidy("a/lonely.h")[1])

    def test_what_cannot_be_used(self):
        self.assertEqual(self.run_tidy("a", tool="missing")[0], 2)
        self.assertEqual(self.run_tidy("nothing")[0], 2)
        (self.root / "compile_commands.json").unlink()
        self.assertEqual(self.run_tidy("a")[0], 2)


class Changes(Fixture):
    """Tests which files count as changed in a repository, also in one without a base to compare with."""

    def setUp(self):
        super().setUp()
        (self.root / "scripts").mkdir()
        for script in (TIDY, pathlib.Path(TIDY).parent / "chosen_files.py"):
            shutil.copy(script, self.root / "scripts")
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@t", *words], check=True,
                       stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=one")

    def change(self, name, lines):
        (self.root / name).write_text(FILES[name] + "// line\n" * lines)

    def run_changed(self, *options):
        done = subprocess.run([self.root / "scripts/tidy", "--build", self.root, "--tool", self.root / "tool", *options],
                              text=True, capture_output=True)
        return done.returncode, done.stdout + done.stderr

    def test_only_one_commit(self):
        self.assertEqual(self.run_changed(), (0, "tidy: this clone has one commit: only what is not committed is looked at\n"
                                                 "tidy: 0 sources, 0 with findings\n"))
        self.assertEqual(self.run_changed("--base", "elsewhere")[0], 2)

    def test_the_last_commit_on_main_and_what_is_not_committed(self):
        self.change("a/good.cpp", 1)
        self.commit()
        self.assertEqual(self.run_changed(), (0, "tidy: 1 sources, 0 with findings\n"))
        self.change("b/other.cpp", 1)
        self.assertIn("2 sources, 1 with findings", self.run_changed()[1])

    def test_a_branch_from_where_it_left_main(self):
        self.git("checkout", "--quiet", "-b", "branch")
        for name in ("a/bad.cpp", "a/good.cpp"):
            self.change(name, 1)
            self.commit()
        self.assertIn("2 sources, 1 with findings", self.run_changed()[1])

    def test_the_most_changed_ones(self):
        self.commit()
        self.change("a/bad.cpp", 1)
        self.change("a/good.cpp", 9)
        self.assertEqual(self.run_changed("--most", "1"), (0, "tidy: 2 sources are concerned, 1 are looked at\n"
                                                              "tidy: 1 sources, 0 with findings\n"))

    def test_a_moved_file_is_not_changed(self):
        self.git("mv", "a/bad.cpp", "b/bad.cpp")
        self.commit()
        self.assertEqual(self.run_changed(), (0, "tidy: 0 sources, 0 with findings\n"))


if __name__ == "__main__":
    unittest.main()
