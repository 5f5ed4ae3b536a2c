# SPDX-License-Identifier: Apache-2.0
"""miniMD and miniFE, compiled from the user's copies for the experiments."""
import os
import pathlib
import re
import shutil
import subprocess
import sys


def compile_all(compiler, flags, sources, folder, program, environment):
    """Returns the remarks of the compiler. Ends the experiment when it fails."""
    remarks, objects = [], []
    for source in sources:
        objects.append(folder / (pathlib.Path(source).stem + ".o"))
        done = subprocess.run([*map(str, compiler), *flags, "-c", str(source), "-o", str(objects[-1])], cwd=folder, text=True,
                              capture_output=True, env={**os.environ, **environment})
        if done.returncode:
            sys.exit(f"{source}\n{done.stderr[-3000:]}")
        remarks += [line for line in done.stderr.splitlines() if "remark:" in line]
    linked = subprocess.run([*map(str, compiler), *map(str, objects), "-o", str(program)], cwd=folder, text=True,
                            capture_output=True, env={**os.environ, **environment})
    if linked.returncode:
        sys.exit(linked.stderr[-3000:])
    return remarks


def minimd(source, folder, compiler, flags, environment):
    """Returns, in `folder`, which is new: the program, its arguments for `steps` steps, and the compiler's remarks."""
    shutil.copytree(source, folder)
    types = folder / "types.h"
    types.write_text(re.sub(r"(#define OMPFORSCHEDULE).*", r"\1", types.read_text()))
    # Its own version of a function that compilers have.
    openmp = folder / "openmp.h"
    openmp.write_text(re.sub(r"[^\n]*__sync_fetch_and_add[^{]*\{.*?\n\}", "", openmp.read_text(), flags=re.DOTALL))
    remarks = compile_all(compiler, [*flags, "-w", "-DPRECISION=2"], sorted(p.name for p in folder.glob("*.cpp")), folder,
                          folder / "miniMD", environment)
    return folder / "miniMD", ["-i", "in.eam.miniMD", "-t", "1", "--half_neigh", "1"], remarks


def minife(source, folder, compiler, flags, environment):
    shutil.copytree(source, folder)
    info = (folder / "utils/miniFE_no_info.hpp").read_text().replace("miniFE_no_info", "miniFE_info")
    (folder / "src/miniFE_info.hpp").write_text(info)
    defines = ["-DHAVE_MPI", "-I.", "-I../utils", "-I../fem", "-DMINIFE_SCALAR=double", "-DMINIFE_LOCAL_ORDINAL=int",
               "-DMINIFE_GLOBAL_ORDINAL=int", "-DMINIFE_CSR_MATRIX", "-DMINIFE_INFO=0", "-DMINIFE_KERNELS=0"]
    sources = ["main.cpp", "YAML_Doc.cpp", "YAML_Element.cpp",
               *(f"../utils/{name}.cpp" for name in ("BoxPartition", "param_utils", "utils", "mytimer"))]
    remarks = compile_all(compiler, [*flags, "-w", *defines], sources, folder / "src", folder / "src/miniFE.x", environment)
    return folder / "src/miniFE.x", ["verify_solution=1"], remarks
