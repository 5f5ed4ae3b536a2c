# SPDX-License-Identifier: Apache-2.0
"""golden.py EXPECTED < ACTUAL: fails with a diff. BAMBOO_UPDATE_GOLDENS=1 writes EXPECTED anew."""
import difflib
import os
import sys

path = sys.argv[1]
actual = sys.stdin.read()
if not actual:
    sys.exit("golden.py: nothing to compare")
if os.environ.get("BAMBOO_UPDATE_GOLDENS"):
    with open(path, "w", encoding="utf-8") as golden:
        golden.write(actual)
    sys.exit(0)
with open(path, encoding="utf-8") as golden:
    expected = golden.read()
if actual != expected:
    sys.stdout.writelines(difflib.unified_diff(
        expected.splitlines(True), actual.splitlines(True), path, "actual"))
    sys.exit(1)
