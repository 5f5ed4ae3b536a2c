#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The page of a report in a browser without a screen: 4 and 1,024 ranks, keys, and the dark scheme."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import handmade
from report_page_test import COMMAND, many

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
KEYS = """<script>
const canvas = document.querySelector("canvas");
const seen = [canvas.getAttribute("aria-label")];
for (const key of ["+", "ArrowRight", "-", "0"]) {
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  seen.push(canvas.getAttribute("aria-label"));
}
document.documentElement.dataset.seen = seen.map((s) => s.match(/from (.*)\\. Plus/)[1]).join("; ");
document.documentElement.dataset.background = getComputedStyle(document.body).backgroundColor;
</script>
</body>"""


class InBrowser(unittest.TestCase):
    def page(self, processes):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        folder = pathlib.Path(holder.name)
        trace = handmade.write(folder, "t.json", processes)
        subprocess.run([*COMMAND, "--html", "page.html", trace], cwd=folder, check=True)
        return folder / "page.html"

    def shown(self, page, *options):
        """Returns the document as the browser has it when its scripts have run."""
        done = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                               f"--user-data-dir={page.parent}/profile", *options, "--dump-dom", page.as_uri()],
                              capture_output=True, text=True, timeout=300, check=True)
        return done.stdout

    def attribute(self, document, name):
        return re.search(rf'data-{name}="([^"]*)"', document)[1]

    def test_few_ranks(self):
        document = self.shown(self.page(handmade.sender_and_waiter()))
        self.assertRegex(self.attribute(document, "drawn"), r"^\d+$")
        for text in ("Advice:", "parallel efficiency", "Waits by source line", "MPI_Recv known.c:42", "Critical path"):
            self.assertIn(text, document)

    def test_keys_change_the_view(self):
        page = self.page([handmade.Process(0).run(0, 0, 400)])
        page.write_text(page.read_text().replace("</body>", KEYS))
        self.assertEqual(self.attribute(self.shown(page), "seen"),
                         "0.0 µs to 400.0 µs; 100.0 µs to 300.0 µs; 150.0 µs to 350.0 µs; "
                         "0.0 µs to 400.0 µs; 0.0 µs to 400.0 µs")

    def test_dark_scheme(self):
        page = self.page([handmade.Process(0).run(0, 0, 400)])
        page.write_text(page.read_text().replace("</body>", KEYS))
        backgrounds = {self.attribute(self.shown(page, *options), "background")
                       for options in ((), ("--blink-settings=preferredColorScheme=0",))}
        self.assertEqual(len(backgrounds), 2)

    def test_a_thousand_ranks(self):
        document = self.shown(self.page(many(32, 32, 100)))
        print(f"1,024 ranks: first picture after {self.attribute(document, 'drawn')} ms")
        self.assertIn("1024 ranks in 32 processes", document)
        self.assertEqual(document.count("<canvas"), 1)


if __name__ == "__main__":
    if not BROWSER:
        print("no chromium in PATH: the page is not looked at")
        sys.exit(77)
    unittest.main()
