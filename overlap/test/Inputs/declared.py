# SPDX-License-Identifier: Apache-2.0
"""declared.py OPT [OPTION...] FILE: runs OPT on a file of LLVM IR that uses MPI without declaring it.

Declares what the text uses of openmpi.ll and does not declare itself, behind the names of its target, which LLVM
expects first.
"""
import os
import pathlib
import re
import subprocess
import sys

NAME = re.compile(r"@([\w.]+)")
OWN = re.compile(r"^(?:declare|define)\b[^\n]*?@([\w.]+)\(|^@([\w.]+) *=", re.MULTILINE)

*command, file = sys.argv[1:]
text = pathlib.Path(file).read_text()
used = set(NAME.findall(re.sub(r";[^\n]*", "", text)))
own = {name for names in OWN.findall(text) for name in names}
table = pathlib.Path(__file__).with_name("openmpi.ll").read_text().splitlines()
missing = [line for line in table if NAME.search(line) and NAME.search(line)[1] in used - own]
begin = max((match.end() for match in re.finditer(r"^target .*\n", text, re.MULTILINE)), default=0)
status = subprocess.run(command, input="\n".join([text[:begin], *missing, text[begin:]]), text=True).returncode
if status < 0:
    os.kill(os.getpid(), -status)  # A crash stays one.
sys.exit(status)
