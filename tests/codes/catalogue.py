# SPDX-License-Identifier: Apache-2.0
"""The codes of codes.toml, or of a file of the user's in the same form."""
import dataclasses
import pathlib
import tomllib

OURS = pathlib.Path(__file__).parent / "codes.toml"

@dataclasses.dataclass(frozen=True)
class Run:
    """A command, and the parts of its answer that are compared besides the exit code."""
    command: str               # of the shell; $MPIRUN -n RANKS starts ranks
    folder: str = "."
    result: str = ""           # lines that match are compared, or what their groups match
    ordered: bool = True       # false: the ranks may print the lines in any order
    file: str = ""             # this file has the answer, not the output
    seconds: int = 300


@dataclasses.dataclass(frozen=True)
class Code:
    name: str
    source: str                # of Debian; of `given` codes: a folder of the user's
    language: str
    build: tuple               # commands of the shell; $CC, $CXX, $FC and $JOBS are set
    runs: tuple
    folder: str = "."          # of the source: what is built
    parts: tuple = ()          # of the folder: what the build needs of it; none: all
    environment: tuple = ()    # of builds and runs
    given: bool = False        # Debian does not have it
    flang: bool = True         # false: flang 19 does not compile its Fortran


def read(file=OURS):
    """Returns the codes by their names."""
    entries = tomllib.loads(file.read_text())
    codes = {}
    for name, entry in entries.items():
        runs = tuple(Run(**run) for run in entry.pop("run"))
        environment = tuple(entry.pop("environment", {}).items())
        lists = {key: tuple(entry.pop(key, ())) for key in ("build", "parts")}
        codes[name] = Code(name, runs=runs, environment=environment, **lists, **entry)
    return codes
