#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The page of a report: what it holds, and that it needs nothing else."""
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import handmade
from handmade import Process
import accounting
import critical_path
import report_page

COMMAND = [sys.executable, str(pathlib.Path(report_page.__file__).with_name("report_command.py"))]


class Elements(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.data, self.attributes, self.inside = "", [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.attributes += attributes
        self.inside = "data" if ("id", "data") in attributes else None

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        if self.inside:
            self.data += text


def many(processes, ranks, steps):
    """Returns processes with `ranks` ranks each, which take turns for `steps` steps."""
    made = []
    for p in range(processes):
        process = Process(p, processes)
        for step in range(steps):
            for rank in range(ranks):
                start = 10.0 * (step * ranks + rank)
                process.run(p * ranks + rank, start, start + 9, runtime=1).idle(start + 9, start + 10)
        made.append(process)
    return made


class Page(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def run_report(self, *words):
        return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, cwd=self.folder)

    def page(self, *words):
        done = self.run_report("--html", "page.html", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.folder / "page.html").read_text()
        return text, json.loads(Elements(text).data)

    def test_it_needs_no_other_file_and_no_network(self):
        text, _ = self.page(handmade.write(self.folder, "t.json", handmade.sender_and_waiter()))
        self.assertFalse({name for name, _ in Elements(text).attributes} & {"src", "href"})
        self.assertNotRegex(text, r"https?://|@import|url\(")

    def test_numbers_are_those_of_the_report(self):
        trace = handmade.write(self.folder, "t.json", handmade.sender_and_waiter())
        _, data = self.page(trace)
        numbers = json.loads(self.run_report("--json", trace).stdout)
        [run] = data["runs"]
        for key in ("command", "seconds", "processes", "tasks", "communication", "critical_path", "advice"):
            self.assertEqual(run[key], numbers[key])

    def test_a_wait_has_its_source_lines(self):
        source = self.folder / "halo.c"
        source.write_text("".join(f"line {i} </script>\n" for i in range(1, 10)))
        p = Process(0, 1).run(0, 0, 10).wait(0, 10, 40, 40, 1, 1, at=f"{source}:5").run(0, 40, 70)
        _, data = self.page(handmade.write(self.folder, "t.json", [p]))
        [wait] = data["runs"][0]["waits"]
        self.assertEqual((wait["call"], wait["count"]), ("MPI_Recv", 1))
        self.assertEqual(wait["source"], [[i, f"line {i} </script>"] for i in range(2, 9)])

    def test_slices_begin_with_the_window(self):
        p = Process(0, complete_from=50.0, lost=[1, 0]).run(0, 0, 60).idle(60, 70).run(0, 70, 100)
        _, data = self.page(handmade.write(self.folder, "t.json", [p]))
        [row] = data["runs"][0]["workers"]["rows"]
        self.assertEqual(row["slices"], [0, 10, report_page.COMPUTING, 0, 10, 20, report_page.IDLE, -1,
                                         20, 50, report_page.COMPUTING, 0])

    def test_no_more_slices_than_can_be_drawn(self):
        trace = handmade.trace(*many(4, 4, 10))
        window = trace.window()
        before, report_page.MOST_SLICES = report_page.MOST_SLICES, 100
        try:
            shown = report_page.drawn(report_page.worker_rows(trace), window)
        finally:
            report_page.MOST_SLICES = before
        self.assertLessEqual(sum(len(row["slices"]) // 4 for row in shown["rows"]), 100)
        self.assertGreater(shown["joined"], 0)
        for row in shown["rows"]:
            self.assertEqual(row["slices"][0], 0)
            self.assertAlmostEqual(row["slices"][-3], window[1] - window[0], delta=10)

    def test_efficiencies_multiply(self):
        trace = handmade.trace(*handmade.sender_and_waiter())
        accounts = accounting.Accounts(trace)
        path = critical_path.CriticalPath(trace, accounts)
        pop = report_page.efficiencies(accounts, path, critical_path.NETWORK)
        self.assertAlmostEqual(pop["parallel efficiency"], (70 + 100) / 360)
        self.assertAlmostEqual(pop["load balance"], 85 / 100)
        self.assertAlmostEqual(pop["transfer efficiency"], 150 / 180)  # 30 on the wire
        self.assertAlmostEqual(pop["serialisation efficiency"] * pop["transfer efficiency"],
                               pop["communication efficiency"])
        self.assertAlmostEqual(pop["load balance"] * pop["communication efficiency"], pop["parallel efficiency"])

    def test_two_runs_side_by_side(self):
        first = handmade.write(self.folder, "a.json", handmade.sender_and_waiter())
        second = handmade.write(self.folder, "b.json", [Process(0).run(0, 0, 50)])
        _, data = self.page("--beside", first, second)
        self.assertEqual([run["ranks"] for run in data["runs"]], [1, 2])

    def test_windows_of_mode_overlap(self):
        (self.folder / "w.json").write_text('{"nests": [], "windows": []}')
        _, data = self.page("w.json")
        self.assertEqual(data["advice"]["kind"], "nothing")
        done = self.run_report("--html", "p.html", "--beside", "w.json", "w.json")
        self.assertEqual((done.returncode, "--beside compares traces" in done.stderr), (2, True))

    def test_what_cannot_be_written_is_an_error(self):
        trace = handmade.write(self.folder, "t.json", handmade.sender_and_waiter())
        done = self.run_report("--html", "missing/page.html", trace)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write 'missing/page.html': No such file or directory", done.stderr)
        self.assertIn("--beside needs --html", self.run_report("--beside", trace, trace).stderr)


if __name__ == "__main__":
    unittest.main()
