# SPDX-License-Identifier: Apache-2.0
"""Collects the help texts of a build's tools: tools(BIN) has each command with its --help."""
import os
import re
import subprocess

COMPILERS = ("bamboocc", "bambooc++", "bamboofc")


def help_text(folder, words):
    """Returns the output of `words --help`, at the same width everywhere."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BAMBOO_")}
    environment |= {"COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([folder / words[0], *words[1:], "--help"], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} --help ends with {done.returncode}: {done.stderr}")
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines()) + "\n"


def commands_in(text):
    """Returns the sub-commands that a help text lists."""
    section = re.search(r"^(?:Subcommands|commands):\n((?:.+\n)+)", text, re.MULTILINE)
    names = re.findall(r"^ {2,4}([a-z][\w-]*)(?: |$)", section.group(1), re.MULTILINE) if section else []
    return names


def below(folder, words):
    text = help_text(folder, words)
    yield words, text
    for name in commands_in(text):
        yield from below(folder, (*words, name))


def tools(folder):
    """Yields (words, help) of the compilers that were built, of bamboo and of its commands."""
    for name in filter(lambda name: (folder / name).exists(), COMPILERS):
        yield (name,), help_text(folder, (name,))
    yield from below(folder, ("bamboo",))
