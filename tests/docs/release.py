#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the version is the same wherever it is written, and that the changelog has an entry with its date."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def found(name, pattern):
    match = re.search(pattern, (ROOT / name).read_text(), re.MULTILINE)
    if not match:
        sys.exit(f"{name}: error: no line matches {pattern}")
    return match.group(1)


def main():
    version = found("CMakeLists.txt", r"^project\(Bamboo VERSION (\S+)")
    date = found("CITATION.cff", r"^date-released: (\S+)")
    others = {
        "CITATION.cff": found("CITATION.cff", r"^version: (\S+)"),
        "CHANGELOG.md": found("CHANGELOG.md", r"^## (\S+) – \d{4}-\d\d-\d\d$"),
        "cluster/bamboo_cluster/__init__.py": found("cluster/bamboo_cluster/__init__.py",
                                                    r'^__version__ = "(.*)"'),
    }
    wrong = [f"{name}: error: version {other}, but CMakeLists.txt has {version}"
             for name, other in others.items() if other != version]
    # A request for another second number is refused.
    requested = found("tests/driver/Inputs/package/CMakeLists.txt", r"^find_package\(Bamboo (\S+)")
    if requested != version.rpartition(".")[0]:
        wrong.append(f"tests/driver/Inputs/package/CMakeLists.txt: error: version {requested}")
    if found("CHANGELOG.md", rf"^## {re.escape(version)} – (\S+)$") != date:
        wrong.append(f"CHANGELOG.md: error: its date is not that of CITATION.cff, {date}")
    print("\n".join(wrong) or f"release: {version} of {date} everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
