# SPDX-License-Identifier: Apache-2.0
"""Fetches sources of Debian's packages by apt-get into a folder."""
import os
import pathlib
import subprocess
import tarfile

LINE = "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian {} main\n"


def release():
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        if line.startswith("VERSION_CODENAME="):
            return line.split("=")[1].strip('"')
    raise SystemExit("debian_source: error: /etc/os-release names no release of Debian")


def fetch(package, folder):
    """Unpacks the original source of the package, as its authors publish it. Returns its folder."""
    folder = pathlib.Path(folder).resolve()
    done = folder / f"{package}.unpacked"
    if done.exists():
        return folder / done.read_text()
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(LINE.format(release()))
    options = []
    for key, value in (("Etc::SourceList", "sources.list"), ("State::Lists", "lists"), ("Cache", "cache")):
        options += ["-o", f"Dir::{key}={folder / value}"]
    options += ["-o", "Dir::Etc::SourceParts=/dev/null", "-o", "APT::Sandbox::User=root", "-q"]
    for words in (["update"], ["source", "--download-only", "--tar-only", package]):
        subprocess.run(["apt-get", *options, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "LC_ALL": "C"})
    tar = max(folder.glob(f"{package}_*.orig.tar.*"), key=lambda path: path.stat().st_mtime)
    with tarfile.open(tar) as archive:
        archive.extractall(folder / package, filter="tar")
    inside = list((folder / package).iterdir())  # most have one folder at the top
    done.write_text(str((inside[0] if len(inside) == 1 else folder / package).relative_to(folder)))
    return folder / done.read_text()
