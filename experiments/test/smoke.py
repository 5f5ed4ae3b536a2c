#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one experiment in its smallest form and checks that all of its results are there: smoke.py TREE EXPERIMENT [options].

Never a time: on a busy machine any variant may be the fastest.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
PNG = b"\x89PNG\r\n\x1a\n"


def check(condition, text):
    if not condition:
        sys.exit(f"smoke: {text}")


def check_comparison(name, out, results):
    """Checks the output of comparison.py: every point has values of every variant, and the picture is one."""
    check(results["points"], "no points were measured")
    for point in results["points"]:
        check(len(point["values"]) >= 3, f"{point['point']}: {len(point['values'])} variants are no comparison")
        for variant, values in point["values"].items():
            check(len(values) == results["rounds"], f"{point['point']}, {variant}: {len(values)} values")
            check(all(v > 0 for v in values), f"{point['point']}, {variant}: {values}")
        check(set(point["hidden"]) <= set(point["values"]), f"{point['point']}: hidden of unknown variants")
        for variant in point["values"]:
            check(variant in (out / f"{name}.txt").read_text(), f"{variant} is missing in the table")
    check((out / f"{name}.png").read_bytes().startswith(PNG), "the picture is no PNG")


def main():
    tree, name, *more = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        command = [str(EXPERIMENTS / name), "--tree", tree, "--out", folder, *more]
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=280)
        print(done.stdout)
        check(done.returncode == 0, f"{name} ended with exit code {done.returncode}")
        check(done.stdout.splitlines()[-1].startswith(f"{name}: results in "), "the last line says nothing of results")
        out = pathlib.Path(folder)
        results = json.loads((out / f"{name}.json").read_text())
        check(results["command"] and results["machine"], "the JSON does not say how it came about")
        if "points" in results:
            check_comparison(name, out, results)


if __name__ == "__main__":
    main()
