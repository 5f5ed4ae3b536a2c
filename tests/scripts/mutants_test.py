# SPDX-License-Identifier: Apache-2.0
"""mutants_test.py SCRIPTS: tests which places of a source mutants change, and how a run goes on. Scripts replace the build
and the tests."""
import importlib.machinery
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(sys.argv.pop()).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))
import mutation  # noqa: E402

SOURCE = '''// a < b; in a comment
#include <vector>
#define LESS(a, b) \\
  (a < b)
namespace n {
int outside = 1 + 2;
struct S {
  S(int a);
  bool is_small() const { return value < 10; }
  int value = 3;
};
template <typename T>
bool less(const std::vector<T>& v, int a, int b) {
  std::string s = "a < b";
  s = s + "x";
  call(v);
  S declared(a);
  static_assert(1 + 1 == 2);
  if (a < b && b != -1)
    return true;
  return std::make_unique<T>(v);
}
}
'''
CHANGED = [
    ("<", "bool is_small() const { return value <= 10; }"),
    ("constant", "bool is_small() const { return value < {n}; }"),
    ("statement", ";"), ("statement", ";"),
    ("<", "if (a <= b && b != -1)"),
    ("&&", "if (a < b || b != -1)"),
    ("!=", "if (a < b && b == -1)"),
    ("return", "return false;"),
]


class Places(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "source.cpp"
        self.path.write_text(SOURCE)
        self.found = mutation.mutants("source.cpp", SOURCE.split("\n"), mutation.lexed(self.path))

    def test_only_code_of_functions(self):
        changed = [(m.operator, m.mutated.replace("11", "{n}").replace("9", "{n}")) for m in self.found]
        self.assertEqual(sorted(changed), sorted(CHANGED))

    def test_a_mutant_survives_edits_above_it(self):
        less = next(m for m in self.found if m.operator == "&&")
        self.assertIn("  if (a < b || b != -1)\n", mutation.apply("\n" * 40 + SOURCE, less))
        self.assertIsNone(mutation.apply(SOURCE.replace("a < b &&", "b > a &&"), less))

    def test_the_nearest_of_equal_lines(self):
        one = mutation.Mutant("f", 3, "statement", "f();", ";")
        self.assertEqual(mutation.apply("f();\ng();\n  f();\n", one), "f();\ng();\n  ;\n")


class Run(unittest.TestCase):
    """A repository whose build fails for one mutant, and whose tests find one of the others."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for name, text in {
                "room/a.cpp": "one\ntwo\nthree\nfour\n", ".gitignore": "build\nbin\n",
                "tests/mutants/rooms.toml": '[room]\ntargets = ["all"]\nunits = ["unit"]\ntests = []\n',
                "tests/mutants/list.toml": "room = [\n" + "".join(
                    f'  {{file = "room/a.cpp", line = {n}, operator = "x", text = "{old}", mutated = "{new}"}},\n'
                    for n, old, new in ((1, "one", "1"), (2, "two", "2"), (3, "three", "3"), (9, "none", "0"))) + "]\n"
        }.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        (self.root / "scripts").mkdir()
        for script in ("mutants", "mutation.py"):
            shutil.copy(SCRIPTS / script, self.root / "scripts")
        self.program("cmake", "mkdir -p build/release && touch build/release/build.ninja")
        self.program("ninja", 'grep -q 3 ../../room/a.cpp && echo "FAILED: x/a.cpp.o" && exit 1\ncp ../../../../bin/unit .')
        self.program("unit", 'grep -q 1 ../../room/a.cpp && echo "[  FAILED  ] Room.CountsLines, where" && exit 1\nexit 0')
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=one")

    def git(self, *words):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=t", "-c", "user.email=t@t", *words], check=True)

    def program(self, name, text):
        (self.root / "bin").mkdir(exist_ok=True)
        (self.root / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.root / "bin" / name).chmod(0o700)

    def mutants(self, *words):
        environment = {"PATH": f"{self.root / 'bin'}:/usr/bin:/bin"}
        done = subprocess.run([sys.executable, self.root / "scripts/mutants", *words], env=environment, text=True,
                              capture_output=True)
        return done.returncode, done.stdout + done.stderr

    def results(self):
        rows = map(json.loads, (self.root / "tests/mutants/results.jsonl").read_text().splitlines())
        return [(r["text"], r["result"], r["by"]) for r in rows]

    def test_results_and_where_it_goes_on(self):
        status, text = self.mutants("run", "--first", "1")
        self.assertEqual(status, 0, text)
        self.assertEqual(self.results(), [("one", "killed", "unit Room.CountsLines")])
        self.assertIn("0 left", text)
        status, text = self.mutants("run")
        self.assertEqual(status, 0, text)
        self.assertEqual(self.results()[1:], [("two", "survived", ""), ("three", "does not compile", ""),
                                              ("none", "gone", "")])
        self.assertIn("2 left", text)
        self.assertEqual((self.root / "build/mutants/room/a.cpp").read_text(), "one\ntwo\nthree\nfour\n")
        self.assertEqual(self.mutants("show")[1].splitlines()[-1].split(), ["all", "4", "1", "1", "1", "0", "0"])

    def test_a_test_that_fails_without_a_mutant(self):
        self.program("unit", 'echo "[ RUN      ] Room.Crashes"; exit 1')
        self.assertEqual(self.mutants("run", "--first", "1")[0], 0)
        self.assertEqual(self.results(), [("one", "unstable", "unit Room.Crashes")])

    def test_it_changes_no_branch(self):
        status, text = self.mutants("run", "--tree", str(self.root))
        self.assertEqual(status, 2)
        self.assertIn("is on a branch", text)
        self.assertEqual(self.mutants("run", "--room", "cellar")[0], 2)


class List(unittest.TestCase):
    def test_the_repository_s_list(self):
        loader = importlib.machinery.SourceFileLoader("mutants", str(SCRIPTS / "mutants"))
        script = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", loader))
        sys.modules["mutants"] = script
        loader.exec_module(script)
        chosen = script.read_list(SCRIPTS.parent / "tests/mutants/list.toml")
        self.assertEqual(sum(map(len, chosen.values())), 200)
        self.assertEqual(set(chosen), set(script.tomllib.loads((SCRIPTS.parent / "tests/mutants/rooms.toml").read_text())))
        self.assertEqual(script.shares({"large": 900, "small": 1, "middle": 100}, 100),
                         {"large": 86, "small": 4, "middle": 10})


if __name__ == "__main__":
    unittest.main()
