#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""portability_test.py ROOT BUILD CLANG: the project compiles for aarch64, and few files depend on the processor.

Compiles one source of each room, those files, and all that use processor.h, without making code.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

TARGET = "aarch64-linux-gnu"
HEADERS = pathlib.Path("/usr", TARGET, "include")
ROOMS = ["support", "driver", "translator", "taskgraph", "mpi", "overlap", "multicast", "plans", "cluster"]
PROCESSORS = {
    "mpi/libc/entry.c",  # the register that marks the outermost function of a stack
    "taskgraph/include/bamboo/taskgraph/internal/processor.h",  # switching stacks, counters of cycles
    "overlap/runtime/splitting/index_extremes.cpp",  # wider vectors where the processor has them
}
SOURCES = {".h", ".hpp", ".c", ".cc", ".cpp"}
DEPENDS = re.compile(r"__builtin_ia32|__rdtsc|\bREG_[A-Z0-9]+\b|gregs\b|intrin\.h|arm_neon\.h"
                     r"|__(x86_64|aarch64|i386)|\b_mm_\w+|\basm\s*(volatile)?\s*\(\s*\"[^\"]")
ROOT, BUILD, CLANG = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))


def commands():
    """Returns the command of each source below ROOT, sorted by name."""
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(ROOT) and not path.is_relative_to(BUILD):
            found.setdefault(path.relative_to(ROOT), entry["command"])
    return dict(sorted(found.items()))


def kept(command):
    """Returns the parts of a command that determine the meaning of the source: include folders,
    definitions, the language."""
    words, result = shlex.split(command), []
    for word, value in zip(words, words[1:] + [""]):
        if re.match(r"-[ID].|-std=", word):
            result.append(word)
        elif word == "-isystem":
            result += [word, value]
    return result


class Portability(unittest.TestCase):
    def test_only_these_files_depend_on_the_processor(self):
        for room in ROOMS:
            for path in sorted((ROOT / room).rglob("*")):
                name = path.relative_to(ROOT)
                if path.suffix in SOURCES and str(name) not in PROCESSORS and name.parts[1] != "test":
                    self.assertIsNone(DEPENDS.search(path.read_text(errors="replace")), name)

    @unittest.skipUnless(HEADERS.is_dir(), f"{HEADERS} is not there (libc6-dev-arm64-cross)")
    def test_each_room_compiles_for_aarch64(self):
        table = commands()
        for room in ROOMS:
            sources = [path for path in table if path.parts[0] == room]
            self.assertTrue(sources, f"{room}/ has no source")
            users = [path for path in sources
                     if str(path) in PROCESSORS or "internal/processor.h" in (ROOT / path).read_text()]
            for source in users or sources[:1]:
                with self.subTest(source=str(source)):
                    self.compile(ROOT / source, kept(table[source]))

    def compile(self, source, words):
        command = [CLANG, f"--target={TARGET}", "-fsyntax-only", *words, source]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
