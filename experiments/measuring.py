# SPDX-License-Identifier: Apache-2.0
"""Functions for all experiments: finding the tools, interleaved rounds, medians, tables, JSON."""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def parser(description, out):
    p = argparse.ArgumentParser(description=description.splitlines()[0],
                                formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument("--tree", default=str(ROOT / "build/release"),
                   help="build or installation tree with bin/bamboocc")
    p.add_argument("--out", default=out, help="folder for the results")
    p.add_argument("--rounds", type=int, default=5, help="interleaved rounds; medians are shown")
    return p


def prepare(options):
    """Returns the tree and the folder for results, or ends with a message."""
    tree, out = pathlib.Path(options.tree).resolve(), pathlib.Path(options.out).resolve()
    if not (tree / "bin/bamboocc").exists():
        sys.exit(f"{sys.argv[0]}: no bin/bamboocc in {tree}; build first or give --tree")
    out.mkdir(parents=True, exist_ok=True)
    return tree, out


def installed(name):
    return shutil.which(name) is not None


def call(command, env=None, seconds=300):
    """Returns the standard output. Ends the experiment when the command fails."""
    command = ["timeout", "-k", "5", str(seconds), *map(str, command)]
    with subprocess.Popen(command, env={**os.environ, **AS_ROOT, **(env or {})}, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            output, errors = process.communicate()
        except BaseException:
            process.terminate()  # `timeout` passes it on; what kills `timeout` itself would leave the command
            raise
    if process.returncode:
        sys.exit(f"{' '.join(command)}\nexit code {process.returncode}\n{output}{errors}")
    return output


def field(output, name):
    """Returns the text behind "name:" at the beginning of a line."""
    found = re.search(rf"^{name}: *(.*)$", output, re.MULTILINE)
    if not found:
        sys.exit(f"no line '{name}:' in\n{output}")
    return found[1]


def number(output, name):
    return float(field(output, name).split()[0])


def interleave(rounds, variants, run):
    """Calls run(name) of every variant, round after round. Returns {name: [values]}."""
    values = {name: [] for name in variants}
    for r in range(rounds):
        for name in variants:
            values[name].append(run(name))
        print(f"round {r + 1}/{rounds}: " +
              ", ".join(f"{name} {v[-1]:.4g}" for name, v in values.items()), flush=True)
    return values


def medians(values):
    return {name: statistics.median(v) for name, v in values.items()}


def table(header, rows):
    widths = [max(len(str(row[i])) for row in [header, *rows]) for i in range(len(header))]
    lines = ["  ".join(str(cell).ljust(w) if i == 0 else str(cell).rjust(w)
                       for i, (cell, w) in enumerate(zip(row, widths)))
             for row in [header, ["-" * w for w in widths], *rows]]
    return "\n".join(lines)


def write(out, name, results, text):
    """Writes a JSON file that also describes how it was made, and prints the table."""
    results = {"command": " ".join(sys.argv), "date": datetime.datetime.now().isoformat(),
               "machine": platform.platform(), "cores": os.cpu_count(),
               "load_average": os.getloadavg()[0], **results}
    (out / f"{name}.json").write_text(json.dumps(results, indent=2) + "\n")
    (out / f"{name}.txt").write_text(text + "\n")
    print(text)
