#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs that fail: the job must end, with the right exit code and a message that names the rank and the reason.

Comments at the top of each say what is expected:
    /* fault: exit=7|nonzero|0 env=NAME=VALUE compile=fails report=SECONDS */
    /* stderr: REGEX */        must be found in standard error, all on one line
    /* not-stderr: REGEX */    must not

report=SECONDS: the first line of Bamboo's comes at most so long after the program's last "last event" line.
"""
import argparse
import fnmatch
import pathlib
import re
import sys
import tempfile
import time

import toolchain
from configurations import Configuration
from program import HERE, one_file

RANKS = 4
SECONDS = 300  # a run that takes longer hangs


def joined_comments(text):
    """Returns the program with each comment on one line."""
    return re.sub(r"/\*.*?\*/", lambda found: re.sub(r"\n \*(?!/) ?", " ", found[0]), text, flags=re.DOTALL)


class Expectation:
    def __init__(self, path):
        self.exit, self.env, self.compiles = "nonzero", {}, True
        self.report = None
        self.present, self.absent = [], []
        for found in re.finditer(r"^(?:/\*|//) (fault|stderr|not-stderr): (.*?)(?:\s+\*/|$)",
                                 joined_comments(path.read_text()), re.MULTILINE):
            if found[1] == "stderr":
                self.present.append(found[2])
            elif found[1] == "not-stderr":
                self.absent.append(found[2])
            else:
                for word in found[2].split():
                    key, value = word.split("=", 1)
                    if key == "exit":
                        self.exit = value
                    elif key == "report":
                        self.report = float(value)
                    elif key == "env":
                        self.env.update([value.split("=", 1)])
                    elif key == "compile":
                        self.compiles = value != "fails"
                    else:
                        raise SystemExit(f"{path}: fault: what is '{key}'?")

    def complaints(self, code, stderr):
        if code == 124:
            yield f"did not end within {SECONDS} s"
        elif self.exit == "nonzero" and code == 0:
            yield "exit code 0"
        elif self.exit != "nonzero" and code != int(self.exit):
            yield f"exit code {code} instead of {self.exit}"
        yield from (f"standard error lacks /{r}/" for r in self.present if not re.search(r, stderr))
        yield from (f"standard error has /{r}/" for r in self.absent if re.search(r, stderr))

    def late(self, lines):
        """Returns what is wrong with the times at which the lines of standard error came."""
        if self.report is None:
            return
        events = [when for when, line in lines if "last event" in line]
        reports = [when for when, line in lines if "bamboo: " in line]
        if not events or not reports:
            yield "no 'last event', or no report"
        elif reports[0] - events[-1] > self.report:
            yield f"reported {reports[0] - events[-1]:.1f} s after the last event, {self.report} are allowed"


def ways(mpis, number, everything):
    """Returns one process, two, or one for each rank: one of these in turn, or all if everything is asked for."""
    found = [Configuration(RANKS, vf, mpi, workers, service, "gcc", launcher, 0)
             for vf in ("4", "2", "1") for mpi in mpis
             for workers, service in ((1, "inline"), (2, "dedicated"))
             for launcher in ("bamboo", "mpirun")]
    return found if everything else [found[(number * 5 + k * 11) % len(found)] for k in range(3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tree", required=True, help="build or installation tree")
    parser.add_argument("--filter", default="*", help="only programs whose file name matches this pattern")
    parser.add_argument("--all", action="store_true", help="every way to run each")
    parser.add_argument("--mpi", default="openmpi,mpich")
    options = parser.parse_args()
    tree = pathlib.Path(options.tree).resolve()
    mpis = [m for m in options.mpi.split(",") if m in toolchain.installed_mpis()]
    runs = failed = 0
    begin = time.time()
    faults = [(number, path) for number, path in enumerate(sorted((HERE / "faults").iterdir()))
              if fnmatch.fnmatch(path.name, options.filter)]
    with tempfile.TemporaryDirectory(prefix="bamboo-faults-") as work:
        for number, path in faults:
            program, expected = one_file(path), Expectation(path)
            mode = "auto" if program.annotated else "tasks"
            compiler = toolchain.bamboo_compiler(tree, "gcc", mode)
            results = []
            try:
                executable = compiler.build(program, work)
                if not expected.compiles:
                    results.append(("compiling", ["it compiled"], ""))
            except toolchain.Failure as failure:
                text = str(failure)
                problems = [f"the compiler's message lacks /{r}/" for r in expected.present
                            if not re.search(r, text)] if not expected.compiles else ["no program"]
                results.append(("compiling", problems, text))
            if expected.compiles and not results:
                for way in ways(mpis, number, options.all):
                    command, env = toolchain.bamboo_command(tree, way, executable, [])
                    code, lines = toolchain.timed_errors(command, SECONDS,
                                                         {**env, **expected.env}, work)
                    stderr = "".join(line for _, line in lines)
                    problems = [*expected.complaints(code, stderr), *expected.late(lines)]
                    results.append((str(way), problems, stderr))
            for way, problems, text in results:
                runs += 1
                failed += bool(problems)
                if problems:
                    print(f"FAILED {path.name}: {way}: {'; '.join(problems)}\n"
                          + "".join(f"    {line}\n" for line in text.splitlines()[-25:]))
            print(path.name, flush=True)
    print(f"faults: {len(faults)} programs, {runs} runs, {runs - failed} passed, {failed} failed, "
          f"{time.time() - begin:.0f} s")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
