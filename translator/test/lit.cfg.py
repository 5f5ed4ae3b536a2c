# SPDX-License-Identifier: Apache-2.0
# One behaviour per file. Goldens of translated text stand beside their input as INPUT.expected.
import os

import lit.formats

config.name = "bamboo-translate"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

inputs = os.path.join(config.test_source_root, "Inputs")
flags = "-I" + inputs
runtime = os.path.join(config.repository, "mpi", "include")
graph = os.path.join(config.repository, "taskgraph", "include")

# Longer names first: lit replaces text, not words.
config.substitutions += [
    ("%gcc", f"{config.gcc} -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime}"),
    ("%gxx", f"{config.gcc} -x c++ -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime} -I{graph}"),
    ("%clang", f"{config.clang} -fsyntax-only -Wall -Wextra -Werror -Wno-unused-parameter {flags} -I{runtime}"),
    ("%host_compiler", config.gcc),
    ("%translate", config.translate),
    ("%flags", flags),
    ("%graph_headers", graph),
    ("%golden", f"{config.python} {os.path.join(config.test_source_root, 'golden.py')}"),
    ("%python", config.python),
    ("%repository", config.repository),
    ("%tests", config.test_source_root),
    ("FileCheck", config.filecheck),
]
if os.environ.get("BAMBOO_UPDATE_GOLDENS"):
    config.environment["BAMBOO_UPDATE_GOLDENS"] = "1"
config.environment["LC_ALL"] = "C"
