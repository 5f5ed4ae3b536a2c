# SPDX-License-Identifier: Apache-2.0
"""The table of environment variables for scripts and docs: `from variables import variables`.

`python3 support/variables.py` prints it as a Markdown table.
"""
import ast
import collections
import pathlib

TABLE = pathlib.Path(__file__).parent / "include/bamboo/support/variables.def"
Variable = collections.namedtuple("Variable", "name readers expected preset meaning")


def variables():
    """Returns the rows, in their order. A row is a call with five texts, in C as in Python."""
    text = "".join(line for line in TABLE.read_text().splitlines(True) if not line.startswith("//"))
    return [Variable(*map(ast.literal_eval, statement.value.args)) for statement in ast.parse(text).body]


if __name__ == "__main__":
    print("| variable | value | default | meaning | read by |\n|---|---|---|---|---|")
    for v in variables():
        print(f"| `{v.name}` | {v.expected} | {v.preset and f'`{v.preset}`'} | {v.meaning} | {v.readers} |")
