#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Debian's source package: lintian finds no error in it, its lists name what is installed, its version is the project's."""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEBIAN = ROOT / "packaging/debian"
BUILD = pathlib.Path(sys.argv.pop(1))
VERSION = re.search(r"^project\(Bamboo VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def stanzas(text):
    """Returns the fields of each paragraph."""
    return [dict(re.findall(r"^([\w-]+):((?:.*\n?)(?:[ \t].*\n?)*)", part, re.MULTILINE)) for part in text.split("\n\n")]


class Debian(unittest.TestCase):
    def test_version(self):
        command = ["dpkg-parsechangelog", "-l", DEBIAN / "changelog", "-S", "Version"]
        version = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        self.assertEqual(version.rpartition("-")[0], VERSION)

    def test_library_is_named_as_its_file(self):
        minor = VERSION.rpartition(".")[0]
        names = [each["Package"].strip() for each in stanzas((DEBIAN / "control").read_text())[1:]]
        self.assertEqual(names, ["bamboo-mpi", f"libbamboo{minor}", "libbamboo-dev", "bamboo-doc"])

    def test_every_installed_file_is_in_one_package(self):
        """The files are those of the build tree, installed as Debian does it."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", f"{folder}/usr"], check=True, stdout=subprocess.DEVNULL)
            root = pathlib.Path(folder)
            files = [str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()]
        lists = {path.name: path.read_text().split() for path in DEBIAN.glob("*.install")}
        for file in files:
            # A list of Debian's has the folder of the architecture below lib.
            place = re.sub(r"^usr/lib/", "usr/lib/x86/", file)
            owners = [name for name, patterns in lists.items()
                      if any(self.matches(place, pattern) for pattern in patterns)]
            self.assertEqual(len(owners), 1, (file, owners))
        for name, patterns in lists.items():
            for pattern in patterns:
                self.assertTrue(any(self.matches(re.sub(r"^usr/lib/", "usr/lib/x86/", file), pattern) for file in files),
                                (name, pattern))

    @staticmethod
    def matches(file, pattern):
        """Returns whether a list's pattern, whose * matches no slash, names the file or a folder above it."""
        parts, words = file.split("/"), pattern.split("/")
        return len(parts) >= len(words) and all(map(fnmatch.fnmatch, parts, words))

    def test_lintian(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, f"bamboo-mpi-{VERSION}")
            shutil.copytree(DEBIAN, source / "debian")
            shutil.copy(ROOT / "README.md", source)
            subprocess.run(["tar", "-czf", f"bamboo-mpi_{VERSION}.orig.tar.gz", f"{source.name}/README.md"], cwd=folder, check=True)
            subprocess.run(["dpkg-source", "-b", source.name], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            command = ["lintian", "--allow-root", "--fail-on", "error,warning", *pathlib.Path(folder).glob("*.dsc")]
            done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_tests_exist(self):
        for stanza in stanzas((DEBIAN / "tests/control").read_text()):
            for name in stanza["Tests"].split():
                file = DEBIAN / "tests" / name
                self.assertTrue(file.stat().st_mode & 0o100, file)
                subprocess.run(["sh", "-n", file], check=True)


if __name__ == "__main__":
    unittest.main()
