# SPDX-License-Identifier: Apache-2.0
"""setup_test.py SETUP: without root it names the packages and still does what needs no root."""
import os
import pathlib
import subprocess
import sys
import tempfile

STUBS = {"id": "echo 1000", "sudo": "exit 1", "dpkg-query": "exit 1", "apt-get": "echo apt-get was called"}

with tempfile.TemporaryDirectory() as folder:
    for name, text in STUBS.items():
        stub = pathlib.Path(folder) / name
        stub.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        stub.chmod(0o755)
    # Nothing is installed from PyPI, should lit or matplotlib not be there.
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", PIP_NO_INDEX="1", XDG_CACHE_HOME=folder)
    result = subprocess.run(["bash", sys.argv[1]], env=environment, capture_output=True, text=True)
print(result.stdout + result.stderr)
if "not root; install them with: apt-get install" not in result.stdout:
    sys.exit("the missing packages are not named")
if "apt-get was called" in result.stdout:
    sys.exit("apt-get was called without root")
if result.returncode != 0 or not result.stdout.endswith("setup: done\n"):
    sys.exit("it did not go on")
