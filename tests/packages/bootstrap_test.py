#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/bootstrap on a bare system: another user with an empty home gets a Bamboo that runs a plain program with plans.

The bare system is a copy-on-write view of this one, without the packages that scripts/bootstrap is to do without. The test is
skipped, with the reason, where there is no such view, no PyPI or no mirror of the packages.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
NOBODY = 65534
REMOVED = """cmake ninja-build pkg-config pkgconf libfmt-dev libcli11-dev nlohmann-json3-dev libelf-dev libdw-dev zlib1g-dev libsodium-dev
libboost-context-dev openmpi-bin libopenmpi-dev mpich libmpich-dev llvm-19-dev libclang-19-dev clang-19 ccache slurmd""".split()

VIEW = """
set -e
mount -t tmpfs tmpfs {view}
mkdir {view}/changes {view}/work {view}/root
mount -t overlay overlay -o lowerdir=/,upperdir={view}/changes,workdir={view}/work {view}/root
mount -t proc proc {view}/root/proc
mount --rbind /dev {view}/root/dev
mount -t tmpfs tmpfs {view}/root/tmp
chmod 1777 {view}/root/tmp
chroot {view}/root env DEBIAN_FRONTEND=noninteractive apt-get purge -qq -y $(
  dpkg-query -W -f '${{db:Status-Abbrev}} ${{Package}}\\n' {removed} 2> /dev/null | sed -n 's/^ii  *//p') > {view}/purged 2>&1 ||
  (cat {view}/purged; exit 1)
mkdir -m 755 {view}/root/tmp/source
tar -C {root} -c --exclude=./build --exclude=./.git . | tar -C {view}/root/tmp/source -x
chroot {view}/root setpriv --reuid={user} --regid={user} --clear-groups env -i HOME=/tmp/home PATH=/usr/bin:/bin {proxies} sh -c {commands}
"""

# An MPI of PyPI needs a shell to start processes of other hosts only.
COMMANDS = """
set -ex
mkdir /tmp/home
cd /tmp/home
! command -v cmake
! command -v mpicc
/tmp/source/scripts/bootstrap --prefix /tmp/home/bamboo
export PATH=/tmp/home/bamboo/bin:/tmp/home/bamboo/python/bin:$PATH
mpicc /tmp/source/docs/start/transpose.c -o transpose
BAMBOO_PLANS=always,report OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe \
  bamboo run -n 2 -- ./transpose
bamboo doctor
"""


def main():
    if os.geteuid() != 0:
        print("SKIPPED: only root can make a view of the system without packages")
        return SKIPPED
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith(("_proxy", "_index_url", "_cert", "_bundle"))}
    with tempfile.TemporaryDirectory(prefix="bamboo-bootstrap-test-") as view:
        tried = subprocess.run(["unshare", "--mount", "sh", "-ec", f"mount -t tmpfs tmpfs {view}; mkdir {view}/a {view}/b {view}/c;"
                                f" mount -t overlay overlay -o lowerdir=/,upperdir={view}/a,workdir={view}/b {view}/c"],
                               text=True, capture_output=True)
        if tried.returncode:
            print(f"SKIPPED: this system allows no overlay: {tried.stderr.strip()}")
            return SKIPPED
        script = VIEW.format(view=view, root=shlex.quote(str(ROOT)), user=NOBODY, removed=" ".join(REMOVED),
                             proxies=shlex.join(f"{name}={value}" for name, value in proxies.items()),
                             commands=shlex.quote(COMMANDS))
        with subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as done:
            text = ""
            for line in done.stdout:
                print(line, end="", flush=True)
                text += line
    for line in ("with jobs of openmpi", "without compilers for modes tasks and overlap", "without task graphs and virtual ranks",
                 "80 blocks exchanged, 0 elements wrong", "alltoall/"):
        if done.returncode or line not in text:
            sys.exit(f"bootstrap: exit status {done.returncode}; it should print '{line}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
