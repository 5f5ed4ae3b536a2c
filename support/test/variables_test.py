# SPDX-License-Identifier: Apache-2.0
"""variables_test.py ROOT: checks that the table has every variable that the sources read, and no other."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(ROOT / "support"))
from variables import variables  # noqa: E402

ROOMS = ("taskgraph", "mpi", "driver", "multicast", "plans", "pmpi", "overlap/runtime", "analysis")
NAME = re.compile(r"[\"'](BAMBOO_[A-Z_]+)[\"']")


def is_source(path):
    return path.suffix in {".c", ".cpp", ".h", ".py"} and "test" not in path.parts


def names_in(folder):
    return {name: path for path in sorted((ROOT / folder).rglob("*")) if path.is_file() and is_source(path)
            for name in NAME.findall(path.read_text(errors="replace"))}


known = {variable.name for variable in variables()}
read = {name: path for room in ROOMS for name, path in names_in(room).items()}
errors = [f"{path}: {name} is not in the table" for name, path in read.items() if name not in known]
errors += [f"{name} is in the table, but no source reads it" for name in sorted(known - set(read))]
print("\n".join(errors) or f"{len(known)} variables, all of them read")
sys.exit(1 if errors or not known else 0)
