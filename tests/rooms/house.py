# SPDX-License-Identifier: Apache-2.0
"""Represents the table of rooms, rooms.toml, as objects."""
import dataclasses
import fnmatch
import graphlib
import pathlib
import tomllib

TABLE = pathlib.Path(__file__).with_name("rooms.toml")


@dataclasses.dataclass
class Room:
    name: str
    lives: str
    may_include: list
    public: list = dataclasses.field(default_factory=list)
    also: str = ""
    parts: dict = dataclasses.field(default_factory=dict)
    private: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Folder:
    name: str
    may_include: list
    question: str = ""

    def may(self, other):
        return other == self.name or any(fnmatch.fnmatchcase(other, allowed) for allowed in self.may_include)


@dataclasses.dataclass
class Area:
    root: pathlib.PurePosixPath
    folders: dict
    readme: str = ""
    everyone: list = dataclasses.field(default_factory=list)

    def folder_of(self, file):
        """Returns the row that contains file (a path from the area's root), or None."""
        for folder in file.parents:
            if str(folder) in self.folders:
                # The row "." holds the files of the root alone, no sub-folder without a row.
                return self.folders[str(folder)] if str(folder) != "." or len(file.parts) == 1 else None
        return None

    def circle(self):
        """Returns the names of folders that the table lets include each other; None if there is no circle."""
        shown = {name for name, folder in self.folders.items() if folder.question}
        edges = {name: {other for other in shown if other != name and self.folders[name].may(other)} for name in shown}
        try:
            graphlib.TopologicalSorter(edges).prepare()
        except graphlib.CycleError as error:
            return error.args[1]
        return None


class House:
    def __init__(self, text):
        table = tomllib.loads(text)
        self.libraries = table.get("libraries", {})
        self.rooms = {name: Room(name, **row) for name, row in table.get("rooms", {}).items()}
        self.areas = [self._area(root, row) for root, row in table.get("areas", {}).items()]

    @staticmethod
    def _area(root, row):
        folders = {name: Folder(name, **folder) for name, folder in row.pop("folders").items()}
        return Area(pathlib.PurePosixPath(root), folders, **row)

    @classmethod
    def read(cls, path=TABLE):
        return cls(path.read_text())

    def header_owner(self, name):
        """Returns the room whose public header this is, or the library; None if every room may include it."""
        beginnings = {begin: room.name for room in self.rooms.values() for begin in room.public}
        beginnings |= {begin: library for library, begins in self.libraries.items() for begin in begins}
        fitting = [begin for begin in beginnings if name == begin or begin.endswith("/") and name.startswith(begin)]
        return beginnings[max(fitting, key=len)] if fitting else None

    def area_of(self, file):
        """Returns the area with the longest root that contains file, a path from the project's root."""
        holding = [area for area in self.areas if file.is_relative_to(area.root)]
        return max(holding, key=lambda area: len(area.root.parts), default=None)
