# SPDX-License-Identifier: Apache-2.0
"""diagnostics_reached.py TABLE TESTS: fails when no CHECK line of a test expects a diagnostic."""
import pathlib
import re
import sys

table = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
checks = ""
for test in pathlib.Path(sys.argv[2]).rglob("*"):
    if test.suffix in (".c", ".cpp", ".test"):
        text = test.read_text(encoding="utf-8")
        # A diagnostic that a test only expects to be absent is not reached.
        checks += "".join(re.findall(r"CHECK(?![A-Z-]*-NOT)[A-Z-]*:.*\n", text))
missing = []
for level, name, message in re.findall(r'BAMBOO_DIAG\((\w+), (\w+), "((?:[^"\\\\]|\\\\.)*)"', table):
    if level != "Note":
        prefix = "-Wbamboo-" if level == "Warning" else "bamboo:"
        found = f"[{prefix}{name.replace('_', '-')}]" in checks
    else:
        words = max(re.split(r"'?%\d'?", message), key=len).strip()
        found = words in checks
    if not found:
        missing.append(name)
if not table.count("BAMBOO_DIAG(") > 40:
    sys.exit("the table was not understood")
if missing:
    sys.exit("no test expects: " + ", ".join(missing))
