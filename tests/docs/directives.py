#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the page of directives has every directive, layout and flag of the translator, and no other directive."""
import re
import sys

from links import ROOT

SOURCES = ROOT / "translator/directives"
PAGE = ROOT / "docs/reference/directives.md"


def quoted(file, pattern):
    """Returns the quoted texts in the match of a pattern in a source of the translator."""
    found = re.findall(pattern, (SOURCES / file).read_text(), re.DOTALL)
    names = re.findall(r'"(\w+)"', " ".join(found))
    if not names:
        sys.exit(f"{file}: error: nothing matches {pattern}")
    return set(names)


def main():
    directives = quoted("directive_parser.cpp", r"directive_names\[\] = \{(.*?)\}")
    others = (quoted("layouts.cpp", r'\{"\w+", \d+, \w+\}')
              | quoted("directive_parser.cpp", r'spelling\(\) == "[A-Z_]+"'))
    page = PAGE.read_text()
    shown = set(re.findall(r"^#+ `#pragma bamboo (\w+)", page, re.MULTILINE))
    wrong = [f"'{name}' is not on the page" for name in sorted(directives | others)
             if not re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", page)]
    wrong += [f"the translator knows no '{name}'" for name in sorted(shown - directives)]
    print("\n".join(f"docs/reference/directives.md: error: {text}" for text in wrong)
          or f"directives: {len(directives)} and {len(others)} layouts and flags")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
