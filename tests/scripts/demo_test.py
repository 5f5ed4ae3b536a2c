# SPDX-License-Identifier: Apache-2.0
"""demo_test.py SCRIPTS: scripts/demo builds only what it runs, shows how far it is and installs
nothing where it is asked not to."""
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(sys.argv[1])
CMAKE = """case "$*" in
*--build*--target\\ demo*) for i in 1 2 3 4; do echo "[$i/4] Building a file"; done ;;
*--build*) echo "everything is built" ;;
esac
"""


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def demo(root, *words):
    environment = dict(os.environ, PATH=f"{root}/stubs:{os.environ['PATH']}")
    done = subprocess.run([root / "scripts/demo", *words], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(done.stdout)
    assert done.returncode == 0, done.returncode
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    for name in ("demo", "build", "setup", "packages", "packages-demo"):
        (root / "scripts").mkdir(exist_ok=True)
        shutil.copy(SCRIPTS / name, root / "scripts" / name)
    script(root / "experiments/demo", 'echo "experiments/demo: $*"\n')
    script(root / "stubs/cmake", CMAKE)
    script(root / "stubs/dpkg-query", "exit 1\n")
    script(root / "stubs/apt-get", 'echo "apt-get: $*"\n')
    script(root / "stubs/id", "echo 0\n")
    os.environ["PIP_NO_INDEX"] = "1"

    output = demo(root, "--no-install", "--rounds", "1")
    assert "apt-get: " not in output, "--no-install installs"
    assert "nothing is installed, as asked; install them with: apt-get install" in output
    assert "experiments/demo: --tree build/demo --rounds 1\n" in output, "its options are not those that were given"
    assert re.search(r"^build: 2 of 4, about \d+ s left$", output, re.MULTILINE), "no progress is shown"
    assert "everything is built" not in (root / "build/demo.log").read_text()

    output = demo(root)
    announced, installs = output.find("setup: installing "), output.find("apt-get: install")
    assert 0 <= announced < installs, "it does not say that it installs packages before it does"
