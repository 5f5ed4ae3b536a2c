# SPDX-License-Identifier: Apache-2.0
"""workflows_test.py ROOT: the workflows are right for actionlint, where it is installed, run on the systems that
CONTRIBUTING.md names, and use scripts and presets that exist."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

ROOT = pathlib.Path(sys.argv[1])
SYSTEMS = {"debian:12", "debian:13", "ubuntu:24.04", "fedora:41"}
# The value of an expression does not matter for the shell's syntax.
EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


def images(job):
    image = job["container"]["image"]
    axis = re.fullmatch(r"\$\{\{ matrix\.(\w+) \}\}", image)
    return job["strategy"]["matrix"][axis[1]] if axis else [image]


def faults_of_commands(commands, presets):
    text = EXPRESSION.sub("x", commands)
    syntax = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
    if syntax.returncode:
        yield f"not a script: {syntax.stderr.strip()}"
    for script in re.findall(r"(?:^|\s)((?:scripts|\.ci)/\S+)", text):
        if not os.access(ROOT / script, os.X_OK):
            yield f"{script}: no such script"
    for kind, option in (("configurePresets", r"scripts/build (\S+)"), ("testPresets", r"ctest --preset (\S+)")):
        for name in re.findall(option, text):
            if name not in {preset["name"] for preset in presets[kind]}:
                yield f"{name}: none of the {kind}"


def main():
    files = sorted((ROOT / ".github/workflows").glob("*.yml"))
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    faults, systems = [], set()
    for file in files:
        for name, job in yaml.safe_load(file.read_text())["jobs"].items():
            systems |= set(images(job))
            for step in job["steps"]:
                if "run" not in step and not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
                    faults.append(f"{file.name}: {name}: {step['uses']} has no version")
                faults += [f"{file.name}: {name}: {fault}" for fault in faults_of_commands(step.get("run", ""), presets)]
    if systems != SYSTEMS:
        faults.append(f"the jobs run on {sorted(systems)} instead of {sorted(SYSTEMS)}")
    if lint := shutil.which("actionlint"):
        done = subprocess.run([lint, *files], cwd=ROOT, capture_output=True, text=True)
        faults += done.stdout.splitlines()
    print("\n".join(faults) or f"{len(files)} workflows, {'with' if lint else 'without'} actionlint")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
