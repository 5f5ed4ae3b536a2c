# SPDX-License-Identifier: Apache-2.0
"""random_regions.py TRANSLATOR COMPILER INCLUDE… [--seed S] [--count N]

Random regions are translated; the original and the translated program run on message_log.c, on all
branches. What the translator accepts must send the same values in the same order, receive in the
same order, end with the same data, and no send may come behind a receive that it came before.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
HEAD = """#include <mpi.h>
extern double s0[4], s1[4], r0[4], r1[4], u[4];
static void touch(void) { s0[1] += 7; }
static void use(void) { u[3] += r1[0]; }
"""
CALL = re.compile(r"MPI_(?:Send|Recv)\(\w+, 4, MPI_DOUBLE, 1, (\d+)")


class Region:
    """One function with a region. Tags are unique, so that calls can be distinguished."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed}/{number}")
        self.number = number
        self.tag = 1000 * (number + 1)
        self.lines = [f"static void f{number}(int n, int c) {{", "  int w = n, v = n;", "  (void)w; (void)v; (void)c;",
                      "  #pragma bamboo olap", "  {"]
        self.statements(4, 0)
        self.lines += ["  }", "}"]

    def call(self, sends):
        self.tag += 1
        array = self.random.choice(["s0", "s1"] if sends else ["r0", "r1"])
        tail = "" if sends else ", MPI_STATUS_IGNORE"
        name = "MPI_Send" if sends else "MPI_Recv"
        return f"{name}({array}, 4, MPI_DOUBLE, 1, {self.tag}, MPI_COMM_WORLD{tail});", array

    def block(self, indent):
        sends = self.random.random() < 0.5
        call, array = self.call(sends)
        form = self.random.random()
        if form < 0.15 and sends:
            call = f"{{ {array}[2] += 5; {call} }}"
        elif form < 0.15:
            call = f"{{ {call} u[2] += {array}[1]; }}"
        elif form < 0.35 and sends:
            call = f"{{ {array}[3] += v; {call} }}"
        elif form < 0.2:
            call = f"{{ {call} u[3] += v; }}"
        elif form < 0.5:
            call = f"{{ {call} }}"
        self.lines += [" " * indent + "#pragma bamboo " + ("send" if sends else "receive"),
                       " " * indent + call]

    def plain(self):
        kinds = ["u[0] += 1;", "u[1] += n;", "u[1] += r0[0];", "s1[0] += 2;", "s0[0] += u[0];",
                 "touch();", "use();", self.call(True)[0], "v = n + 3;", "v += c;", "v += w;", "v = (int)r0[1];"]
        return self.random.choices(kinds, [8, 8, 1, 1, 1, 1, 1, 1, 6, 6, 2, 1])[0]

    def head(self):
        kinds = ["if (c & 1)", "if (c & 2)", "if (c & 4)", "if (r0[0] > 4)",
                 "for (int i = 0; i < n; i++)", "while (w-- > 0)"]
        return self.random.choices(kinds, [4, 4, 4, 1, 6, 2])[0]

    def statements(self, indent, depth):
        for _ in range(self.random.randint(1, 3)):
            choice = self.random.random()
            if choice < 0.55:
                self.block(indent)
            elif choice < 0.7:
                self.lines.append(" " * indent + self.plain())
            elif depth < 3:
                self.wrapped(indent, depth)

    def wrapped(self, indent, depth):
        head = self.head()
        if self.random.random() < 0.2:
            self.lines.append(" " * indent + head)
            self.block(indent + 2)
            return
        self.lines.append(" " * indent + head + " {")
        self.statements(indent + 2, depth + 1)
        if head.startswith("if") and self.random.random() < 0.3:
            self.lines.append(" " * indent + "} else {")
            self.statements(indent + 2, depth + 1)
        self.lines.append(" " * indent + "}")

    def text(self):
        return "\n".join(self.lines) + "\n"


