#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the tables of rooms in CONTRIBUTING.md and the rooms' READMEs against rooms.toml: tables.py [--write] [ROOT]

A table is between the lines '<!-- rooms -->' or '<!-- rooms FOLDER -->' and '<!-- end of rooms -->'. Without --write,
each stale table is an error; with it, the tables are written.
"""
import pathlib
import re
import sys

from house import House

MARKED = re.compile(r"(<!-- rooms ?(\S*) -->\n).*?(<!-- end of rooms -->)", re.S)
ROOMS_FILE = "CONTRIBUTING.md"


def code(names, ending=""):
    return ", ".join(f"`{name}{ending}`" for name in names)


def room_names(house, names):
    """Returns 'Clang', '`mpi.h`' or '`taskgraph/`': libraries and rooms as the table shows them."""
    shown = []
    for name in names:
        if name in house.rooms:
            shown.append(f"`{name}/`")
        else:
            shown.append(f"`{name}`" if name.endswith(".h") else name)
    return ", ".join(shown)


def knows(house, room):
    phrases = [phrase for phrase in (room_names(house, room.may_include), room.also) if phrase]
    phrases += [f"in `{part}/` {room_names(house, more)}" for part, more in room.parts.items()]
    phrases += [f"in `{part}/` private headers of {room_names(house, more)}" for part, more in room.private.items()]
    return "; ".join(phrases) or "nothing"


def rooms_table(house):
    rows = [f"| `{room.name}/` | {room.lives} | {knows(house, room)} |\n" for room in house.rooms.values()]
    return "| folder | what lives there | knows about |\n|---|---|---|\n" + "".join(rows)


def area_table(area):
    rows = [f"| `{folder.name}/` | {folder.question} | {code(folder.may_include, '/') or '–'} |\n"
            for folder in area.folders.values() if folder.question and folder.name != "."]
    if own := area.folders.get("."):
        rows.append(f"| the folder itself | {own.question} | {code(own.may_include, '/') or '–'} |\n")
    return "| folder | the question that it answers | may include |\n|---|---|---|\n" + "".join(rows)


def fresh(house, text):
    areas = {str(area.root): area for area in house.areas}
    return MARKED.sub(lambda m: m[1] + (area_table(areas[m[2]]) if m[2] else rooms_table(house)) + m[3], text)


def has_table(text, name):
    return any(match[2] == name for match in MARKED.finditer(text))


def check(root, house, write):
    errors = []
    wanted = [(ROOMS_FILE, "")] + [(area.readme, str(area.root)) for area in house.areas]
    for name, table in wanted:
        path = root / name
        text = path.read_text() if name and path.is_file() else ""
        if not has_table(text, table):
            errors.append(f"{name or 'rooms.toml'}: error: there is no line '<!-- rooms {table} -->'")
            continue
        if fresh(house, text) == text:
            continue
        if write:
            path.write_text(fresh(house, text))
        else:
            errors.append(f"{name}: error: its table is not that of rooms.toml; run tests/rooms/tables.py --write")
    return errors


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    root = pathlib.Path(words[0] if words else pathlib.Path(__file__).parents[2])
    errors = check(root, House.read(), "--write" in sys.argv)
    print("\n".join(errors) or "all tables are those of rooms.toml")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
