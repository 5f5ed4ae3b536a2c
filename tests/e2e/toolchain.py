# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs programs, plainly and with Bamboo. Every run is under a time limit."""
import os
import pathlib
import shutil
import subprocess
import time

from program import LANGUAGES

WARNINGS_OFF = ["-Wno-unknown-pragmas"]
# Processes run as root, on fewer cores than processes, and yield. OMPIO of Open MPI 4.1 is no reference
# for files: its collective writes (fcoll vulcan) and shared pointers lose data on a busy machine.
PLAIN_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_btl_base_warn_component_unused": "0",
    "OMPI_MCA_io": "^ompio",
}


def find(*names):
    return next((path for path in map(shutil.which, names) if path), None)


def installed_mpis():
    return [mpi for mpi in ("openmpi", "mpich")
            if find(f"mpicc.{mpi}") and find(f"mpirun.{mpi}")]


def installed_compilers():
    found = {"gcc": find("gcc"), "clang": find("clang", "clang-19")}
    return {name: path for name, path in found.items() if path}


def fortran_compiler(host):
    """Returns the Fortran compiler that belongs to a C compiler of installed_compilers()."""
    return find("gfortran") if host == "gcc" else find("flang-new-19", "flang-19")


class Failure(Exception):
    """A command failed; the text names the command and the failure."""


def call(command, seconds, env=None, cwd=None, text=""):
    """Runs a command to its end or to the time limit (exit code 124), and leaves no process. `text` is its
    standard input."""
    limited = ["timeout", "-k", "5", str(seconds), *map(str, command)]
    standard_input = {"input": text} if text else {"stdin": subprocess.DEVNULL}
    return subprocess.run(limited, env={**os.environ, **(env or {})}, cwd=cwd, text=True,
                          errors="replace", capture_output=True, **standard_input)


def timed_errors(command, seconds, env, cwd):
    """Runs a command as call() does. Returns the exit code, and the lines of standard error with their times."""
    limited = ["timeout", "-k", "5", str(seconds), *map(str, command)]
    with subprocess.Popen(limited, env={**os.environ, **env}, cwd=cwd, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as run:
        lines = [(time.monotonic(), line) for line in run.stderr]
    return run.returncode, lines


def must(command, env=None, cwd=None, seconds=240):
    done = call(command, seconds, env, cwd)
    if done.returncode:
        raise Failure(f"{' '.join(map(str, command))}\nexit code {done.returncode}\n"
                      f"{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


class Compiler:
    """Turns a Program into an executable in a separate folder, once."""

    def __init__(self, label, c, cxx, fortran=(), makes_private=False):
        self.label = label
        self.makes_private = makes_private
        # The commands with the options that always come first.
        self.commands = {"c": [*c, *WARNINGS_OFF], "c++": [*cxx, *WARNINGS_OFF], "fortran": [*fortran, "-w"]}

    def build(self, program, work):
        out = pathlib.Path(work) / self.label / program.name
        executable = out / program.name
        if executable.exists():
            return executable
        out.mkdir(parents=True, exist_ok=True)
        def compiler(source):
            return [*self.commands[LANGUAGES[source.suffix]], "-O1", "-g", *program.flags]

        def objects(sources, *extra):
            for source in sources:  # in the folder of Fortran's modules
                must([*compiler(source), *extra, "-c", source, "-o", out / f"{source.stem}.o"], cwd=out)
            return [out / f"{source.stem}.o" for source in sources]

        if len(program.sources) == 1:  # compiled and linked in one go
            parts = [program.main]
        else:
            parts = objects(program.sources)
        if program.static_sources:
            parts.append(out / f"lib{program.name}.a")
            must(["ar", "rcs", parts[-1], *objects(program.static_sources)])
        if program.shared_sources:
            shared = out / f"lib{program.name}.so"
            must([*compiler(program.main), "-shared", *objects(program.shared_sources, "-fPIC"), "-o", shared])
            parts += [shared, f"-Wl,-rpath,{out}"]
        for sources, private in ((program.private_sources, self.makes_private), (program.tool_sources, False)):
            if sources:
                library = out / f"lib{program.name}.so"
                must([*compiler(program.main), "-shared", f"-Wl,-soname,{library.name}",
                      *objects(sources, "-fPIC"), "-o", library])
                parts += [library, f"-Wl,-rpath,{out}"]
                if private:
                    parts.append(f"--bamboo-private={library}")
        must([*compiler(program.main), *parts, *program.libs, "-o", executable], cwd=out)
        return executable


def plain_compiler(mpi):
    return Compiler(f"plain-{mpi}", [f"mpicc.{mpi}"], [f"mpicxx.{mpi}"],
                    [f"mpifort.{mpi}", "-fallow-argument-mismatch"])


def bamboo_compiler(tree, host, mode):
    """`mode` is tasks or auto; `host` a name from installed_compilers()."""
    c = installed_compilers()[host]
    cxx = find("g++") if host == "gcc" else find("clang++", "clang++-19")
    fortran = fortran_compiler(host)
    common = [] if mode == "auto" else [f"--bamboo-mode={mode}"]
    return Compiler(f"bamboo-{host}", [tree / "bin/bamboocc", *common, f"--bamboo-cc={c}"],
                    [tree / "bin/bambooc++", *common, f"--bamboo-cc={cxx}"],
                    [tree / "bin/bamboofc", *common, f"--bamboo-cc={fortran}"], makes_private=True)


def taskgraph_compiler(tree, mpi):
    """Returns a compiler for C++ with the library of task graphs; its programs are started as plain ones are."""
    library = next(tree.glob("lib*/**/bamboo-taskgraph.pc")).parent.parent
    cxx = [f"mpicxx.{mpi}", "-std=c++20", f"-I{tree}/include", f"-L{library}", f"-Wl,-rpath,{library}"]
    return Compiler(f"taskgraph-{mpi}", cxx, cxx)  # sources in C are compiled as C++


def run_plain(mpi, executable, program, ranks, arguments, seconds, folder):
    """`folder` is empty and belongs to this run. Launchers mix the processes' outputs within lines, and the C library
    writes wide text in pieces: each process writes a separate file."""
    outputs = pathlib.Path(folder, "outputs")
    outputs.mkdir()
    files = (["-outfile-pattern", outputs / "%r.stdout"] if mpi == "mpich" else
             ["--output-filename", f"{outputs}:nojobid,nocopy"])
    done = call([f"mpirun.{mpi}", *files, "-n", ranks, executable, *arguments], seconds,
                {**PLAIN_ENVIRONMENT, **program.env}, folder, program.input)
    done.stdout += joined(outputs.rglob("*stdout"))
    done.stderr += joined(outputs.rglob("*stderr"))
    return done


def joined(paths):
    return "".join(path.read_text(errors="replace") for path in sorted(paths))


def bamboo_command(tree, configuration, executable, arguments):
    """Returns the command line and the environment that a user would type."""
    c = configuration
    if c.launcher == "bamboo":
        return [tree / "bin/bamboo", "run", "-n", c.ranks, "--vf", c.per_process, "--workers",
                c.workers, "--service", c.service, "--mpi", c.mpi, "--", executable,
                *arguments], {}
    environment = {"BAMBOO_VF": str(c.per_process), "BAMBOO_WORKERS": str(c.workers),
                   "BAMBOO_SERVICE": c.service}
    return [f"mpirun.{c.mpi}", "-n", c.processes, executable, *arguments], {
        **(PLAIN_ENVIRONMENT if c.mpi == "openmpi" else {}), **environment}
