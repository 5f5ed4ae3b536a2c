# SPDX-License-Identifier: Apache-2.0
"""test_test.py TEST: the summary describes and counts each failed test; Open MPI's folder exists while tests run."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PRESETS = {"version": 3,
           "configurePresets": [{"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}],
           "testPresets": [{"name": "release", "configurePreset": "release", "output": {"outputOnFailure": True}}]}
QUIET = "#!/bin/sh\n"
FINDS = "#!/bin/sh\necho the finding >&2; exit 1\n"
# (clang-tidy, commands of the tests, required output, the last line; clang-tidy counts as one more)
CASES = {
    "passes": (QUIET, ["true"], [], "2 passed, 0 failed"),
    "finds": (FINDS, ["true"], ["the finding"], "1 passed, 1 failed"),
    "fails": (QUIET, ["true", "echo the reason; false"], ["test: failed in preset release: ", "    the reason"],
              "2 passed, 1 failed"),
    "fails twice": (QUIET, ["echo the reason; false", "echo another; false"], ["    the reason", "    another"],
                    "1 passed, 2 failed"),
    "keeps": (QUIET, ["ls ../../sessions | grep '^tests[.]'"], [], "2 passed, 0 failed"),
}
LAUNCHER = "#!/bin/sh\necho %s/sessions/pid.17/0/0\n"


def make_script(path, text=QUIET):
    path.write_text(text)
    path.chmod(0o755)


def make_project(folder, tidy, commands):
    (folder / "scripts").mkdir()
    shutil.copy(sys.argv[1], folder / "scripts/test")
    for name in ("setup", "build"):
        make_script(folder / "scripts" / name)
    make_script(folder / "scripts/tidy", tidy)
    make_script(folder / "mpirun.openmpi", LAUNCHER % folder)
    tests = "".join(f"add_test(NAME number{i} COMMAND sh -c [==[{c}]==] {i})\n" for i, c in enumerate(commands))
    (folder / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.20)\nproject(p NONE)\nenable_testing()\n{tests}")
    (folder / "CMakePresets.json").write_text(json.dumps(PRESETS))
    subprocess.run(["cmake", "--preset", "release"], cwd=folder, check=True, stdout=subprocess.DEVNULL)


for case, (tidy, commands, printed, last) in CASES.items():
    with tempfile.TemporaryDirectory() as name:
        make_project(pathlib.Path(name), tidy, commands)
        # This test's own limits and presets are not that project's.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("CTEST_")}
        environment["PATH"] = f"{name}:{environment['PATH']}"
        done = subprocess.run([f"{name}/scripts/test", "release"], env=environment, capture_output=True, text=True)
        if (pathlib.Path(name) / "sessions").exists():
            sys.exit(f"{case}: Open MPI's folder is left behind")
    print(f"--- {case}\n{done.stdout}{done.stderr}")
    for text in printed:
        if text not in done.stdout:
            sys.exit(f"{case}: '{text}' is not printed")
    if done.stdout.splitlines()[-1] != last or (done.returncode == 0) != last.endswith(" 0 failed"):
        sys.exit(f"{case}: not '{last}', or another exit code")
