# SPDX-License-Identifier: Apache-2.0
"""Tests that a build folder is made again when one of its inputs has changed."""
import argparse
import os
import pathlib
import tempfile

import building
import catalogue
import made_with


def make_tool(path, time):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    os.utime(path, (time, time))


with tempfile.TemporaryDirectory() as name:
    root = pathlib.Path(name)
    for tool in ("bin/bamboocc", "lib/bamboo/bamboo-translate", "lib/bamboo/analysis/report.py", "lib/other.so", "bin/mpicc"):
        make_tool(root / tool, 100)
    bamboo, plain = [f"{root}/bin/bamboocc --option"], [f"{root}/bin/mpicc"]
    before = made_with.text(bamboo, {}), made_with.text(plain, {})
    make_tool(root / "lib/other.so", 200)
    make_tool(root / "lib/bamboo/analysis/report.py", 200)
    assert (made_with.text(bamboo, {}), made_with.text(plain, {})) == before
    make_tool(root / "lib/bamboo/bamboo-translate", 200)
    assert made_with.text(bamboo, {}) != before[0] and made_with.text(plain, {}) == before[1]
    make_tool(root / "bin/mpicc", 200)
    assert made_with.text(plain, {}) != before[1]
    assert made_with.text(plain, {"CFLAGS": "-O0"}) != made_with.text(plain, {"HOME": "/"}) == made_with.text(plain, {})

    (root / "source").mkdir()
    options = argparse.Namespace(work=root / "work", bin=root / "bin")
    tools = building.Toolchain("a", *[f"{root}/bin/mpicc"] * 3)

    def builds(environment=()):
        """Returns how often the commands have run in this folder."""
        code = catalogue.Code("code", "source", "C", ("echo run >> ../log",), (), environment=environment)
        assert building.build(code, tools, root / "source", options) is None
        return len((root / "work/code/log").read_text().split())

    assert (builds(), builds()) == (1, 1)
    assert builds((("LEVEL", "3"),)) == 2
    make_tool(root / "bin/mpicc", 300)
    assert (builds((("LEVEL", "3"),)), builds((("LEVEL", "3"),))) == (3, 3)
print("inputs: all hold")
