#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a test or a program calls every function that docs/reference/mpi.md lists as supported."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("tests", "mpi/test", "apps")
SOURCES = (".c", ".cpp")


def supported(page):
    """Returns the names in the page's lists of supported functions."""
    return [name for paragraph in page.split("\n\n") if paragraph.startswith("Supported: ")
            for name in re.findall(r"`(MPI_\w+)`", paragraph)]


def without_comments_and_texts(source):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", source, flags=re.DOTALL)


DEFINITION = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)$", re.MULTILINE)


def words(source):
    return set(re.findall(r"\w+", source))


def used(source, shared=()):
    """Returns the functions that are called or whose address is used; PMPI_X counts as MPI_X. The body of a macro counts where
    the macro is used. `shared` has the macros of headers and their bodies."""
    source = without_comments_and_texts(source).replace("\\\n", " ")
    macros = dict(shared) | {name: words(meaning) for name, meaning in DEFINITION.findall(source)}
    reached, new = set(), words(DEFINITION.sub("", source))
    while new:
        reached |= new
        new = set().union(*(macros[word] for word in new & macros.keys())) - reached
    return {word.removeprefix("P") for word in reached if word.startswith(("MPI_", "PMPI_"))}


def untested(names, sources, headers=()):
    shared = {name: words(meaning) for header in headers for name, meaning
              in DEFINITION.findall(without_comments_and_texts(header).replace("\\\n", " "))}
    seen = set().union(*(used(source, shared) for source in [*sources, *headers]))
    return [name for name in names if name not in seen]


def check_itself():
    names = supported("Supported: `MPI_Send`, `MPI_Recv`,\n`MPI_Wait`, `MPI_Test`\n\nRefused: `MPI_Get`\n")
    sources = ['/* MPI_Recv(…) */ puts("MPI_Test()"); // MPI_Test()', "send = MPI_Wait; PMPI_Send(x);"]
    assert untested(names, sources) == ["MPI_Recv", "MPI_Test"], untested(names, sources)
    macros = "#define ONE \\\n  MPI_Send(x)\n#define TWO(y) ONE; y\n"
    assert untested(["MPI_Send"], [macros]) == ["MPI_Send"]
    assert untested(["MPI_Send"], [macros + "f() { TWO(1); }"]) == []
    assert untested(["MPI_Send"], ["f() { TWO(1); }"]) == ["MPI_Send"]
    assert untested(["MPI_Send"], ["f() { TWO(1); }"], [macros]) == []


def main():
    check_itself()
    names = supported((ROOT / "docs/reference/mpi.md").read_text())
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    sources = [path.read_text() for path in paths if path.suffix in SOURCES]
    headers = [path.read_text() for path in paths if path.suffix == ".h"]
    if not names or not sources:
        sys.exit("supported_is_tested: no functions or no sources found")
    missing = untested(names, sources, headers)
    if missing:
        sys.exit("listed as supported, but called by no test and no program: " + ", ".join(missing))
    print(f"supported_is_tested: {len(names)} functions, all of them called")


if __name__ == "__main__":
    main()
