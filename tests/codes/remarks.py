# SPDX-License-Identifier: Apache-2.0
"""Counts what mode overlap did in the functions of a code, from the records that clang and flang write (*.opt.yaml)."""
import collections
import dataclasses
import re

STOPS = {"Above": "up", "Below": "down", "MovedAlong": "moved along"}  # of the halves of an operation
REASONS = {"LeftAlone": "left alone", "NotSplit": "loop stays whole", "NotInlined": "function stays"}
CHANGES = {"Converted", "Moved", "Split", "Inlined"}


@dataclasses.dataclass
class Counts:
    functions: int = 0           # compiled, without those that the pass made
    changed: int = 0             # of these: with a change that stays
    blocking: int = 0            # operations that calls block for: an MPI_Sendrecv has two
    converted: int = 0           # of these
    windows: int = 0             # of these: with computation between their halves
    own: int = 0                 # the program's own halves
    moved: int = 0               # of these
    nests: int = 0               # loops behind receives
    split: int = 0               # of these
    reasons: dict = dataclasses.field(default_factory=dict)  # {reason: {where: how often}}


def documents(text):
    """Yields (name, function, arguments) of each remark."""
    for document in text.split("\n--- !"):
        head = re.search(r"^Name:\s+(\S+)", document, re.MULTILINE)
        function = re.search(r"^Function:\s+(.+)$", document, re.MULTILINE)
        if head and function:
            yield head[1], function[1].strip("'\""), dict(re.findall(r"^  - (\w+):\s+'?([^'\n]*)'?$", document, re.MULTILINE))


def count(texts):
    """Counts the remarks in the texts of the records; each text is one file."""
    counts, reasons = Counts(), collections.defaultdict(collections.Counter)
    for text in texts:
        compiled, changed = set(), set()
        for name, function, arguments in documents(text):
            if name == "StackSize":
                compiled.add(function)
                continue
            counts.blocking += name in ("Converted", "NotWorthwhile", "LeftAlone")
            counts.converted += name == "Converted"
            counts.windows += name == "Converted" and "Crossed" in arguments
            counts.own += name in ("Moved", "NotMoved")
            counts.moved += name == "Moved"
            counts.nests += name in ("Split", "NotSplit")
            counts.split += name == "Split"
            if name in CHANGES:
                changed.add(function)
            if name in REASONS:
                reasons[arguments["Reason"]][REASONS[name]] += 1
            if name in ("NotWorthwhile", "NotMoved") or name == "Converted" and "Crossed" not in arguments:
                for key, where in STOPS.items():
                    if key in arguments:
                        reasons[arguments[key]][where] += 1
        compiled = {function for function in compiled if not function.startswith("bamboo.")}
        counts.functions += len(compiled)
        counts.changed += len(changed & compiled)
    counts.reasons = {reason: dict(where) for reason, where in reasons.items()}
    return counts


def of_folder(folder):
    """Counts the remarks of a build. Sources that only configure and CMake try are not part of the code."""
    tried = ("conftest", "CMakeScratch", "CMakeTmp", "CompilerId")
    files = [path for path in sorted(folder.rglob("*.opt.yaml")) if not any(word in str(path) for word in tried)]
    return count(path.read_text(errors="replace") for path in files)
