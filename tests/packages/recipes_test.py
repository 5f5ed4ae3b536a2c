#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recipes that scripts/release writes for a release are complete, and the tools that read them can parse them."""
import ast
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LMOD = "/usr/share/lmod/lmod/init/bash"
ADDRESS = "https://example.org/bamboo"
VERSION = re.search(r"^project\(Bamboo VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        subprocess.run([sys.executable, ROOT / "scripts/release", cls.folder, "--address", ADDRESS], check=True,
                       stdout=subprocess.DEVNULL)
        cls.archive = cls.folder / f"bamboo-{VERSION}.tar.gz"
        cls.checksum = hashlib.sha256(cls.archive.read_bytes()).hexdigest()

    def text(self, name):
        return (self.folder / name).read_text()

    def test_checksum(self):
        self.assertEqual(self.text(f"{self.archive.name}.sha256"), f"{self.checksum}  {self.archive.name}\n")

    def test_places_are_filled(self):
        for path in self.folder.glob("*/*"):
            self.assertNotRegex(path.read_text(), r"@[A-Z0-9]+@", path)
            self.assertIn(VERSION, path.read_text() + path.name)

    def test_spack(self):
        tree = ast.parse(self.text("spack/package.py"))
        package = next(node for node in tree.body if isinstance(node, ast.ClassDef))
        self.assertEqual((package.name, package.bases[0].id), ("BambooMpi", "CMakePackage"))
        methods = {node.name for node in package.body if isinstance(node, ast.FunctionDef)}
        self.assertLessEqual({"cmake_args", "test_version", "test_plans", "test_doctor"}, methods)
        calls = [node.value for node in package.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
        directives = [(call.func.id, *(each.value for each in call.args)) for call in calls]
        self.assertIn(("version", VERSION), directives)
        self.assertIn(("depends_on", "mpi"), directives)
        self.assertNotIn("provides", [directive[0] for directive in directives])
        self.assertIn(self.checksum, self.text("spack/package.py"))

    def test_options_exist(self):
        """A recipe's options of CMake are those of the sources."""
        known = "".join(path.read_text() for path in [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")])
        parts = re.findall(r"bamboo_part\((\w+)", known + (ROOT / "multicast/CMakeLists.txt").read_text())
        used = set()
        for path in [*self.folder.glob("*/*"), ROOT / "packaging/debian/rules", ROOT / "pyproject.toml"]:
            used |= set(re.findall(r"BAMBOO_(?:WITH|TESTS|STATIC|MPICC)\w*", path.read_text()))
        options = {*(f"BAMBOO_WITH_{part}" for part in (*parts, "OPENMPI", "MPICH")),
                   *re.findall(r"option\((\w+)", known), "BAMBOO_MPICC"}
        self.assertLessEqual(used, options)

    def test_easyconfig(self):
        name = f"Bamboo-{VERSION}-gompi-2024a.eb"
        values = {"SHLIB_EXT": "so"}
        exec(compile(self.text(f"easybuild/{name}"), name, "exec"), values)  # as EasyBuild does
        toolchain = values["toolchain"]
        self.assertEqual(name, f"{values['name']}-{values['version']}-{toolchain['name']}-{toolchain['version']}.eb")
        self.assertEqual(values["checksums"], [self.checksum])
        self.assertEqual(values["sources"], [self.archive.name])
        for dependency in values["dependencies"] + values["builddependencies"]:
            self.assertEqual(len(dependency), 2)

    def test_conda(self):
        text = self.text("conda-forge/recipe.yaml")
        recipe = yaml.safe_load(text)
        self.assertEqual(recipe["context"]["version"], VERSION)
        self.assertEqual(recipe["source"], {"url": f"{ADDRESS}/{self.archive.name}", "sha256": self.checksum})
        self.assertTrue((ROOT / recipe["about"]["license_file"]).exists())
        self.assertLessEqual({"package", "build", "requirements", "tests", "about", "extra"}, set(recipe))

    def test_lmod(self):
        modules = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        folder = modules / "bamboo"
        folder.mkdir()
        shutil.copy(self.folder / "lmod/bamboo.lua", folder / f"{VERSION}.lua")
        commands = f". {LMOD} && module use {modules} && module load bamboo/{VERSION} && echo PATH=$PATH"
        done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"PATH=/opt/bamboo/{VERSION}/bin:", done.stdout)

    def test_containers(self):
        for name in ("Dockerfile", "bamboo.def"):
            text = self.text(f"containers/{name}")
            self.assertIn(self.archive.name, text)
            for file in re.findall(r"scripts/[\w-]+", text):
                self.assertTrue((ROOT / file).exists(), file)
            self.assertIn("cmake --preset demo", text)
        sections = re.findall(r"^%(\w+)", self.text("containers/bamboo.def"), re.MULTILINE)
        self.assertEqual(sections, ["files", "post", "environment", "runscript", "test", "labels", "help"])


if __name__ == "__main__":
    unittest.main()
