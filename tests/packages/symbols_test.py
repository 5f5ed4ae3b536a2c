#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Libraries export Bamboo's names only, and those of MPI and of the C library that they interpose: symbols_test.py FOLDER

Weak symbols are those of templates, which all libraries of C++ share.
"""
import pathlib
import re
import subprocess
import sys

OWN = re.compile(r"[Bb]amboo_|_Z(?:T[VTIS]|Thn\d+_|GV)?NK?6bamboo")
MPI = re.compile(r"(?:P?MPIX?_|p?mpix?_|ompix?_)", re.IGNORECASE)
# Debuggers ask for these names (mpi/debugger/interface.h).
DEBUGGERS = {"libbamboo.so": re.compile(r"MPIR_dll_name$|mpimsgq_dll_locations$"), "libbamboo_msgq.so": re.compile(r"mqs_")}
C_LIBRARIES = ("libc.so.6", "libm.so.6", "libstdc++.so.6")


def strong_symbols(library):
    listed = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library], check=True, capture_output=True,
                            text=True).stdout
    return [name.partition("@")[0] for name, kind, *_ in map(str.split, listed.splitlines()) if kind in "TDBRC"]


def of_c_libraries():
    """Returns all names of the libraries of C and C++."""
    names = set()
    for name in C_LIBRARIES:
        found = subprocess.run(["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True).stdout.strip()
        listed = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", found], check=True, capture_output=True, text=True)
        names |= {line.split("@")[0].split()[0] for line in listed.stdout.splitlines()}
    return names


def is_allowed(name, library, c_names):
    if OWN.match(name):
        return True
    if library in DEBUGGERS and DEBUGGERS[library].match(name):
        return True
    if MPI.match(name):
        return library.startswith(("libbamboo-plans-", "libbamboo-front-", "libbamboo-overlap-"))
    # Ranks have their own state of the C library; a program may ask for MPI's functions by name.
    return name in c_names and (library == "libbamboo.so" or (library.startswith("libbamboo-front-") and name == "dlsym"))


def main():
    folder = pathlib.Path(sys.argv[1])
    libraries = [*folder.glob("libbamboo*.so"), *folder.glob("bamboo/*.so")]
    c_names = of_c_libraries()
    count = failed = 0
    for library in libraries:
        for name in strong_symbols(library):
            count += 1
            if not is_allowed(name, library.name, c_names):
                print(f"{library.name}: error: exports {name}")
                failed += 1
    print(f"symbols: {count} of {len(libraries)} libraries, {failed} in other name spaces")
    return 1 if failed or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
