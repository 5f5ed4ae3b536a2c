#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bamboo explain: draws what mode overlap does with the MPI calls of a source file beside its lines."""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import command_line

# Arguments of a remark that are not part of its text: names of reasons, for those who count.
UNSAID = {"Above", "Below", "MovedAlong", "Reason"}
COMPILERS = {".c": "bamboocc", ".cpp": "bambooc++", ".cc": "bambooc++", ".cxx": "bambooc++", ".C": "bambooc++"}


@dataclasses.dataclass
class Remark:
    """One document of the compiler's optimisation record."""
    kind: str   # Passed, Missed
    name: str   # Converted, Moved, NotMoved, NotWorthwhile, LeftAlone
    line: int
    text: str
    values: dict

    @property
    def window(self):
        """Returns the lines of the window and of its call; None without a window."""
        if "FirstLine" not in self.values:
            return None
        lines = [self.line, int(self.values["FirstLine"]), int(self.values["LastLine"])]
        return min(lines), max(lines)


def unquoted(text):
    text = text.strip()
    if text[:1] == "'" and text[-1:] == "'":
        return text[1:-1].replace("''", "'")
    if text[:1] == '"' and text[-1:] == '"':
        return text[1:-1]
    return text


def parse_record(text, file):
    """Returns the remarks of the pass about lines of `file`, as LLVM writes them in YAML."""
    remarks = []
    for document in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        kind = re.match(r"!(\w+)", document)[1]
        place = re.search(r"^DebugLoc:\s*\{ File: (.*?),\s+Line: (\d+),\s+Column: \d+ \}", document, re.MULTILINE | re.DOTALL)
        if not re.search(r"^Pass:\s*bamboo-overlap$", document, re.MULTILINE) or not place:
            continue
        if os.path.realpath(unquoted(place[1])) != os.path.realpath(file):
            continue
        arguments = re.findall(r"^  - (\w+):\s+(.*(?:\n {6,}.*)*)$", document, re.MULTILINE)
        values = [(key, unquoted(re.sub(r"\n\s+", " ", value))) for key, value in arguments]
        remarks.append(Remark(kind, re.search(r"^Name:\s*(\w+)", document, re.MULTILINE)[1], int(place[2]),
                              "".join(value for key, value in values if key not in UNSAID), dict(values)))
    return sorted(remarks, key=lambda remark: remark.line)


def columns_of(windows):
    """Returns a column for each window; windows that share a line have different columns."""
    ends, columns = [], []
    for first, last in windows:
        column = next((i for i, end in enumerate(ends) if end < first), len(ends))
        ends[column:column + 1] = [last]
        columns.append(column)
    return columns


def margin(line, windows, columns, width):
    cells = [" "] * width
    for (first, last), column in zip(windows, columns):
        if first <= line <= last:
            cells[column] = "[" if first == last else "/" if line == first else "\\" if line == last else "|"
    return "".join(cells)


def drawn(source, remarks):
    """Returns the source with the windows in its margin, and each remark under its line."""
    with_window = sorted((r for r in remarks if r.window), key=lambda remark: remark.window)
    windows = [remark.window for remark in with_window]
    columns = columns_of(windows)
    width = max(columns, default=-1) + 1
    lines = []
    for number, text in enumerate(source.splitlines(), 1):
        bars = margin(number, windows, columns, width)
        lines.append(f"{number:5} {bars} {text}".rstrip())
        for remark in remarks:
            if remark.line == number:
                sign = "=>" if remark.kind == "Passed" else "--"
                below = bars.translate(str.maketrans("/[\\", "|  "))
                lines.append(f"      {below} {sign} {remark.text}")
    return "\n".join(lines)


def run_compiler(suffix, options, *words):
    # The compiler of the tree that contains this script, which may be a link into a checkout.
    compiler = next(place for above in pathlib.Path(__file__).absolute().parents
                    if (place := above / "bin" / COMPILERS[suffix]).exists())
    done = subprocess.run([compiler, "--bamboo-mode=overlap", f"--bamboo-overlap={options.level}", "-g",
                           *(options.flags or ["-O2"]), *words])
    if done.returncode:
        sys.exit(done.returncode)


def record_options(record):
    return [f"-foptimization-record-file={record}", "-foptimization-record-passes=bamboo-overlap"]


def compile_record(options, folder):
    """Returns the record of a compilation of one file."""
    record = folder / "record.yaml"
    run_compiler(pathlib.Path(options.file).suffix, options, *record_options(record), "-c", options.file,
                 "-o", folder / "object.o")
    return record


def link_record(options, folder):
    """Returns the record of a link of all files."""
    objects, suffixes = [], []
    for number, file in enumerate([options.file, *options.others]):
        suffix = pathlib.Path(file).suffix
        if suffix in COMPILERS:
            suffixes.append(suffix)
            objects.append(folder / f"{number}.o")
            run_compiler(suffix, options, "-flto", "-c", file, "-o", objects[-1])
        else:
            objects.append(file)
    record = folder / "record"
    any_cplusplus = next((suffix for suffix in suffixes if suffix != ".c"), ".c")
    run_compiler(any_cplusplus, options, "-flto", *record_options(record), *objects, "-o", folder / "program")
    return folder / "record.opt.ld.yaml"


def main():
    p = command_line.Parser(
        "explain",
        "Compiles FILE in mode overlap and shows, beside its lines, how far apart the halves of each MPI call are,\n"
        "and under each call what stopped them. '=>' marks calls that were converted or moved, '--' others.",
        "  bamboo explain jacobi.c\n"
        "  bamboo explain --level basic solver.cpp -- -Iinclude -O3\n"
        "  bamboo explain main.c --with halo.c --with sweep.c")
    p.add_argument("file", metavar="FILE")
    p.add_argument("flags", nargs="*", metavar="FLAG", help="options of the compiler, after --  (default: -O2)")
    p.add_argument("--with", dest="others", action="append", default=[], metavar="FILE",
                   help="a source or object of the same program; they are linked with -flto, and FILE is explained\n"
                        "as the link sees it (may be repeated)")
    p.add_argument("--level", choices=("basic", "extended", "beyond"), default="beyond")
    o = p.parse_args()
    file = pathlib.Path(o.file)
    if not file.is_file():
        p.error(f"there is no file '{file}'")
    if file.suffix not in COMPILERS:
        p.error(f"'{file}': not a C or C++ source")
    for other in o.others:
        if not pathlib.Path(other).is_file():
            p.error(f"there is no file '{other}'")
    with tempfile.TemporaryDirectory() as folder:
        record = (link_record if o.others else compile_record)(o, pathlib.Path(folder))
        remarks = parse_record(record.read_text() if record.exists() else "", file)
    if not remarks:
        command_line.warn("explain", f"'{file}' holds no MPI call that could be nonblocking")
    print(drawn(file.read_text(errors="replace"), remarks))


if __name__ == "__main__":
    main()
