#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that the checking MPI layer can fail: wrong_programs.py --layers FOLDER [--clang CLANG]
Every program in wrong/ is refused for the reason that it expects, and goes through when it is made right."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from toolchain import HERE, Tools, Variant, call, installed_mpis, run_command  # noqa: E402


def run(tools, mpi, source, flags, folder):
    program = pathlib.Path(folder) / "program"
    done = tools.compile(mpi, Variant("plain", ("-O1", *flags)), source, f"{program}.o")
    done = done if done.returncode else tools.link(mpi, [f"{program}.o"], program)
    if done.returncode:
        sys.exit(f"wrong_programs: {source} does not compile\n{done.stderr}")
    return call(run_command(mpi, 2, program), 60)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--layers", type=pathlib.Path, required=True)
    options = parser.parse_args()
    tools = Tools(options.clang, pathlib.Path(), options.layers.resolve())
    sources, bad = sorted((HERE / "wrong").glob("*.c")), 0
    if not installed_mpis():
        return 77
    for mpi in installed_mpis():
        for source in sources:
            expected = re.search(r"EXPECT: (.*)", source.read_text())[1]
            with tempfile.TemporaryDirectory() as folder:
                wrong = run(tools, mpi, source, [], folder)
                right = run(tools, mpi, source, ["-DRIGHT"], folder)
            refused = wrong.returncode not in (0, 124) and re.search(expected, wrong.stderr)
            print(f"{mpi}: {source.name}: {'refused' if refused else 'NOT REFUSED'}, "
                  f"{'right one passes' if right.returncode == 0 else 'RIGHT ONE FAILS'}")
            if not refused or right.returncode:
                print(wrong.returncode, wrong.stderr[-1500:], right.returncode, right.stderr[-1500:])
                bad += 1
    print(f"{len(sources)} programs, {bad} failures")
    return 1 if bad or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
