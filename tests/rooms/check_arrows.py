#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no room includes what it must not know: check_arrows.py [ROOT]

Prints every include that the table does not allow, as a compiler would, and ends with status 1.
"""
import pathlib
import re
import sys

# What a room may know besides itself and the libraries outside of Bamboo: the public headers of other rooms,
# an mpi.h, the header of the installed library of plans, Clang, LLVM.
ALLOWED = {
    "driver": set(),
    "translator": {"clang", "llvm"},
    "taskgraph": set(),
    "plans": set(),
    "mpi": {"taskgraph", "plans", "mpi.h"},
    "overlap": {"llvm"},
    "apps": {"mpi.h"},
    "cluster": set(),
    "experiments": {"mpi.h", "bamboo_plans.h"},
}
# The parts of rooms that may know more than the room: they speak to the installed MPI, or are users' programs.
ALLOWED_PARTS = {"taskgraph/transport": {"mpi.h"}, "overlap/runtime": {"mpi.h"}, "overlap/test": {"mpi.h"},
                 "plans/controls": {"mpi.h"},
                 "plans/pmpi": {"mpi.h", "bamboo_plans.h"},
                 "plans/bench": {"mpi.h", "bamboo_plans.h"}, "plans/probe": {"mpi.h"}}
# What measures for an experiment below a room's interface shares the experiment's clock and patterns.
ALLOWED_PRIVATE = {"plans/bench": {"experiments"}}

SOURCES = {".h", ".hpp", ".c", ".cc", ".cpp", ".S", ".def"}
INCLUDE = re.compile(r'^\s*#\s*include(?:_next)?\s*([<"])([^>"]+)[>"]')


def public_room(name):
    """The room whose public header that is, or what else the table speaks of; None: anybody's."""
    for room in ("taskgraph", "plans"):
        if name.startswith(f"bamboo/{room}/"):
            return room
    if name.startswith("bamboo/"):
        return "mpi"
    if name in ("mpi.h", "bamboo_plans.h"):
        return name
    for library in ("clang", "llvm"):
        if name.startswith((f"{library}/", f"{library}-c/")):
            return library
    return None


def of_parts(table, file):
    return set().union(*(more for part, more in table.items() if file.is_relative_to(part)))


def is_inside(path, folder):
    return path.resolve().is_relative_to(folder.resolve())


class Checker:
    def __init__(self, root):
        self.root = root
        self.rooms = [room for room in ALLOWED if (root / room).is_dir()]
        self.violations = []

    def sources(self, room):
        for path in sorted((self.root / room).rglob("*")):
            # What the translator's tests translate are users' programs.
            if is_inside(path, self.root / "translator" / "test"):
                continue
            if path.suffix in SOURCES and path.is_file():
                yield path

    def private_target(self, file, name):
        """The room whose private file a quoted include reaches, None if it stays at home."""
        home = file.relative_to(self.root).parts[0]
        folder = file.parent
        beside = folder / name
        if beside.exists():
            for room in self.rooms:
                if is_inside(beside, self.root / room):
                    return None if room == home else room
        while folder != self.root:  # include folders of the own room
            if (folder / name).exists() or (folder / "include" / name).exists():
                return None
            folder = folder.parent
        for room in self.rooms:
            if room != home and any(path.is_file() for path in (self.root / room).rglob(name)):
                return room
        return None

    def check_file(self, room, file):
        relative = file.relative_to(self.root)
        allowed = set(ALLOWED[room]) | {room} | of_parts(ALLOWED_PARTS, relative)
        private = of_parts(ALLOWED_PRIVATE, relative)
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            kind, name = match.groups()
            target = public_room(name)
            if target is None and kind == '"':
                target = self.private_target(file, name)
                if target is not None and target not in private:
                    self.report(relative, number, room, f"'{name}', which is private to {target}/")
                continue
            if target is not None and target not in allowed:
                self.report(relative, number, room, f"'{name}'")

    def report(self, file, number, room, what):
        self.violations.append(f"{file}:{number}: error: {room}/ must not include {what}")

    def run(self):
        for room in self.rooms:
            for file in self.sources(room):
                self.check_file(room, file)
        return self.violations


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
    checker = Checker(root)
    violations = checker.run()
    print("\n".join(violations) or f"{len(checker.rooms)} rooms: all includes are allowed")
    return 1 if violations or not checker.rooms else 0


if __name__ == "__main__":
    sys.exit(main())
