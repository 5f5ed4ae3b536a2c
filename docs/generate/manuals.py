#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes manual pages of the tools' --help texts: manuals.py BIN FOLDER VERSION"""
import pathlib
import re
import sys

from help_texts import tools

HEADING = re.compile(r"^([A-Za-z][\w ,-]*):$")


def escaped(line):
    """Returns a line of text for troff: dashes stay dashes, and no line is taken for a request."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line.startswith((".", "'")) else line


def parts(text):
    """Returns the parts of a help text: its usage, its description, then (heading, lines)."""
    usage, description, sections = [], [], []
    lines = iter(text.splitlines())
    in_usage = False
    for line in lines:
        found = re.match(r"^usage: (.*)", line, re.IGNORECASE)
        heading = HEADING.match(line)
        if found:
            usage.append(found.group(1))
            in_usage = True
        elif in_usage and line.startswith(" "):
            usage.append(line.strip())
        elif heading:
            in_usage = False
            sections.append((heading.group(1), []))
        elif sections:
            sections[-1][1].append(line)
        elif line.startswith("  ") and usage:
            sections.append(("Options", [line]))
        else:
            in_usage = False
            description.append(line)
    return usage, [line for line in description if line.strip()], sections


def page(words, text, version):
    name = "-".join(words)
    usage, description, sections = parts(text)
    if description and description[0].startswith(" ".join(words)):
        usage = [description.pop(0)]  # CLI11's own usage line says less
    first = re.split(r"(?<=[a-z'])[.;:](?: |$)", " ".join(description) or " ".join(words))[0]
    out = [f'.TH "{escaped(name.upper())}" 1 "" "Bamboo {version}"', ".SH NAME",
           f"{escaped(name)} \\- {escaped(first)}", ".SH SYNOPSIS", ".nf", *map(escaped, usage), ".fi"]
    if description:
        out += [".SH DESCRIPTION", *map(escaped, description)]
    for heading, lines in sections:
        while lines and not lines[-1]:
            lines.pop()
        out += [f".SH {escaped(heading.upper())}", ".nf", *map(escaped, lines), ".fi"]
    out += [".SH SEE ALSO", "bamboo(1), bamboocc(1); 'bamboo help' lists topics."]
    return name, "\n".join(out) + "\n"


def main():
    folder, out, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    out.mkdir(parents=True, exist_ok=True)
    for words, text in tools(folder):
        name, manual = page(words, text, version)
        (out / f"{name}.1").write_text(manual)


if __name__ == "__main__":
    main()
