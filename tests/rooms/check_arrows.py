#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every include and import against rooms.toml: check_arrows.py [ROOT]

Prints each one that the table does not allow, in the format of a compiler, and then ends with status 1.
"""
import pathlib
import re
import sys

from house import House

SOURCES = {".h", ".hpp", ".c", ".cc", ".cpp", ".S", ".def", ".py"}
INCLUDE = re.compile(r'^\s*#\s*include(?:_next)?\s*([<"])([^>"]+)[>"]')
IMPORT = re.compile(r"^\s*(?:import|from)\s+([A-Za-z_]\w*)")
# The translator's tests translate users' programs; generated files are no sources.
SKIPPED = ("translator/test", "__pycache__")


def is_inside(path, folder):
    return path.resolve().is_relative_to(folder.resolve())


class Checker:
    def __init__(self, root, house):
        self.root = root
        self.house = house
        self.rooms = [name for name in house.rooms if (root / name).is_dir()]
        self.violations = []

    def sources(self, room):
        for path in sorted((self.root / room).rglob("*")):
            relative = path.relative_to(self.root).as_posix()
            if path.suffix in SOURCES and path.is_file() and not any(part in relative for part in SKIPPED):
                yield path

    def private_owner(self, file, name):
        """Returns the room whose private file a quoted include or an import reaches; None if it is in the same room."""
        home = file.relative_to(self.root).parts[0]
        beside = file.parent / name
        if beside.exists():
            return next((room for room in self.rooms if room != home and is_inside(beside, self.root / room)), None)
        folder = file.parent
        while folder != self.root:  # include folders of the own room
            if (folder / name).exists() or (folder / "include" / name).exists():
                return None
            folder = folder.parent
        package = name.removesuffix(".py")  # a module of Python may be a folder
        if any(path.name in (name, package) for path in (self.root / home).rglob(f"{package}*")):
            return None
        for room in self.rooms:
            if room != home and any(path.is_file() for path in (self.root / room).rglob(name)):
                return room
        return None

    def check_room(self, file, where, kind, name):
        """Checks the include against the table of rooms."""
        room = self.house.rooms[file.relative_to(self.root).parts[0]]
        inner = file.relative_to(self.root / room.name)
        owner = self.house.header_owner(name)
        if owner is None and kind == '"':
            owner = self.private_owner(file, name)
            shared = of_parts(room.private, inner)
            if owner is not None and owner not in shared:
                self.report(where, f"{room.name}/ must not include '{name}', which is private to {owner}/")
        elif owner is not None and owner not in {room.name, *room.may_include} | of_parts(room.parts, inner):
            self.report(where, f"{room.name}/ must not include '{name}'")

    def check_area(self, file, where, name):
        """Checks the include against the folders of an area, if both files are in that area."""
        relative = file.relative_to(self.root)
        area = self.house.area_of(relative)
        if area is None:
            return
        base = self.root / area.root
        candidates = (file.parent / name, base / name, base / "include" / name)
        target = next((path for path in candidates if path.is_file()), None)
        if target is None or not is_inside(target, base):
            return
        target = pathlib.Path(target.resolve()).relative_to(base.resolve())
        if self.house.area_of(area.root / target) is not area:
            return
        home, other = area.folder_of(relative.relative_to(area.root)), area.folder_of(target)
        # A file without a row is reported by itself.
        if home and other and not home.may(other.name) and other.name not in area.everyone:
            self.report(where, f"{area.root}/{home.name} must not include '{name}' of {other.name}")

    def check_file(self, file):
        relative = file.relative_to(self.root)
        area = self.house.area_of(relative)
        if area and area.folder_of(relative.relative_to(area.root)) is None:
            self.report(relative, f"the folder has no row in the table of {area.root}/; add it to rooms.toml")
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            where = f"{relative}:{number}"
            if file.suffix == ".py":
                if match := IMPORT.match(line):
                    self.check_room(file, where, '"', f"{match[1]}.py")
            elif match := INCLUDE.match(line):
                self.check_room(file, where, *match.groups())
                self.check_area(file, where, match[2])

    def check_table(self):
        """Reports folders of the table that do not exist, and folders in a circle."""
        for area in self.house.areas:
            base = self.root / area.root
            if not base.is_dir():
                self.report("rooms.toml", f"there is no folder {area.root}/")
                continue
            for folder in area.folders.values():
                if not (base / folder.name).is_dir():
                    self.report("rooms.toml", f"{area.root}/ has no folder {folder.name}")
                for allowed in folder.may_include:
                    if "*" not in allowed and allowed not in area.folders:
                        self.report("rooms.toml", f"{area.root}/{folder.name} may include {allowed}, which has no row")
            if circle := area.circle():
                self.report("rooms.toml", f"{area.root}/ lets folders include each other: {', '.join(circle)}")

    def report(self, where, what):
        self.violations.append(f"{where}: error: {what}")

    def run(self):
        for room in self.rooms:
            for file in self.sources(room):
                self.check_file(file)
        return self.violations


def of_parts(table, file):
    return set().union(*(more for part, more in table.items() if file.is_relative_to(part)))


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    checker = Checker(root, House.read())
    checker.check_table()
    violations = checker.run()
    print("\n".join(violations) or f"{len(checker.rooms)} rooms: all includes are allowed")
    return 1 if violations or not checker.rooms else 0


if __name__ == "__main__":
    sys.exit(main())
