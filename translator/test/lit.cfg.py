# SPDX-License-Identifier: Apache-2.0
# One behaviour per file. Goldens of translated text are beside their input as INPUT.expected.
import os
import shlex
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "tests"))
import quoted_paths

config.name = "bamboo-translate"
config.test_format = quoted_paths.QuotedPaths(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

tests = shlex.quote(config.test_source_root)
repository = shlex.quote(config.repository)
flags = f"-I{tests}/Inputs"
tasks, include = shlex.quote(f"{config.include}/bamboo/tasks"), shlex.quote(config.include)
runtime = f"{tasks} -I{include}"
graph = f"{repository}/taskgraph/include"

# Longer names first: lit replaces text, not words.
config.substitutions += [
    ("%gcc", f"{config.gcc} -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime}"),
    ("%gxx", f"{config.gcc} -x c++ -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime} -I{graph}"),
    ("%clang", f"{config.clang} -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime}"),
    ("%host_compiler", config.gcc),
    ("%translate", shlex.quote(config.translate)),
    ("%flags", flags),
    ("%graph_headers", graph),
    ("%mpi_headers", f"{tasks} {include}"),
    ("%golden", f"{config.python} {tests}/golden.py"),
    ("%python", config.python),
    ("%repository", repository),
    ("%tests", tests),
    ("FileCheck", config.filecheck),
]
if os.environ.get("BAMBOO_UPDATE_GOLDENS"):
    config.environment["BAMBOO_UPDATE_GOLDENS"] = "1"
config.environment["LC_ALL"] = "C"
