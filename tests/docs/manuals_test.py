# SPDX-License-Identifier: Apache-2.0
"""Tests the manual pages that are made of help texts: manuals_test.py [MANUALS]. With groff it
reads those of a build."""
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "docs/generate"))
import manuals  # noqa: E402
from help_texts import commands_in  # noqa: E402

CLI11 = """bamboo run (-n RANKS) [OPTIONS] program
Starts a program: several ranks each.
Usage: bamboo run [OPTIONS]

Options:
  -n RANKS                    how many
.hidden line

examples:
  bamboo run -n 8
"""
OWN = """usage: bamboocc [--bamboo-OPTION]... FILE...

Compiles and links.

  --bamboo-mode=auto      a mode

environment:
  BAMBOO_CC               a compiler
"""
MANUALS = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None


class Manuals(unittest.TestCase):
    def test_usage_description_and_sections_of_a_command(self):
        name, page = manuals.page(("bamboo", "run"), CLI11, "1.2.3")
        self.assertEqual(name, "bamboo-run")
        self.assertIn('.TH "BAMBOO\\-RUN" 1 "" "Bamboo 1.2.3"', page)
        self.assertIn("bamboo\\-run \\- Starts a program\n", page)
        self.assertIn("bamboo run (\\-n RANKS) [OPTIONS] program", page)
        self.assertIn(".SH OPTIONS\n.nf\n  \\-n RANKS", page)
        self.assertIn("\n\\&.hidden line", page)
        self.assertIn(".SH EXAMPLES", page)

    def test_options_of_a_compiler_without_a_heading(self):
        _, page = manuals.page(("bamboocc",), OWN, "1")
        self.assertIn(".SH DESCRIPTION\nCompiles and links.\n.SH OPTIONS\n.nf\n  \\-\\-bamboo", page)

    def test_commands_of_either_kind(self):
        self.assertEqual(commands_in("Subcommands:\n  make     a plan\n  print\n\nx"), ["make", "print"])
        self.assertEqual(commands_in("commands:\n  COMMAND\n    up    it\n"), ["up"])
        self.assertEqual(commands_in(OWN), [])

    @unittest.skipUnless(MANUALS and shutil.which("groff"), "no build, or no groff")
    def test_groff_reads_those_of_the_build(self):
        pages = sorted(MANUALS.glob("*.1"))
        self.assertGreater(len(pages), 20)
        for page in pages:
            done = subprocess.run(["groff", "-man", "-ww", "-z", "-Kutf8", page], capture_output=True, text=True)
            self.assertEqual(done.stderr, "", page.name)


if __name__ == "__main__":
    unittest.main()
