# SPDX-License-Identifier: Apache-2.0
"""Tests the check of code blocks: it finds each kind of wrong block, and accepts right ones."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import blocks


HEAT = "docs/start/heat.c"
LINK = "[the file](heat.c)"


def block(mark, *lines, language="sh"):
    return "\n".join([f"<!-- {mark} -->" if mark else "", f"```{language}", *lines, "```", ""])


class Blocks(unittest.TestCase):
    def check(self, *parts):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            page = pathlib.Path(folder, "page.md")
            page.write_text("\n".join(parts))
            pathlib.Path(folder, "heat.c").symlink_to(blocks.ROOT / HEAT)
            scratch = pathlib.Path(folder, "scratch")
            scratch.mkdir()
            return blocks.Page(page, pathlib.Path(folder), scratch).check()

    def refuses(self, reason, *parts):
        with self.assertRaisesRegex(blocks.Wrong, reason):
            self.check(*parts)

    def test_files_are_there_for_commands(self):
        lines = (blocks.ROOT / HEAT).read_text().splitlines()
        whole = block(f"file {HEAT}", *lines[1:], language="c")
        self.assertEqual(self.check(whole, block("", "grep main heat.c")), 2)
        self.refuses("is not the file", block(f"file {HEAT}", *lines[2:], language="c"))
        self.refuses("there is no", block("file docs/start/cold.c", *lines, language="c"))

    def test_commands(self):
        self.refuses("2: the commands end with status 1", block("", "false", "true"))
        self.check(block("fails", "exit 2"))
        self.refuses("succeed", block("fails", "true"))

    def test_output(self):
        run = block("", "echo one; echo 2.5 ms; echo three")
        self.check(run, block("output", "one", "… ms", "three", language=""))
        self.refuses("do not print: four", run, block("output", "one", "four", language=""))
        self.refuses("do not print: one", run, block("output", "three", "one", language=""))

    def test_parts(self):
        right = ("  for (int step = 0; step < STEPS; step++) {", "#pragma bamboo send")
        part = block(f"part of {HEAT}", *right, language="c")
        self.check(LINK, part, block("", "grep main heat.c"))
        self.check(LINK, block(f"part of {HEAT}", "int rank, size;", "…", *right, language="c"))
        wrong = block(f"part of {HEAT}", *reversed(right), language="c")
        self.refuses("does not contain this block", LINK, wrong)
        self.refuses("no link to", part)

    def test_copies(self):
        self.check(f"<!-- copy {HEAT} docs/start -->", block("", "ls heat.c start/heat.c"))

    def test_comments(self):
        self.refuses("has no comment", block("", "int i;", language="c"))
        self.assertEqual(self.check(block("", "a drawing", language="")), 0)
        self.assertEqual(self.check(block("not run: needs root", "false")), 0)
        self.refuses("reason is missing", block("not run", "false"))
        self.refuses("is above no block", "<!-- output -->", "text", block("", "true"))

    def test_blocks_in_lists_lose_their_indentation(self):
        self.check("1. do\n\n   ```sh\n   cat <<END\n   a\n   END\n   ```",
                   block("output", "a", language=""))


if __name__ == "__main__":
    unittest.main()
