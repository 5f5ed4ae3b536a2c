#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function that docs/reference/mpi.md lists as supported is called by some test or program."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("tests", "mpi/test", "apps")
SOURCES = {".c", ".cpp", ".h"}


def supported(page):
    """The names in its lists of what is there, without those of what is refused."""
    return [name for paragraph in page.split("\n\n") if paragraph.startswith("Supported: ")
            for name in re.findall(r"`(MPI_\w+)`", paragraph)]


def without_comments_and_texts(source):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", source, flags=re.DOTALL)


def used(source):
    """Calls and names given to a pointer; MPI_X where PMPI_X is called, the same function."""
    return set(re.findall(r"\bP?(MPI_\w+)", without_comments_and_texts(source)))


def untested(names, sources):
    seen = set().union(*map(used, sources))
    return [name for name in names if name not in seen]


def check_itself():
    names = supported("Supported: `MPI_Send`, `MPI_Recv`,\n`MPI_Wait`, `MPI_Test`\n\nRefused: `MPI_Get`\n")
    sources = ['/* MPI_Recv(…) */ puts("MPI_Test()"); // MPI_Test()', "send = MPI_Wait; PMPI_Send(x);"]
    assert untested(names, sources) == ["MPI_Recv", "MPI_Test"], untested(names, sources)


def main():
    check_itself()
    names = supported((ROOT / "docs/reference/mpi.md").read_text())
    sources = [path.read_text() for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))
               if path.suffix in SOURCES]
    if not names or not sources:
        sys.exit("supported_is_tested: no functions or no sources found")
    missing = untested(names, sources)
    if missing:
        sys.exit("listed as supported, but called by no test and no program: " + ", ".join(missing))
    print(f"supported_is_tested: {len(names)} functions, all of them called")


if __name__ == "__main__":
    main()
