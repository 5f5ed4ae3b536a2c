# SPDX-License-Identifier: Apache-2.0
"""tiers.py BUILD: checks that every test has one label, its tier, so that a selection by tiers leaves none out."""
import json
import subprocess
import sys

TIERS = {"quick", "commit", "nightly"}


def labels(test):
    return next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])


listing = subprocess.run(["ctest", "--test-dir", sys.argv[1], "--show-only=json-v1"], capture_output=True, check=True)
tests = json.loads(listing.stdout)["tests"]
# CMake has this entry for an executable that is not built yet: its tests are unknown.
wrong = [t["name"] for t in tests if not t["name"].endswith("_NOT_BUILT") and (len(labels(t)) != 1 or labels(t)[0] not in TIERS)]
if wrong or not tests:
    sys.exit(f"{len(tests)} tests; without exactly one label of {sorted(TIERS)}: {' '.join(wrong)}")
print(f"{len(tests)} tests")