def write_source(path, regions):
    table = ", ".join(f"f{region.number}" for region in regions)
    text = HEAD + "".join(region.text() for region in regions)
    text += f"void (*const region_functions[])(int, int) = {{{table}}};\n"
    text += f"const int region_count = {len(regions)};\n"
    path.write_text(text, encoding="utf-8")


def refused(regions, errors):
    """Returns the regions in which the translator found an error."""
    lines = {int(line) for line in re.findall(r":(\d+):\d+: error:", errors)}
    first = HEAD.count("\n") + 1
    result = []
    for region in regions:
        if lines & set(range(first, first + len(region.lines))):
            result.append(region)
        first += len(region.lines)
    return result


def translate(options, flags, folder, regions):
    """Drops what the translator refuses. Returns the rest, original and translated."""
    source, output = folder / "regions.c", folder / "translated.c"
    for _ in range(2):
        write_source(source, regions)
        done = subprocess.run([options.translator, source, "-o", output, "--", *flags,
                               "-ferror-limit=0"],
                              capture_output=True, text=True)
        if done.returncode == 0:
            return regions, source, output
        bad = refused(regions, done.stderr)
        if not bad:
            sys.exit(f"seed {options.seed}: the translator failed:\n{done.stderr[-2000:]}")
        regions = [region for region in regions if region not in bad]
    sys.exit(f"seed {options.seed}: the translator refuses what it accepted:\n{done.stderr[-2000:]}")


def run(options, flags, program):
    binary = program.with_suffix(".exe")
    subprocess.run([options.compiler, "-w", *flags, program, HERE / "Inputs" / "message_log.c", "-o",
                    binary], check=True)
    done = subprocess.run([binary], check=True, capture_output=True, text=True, timeout=300)
    return done.stdout.splitlines()


def difference(before, after):
    """Returns what is wrong in the second of two logs; None if it is equivalent to the first."""
    events = [line.split("|")[1].split() for line in (before, after)]
    sends, receives = ([[event for event in log if event[0] == kind] for log in events]
                       for kind in "sr")
    if sends[0] != sends[1]:
        return "the sends differ"
    if receives[0] != receives[1]:
        return "the receives differ"
    if before.split("|")[2] != after.split("|")[2]:
        return "the data differ at the end"
    awaited = [[sum(earlier[0] == "r" for earlier in log[:i]) for i, event in enumerate(log)
                if event[0] == "s"] for log in events]
    if any(new > old for old, new in zip(*awaited)):
        return "a send comes behind a receive that it came before"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("translator")
    parser.add_argument("compiler")
    parser.add_argument("include", nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=250)
    options = parser.parse_args()
    flags = ["-I" + folder for folder in options.include]
    with tempfile.TemporaryDirectory() as name:
        regions = [Region(options.seed, number) for number in range(options.count)]
        regions, source, output = translate(options, flags, pathlib.Path(name), regions)
        calls = [sorted(CALL.findall(path.read_text(encoding="utf-8"))) for path in (source, output)]
        logs = [run(options, flags, path) for path in (source, output)]
        moved = output.read_text(encoding="utf-8").count("runs before the receive block")
    for before, after in zip(*logs, strict=True):
        if problem := difference(before, after):
            position, n, c = before.split()[:3]
            sys.exit(f"seed {options.seed}: {problem} with n={n}, c={c}:\n"
                     f"{regions[int(position)].text()}before: {before}\nafter:  {after}")
    if calls[0] != calls[1]:
        sys.exit(f"seed {options.seed}: calls are lost or doubled: "
                 f"{sorted(set(calls[0]) ^ set(calls[1])) or 'doubled'}")
    if 4 * len(regions) < options.count or 10 * moved < len(regions):
        sys.exit(f"seed {options.seed}: only {len(regions)} regions accepted, {moved} moves")
    print(f"{len(regions)} of {options.count} regions accepted, {moved} send blocks moved")


main()
