#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what docs/generate/site_pages.py makes of pages; with --browser the built site, as a browser has it."""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

described = importlib.util.spec_from_file_location("site_pages", ROOT / "docs/generate/site_pages.py")
pages = importlib.util.module_from_spec(described)
described.loader.exec_module(pages)
TABLE = "| way | ms | hidden |\n|---|---|---|\n| plain | 20.50 | |\n| **ours & theirs** | **10.25** | 50 % |\n| unknown | | |\n"


def shown(markdown, path):
    return pages.on_page_markdown(markdown, types.SimpleNamespace(file=types.SimpleNamespace(src_uri=path)))


class Pages(unittest.TestCase):
    def test_a_marked_table_gets_bars(self):
        text = shown(f"<!-- plot: ms -->\n\n{TABLE}", "index.md")
        self.assertIn('width="300" height="18"', text)      # plain: the longest
        self.assertIn('width="150" height="18"', text)
        self.assertIn(">ours &amp; theirs</text>", text)
        self.assertIn(">20.50</text>", text)
        self.assertEqual(text.count("<rect"), 2)
        self.assertTrue(text.endswith(TABLE))

    def test_an_unmarked_table_stays(self):
        self.assertEqual(shown(TABLE, "index.md"), TABLE)

    def test_a_command_of_the_results_is_folded(self):
        text = "Text:\n\n    experiments/osu --a \\\n        --b <c>\n\nMore.\n"
        self.assertEqual(shown(text, "results/osu.md"), "Text:\n\n<details><summary>The command</summary>\n<pre><code>"
                         "experiments/osu --a \\\n    --b &lt;c&gt;</code></pre></details>\n\nMore.\n")
        self.assertEqual(shown(text, "how-to/osu.md"), text)

    def test_claims_have_pictures_and_folded_commands(self):
        text = shown("| claim | range | command | page |\n|---|---|---|---|\n"
                     "| a | −20 … 80 %, 1.50 … 2.00 times plain MPI; the limit alone 5 % | `run it` | [a](a.md) |\n"
                     "| b | 3 of 4 | no command | [b](b.md) |\n", "results/index.md")
        self.assertEqual(text.count("<svg"), 2)
        self.assertIn('<rect x="110" y="2" width="55"', text)   # 1.5 to 2.0 of 0.5 to 2.5, in 220 pixels
        self.assertEqual(text.count("<details>"), 1)
        self.assertIn("| b | 3 of 4 | no command | [b](b.md) |", text)


class InBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run([ROOT / "scripts/docs"], check=True)

    def dom(self, name):
        page = (ROOT / "build/site" / name).as_uri()
        return subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                               "--dump-dom", page], capture_output=True, text=True, timeout=300, check=True).stdout

    def test_the_start_page_has_the_picture_the_doors_and_the_plot(self):
        text = self.dom("index.html")
        for part in ('src="timeline.png"', "Three doors", 'aria-label="ms an iteration"', 'name="query"',
                     "prefers-color-scheme: dark"):
            self.assertTrue(part in text, f"no {part}")

    def test_commands_can_be_copied(self):
        self.assertTrue("Copy to clipboard" in self.dom("start/install/index.html"))

    def test_claims_have_pictures(self):
        text = self.dom("results/index.html")
        self.assertGreater(text.count("<svg aria-hidden"), 20)
        self.assertGreater(text.count("<details"), 30)


if __name__ == "__main__":
    if "--browser" in sys.argv:
        sys.argv.remove("--browser")
        if not shutil.which("chromium"):
            print("no chromium in PATH: the site is not looked at")
            sys.exit(77)
        unittest.main(defaultTest="InBrowser")
    unittest.main(defaultTest="Pages")
