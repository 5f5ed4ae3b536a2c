# SPDX-License-Identifier: Apache-2.0
"""How programs are compiled with and without the pass, and run."""
import dataclasses
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = ["basic", "extended", "beyond"]
OPTIMISATIONS = ["O1", "O2", "O3"]
ENVIRONMENT = {  # as root, with fewer cores than processes, which yield
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_btl_base_warn_component_unused": "0",
    "BAMBOO_OVERLAP_NESTS": "split",  # also in the first executions
    "CHECKING_MPI_REPORT": "1", "LLVM_DISABLE_SYMBOLIZATION": "1", "UBSAN_OPTIONS": "halt_on_error=1:exitcode=1", "ASAN_OPTIONS": "detect_leaks=0",
}


def call(command, seconds=120, env=None):
    limited = ["timeout", "-k", "5", str(seconds), *map(str, command)]
    return subprocess.run(limited, env={**os.environ, **ENVIRONMENT, **(env or {})}, text=True, errors="replace",
                          cwd="/", stdin=subprocess.DEVNULL, capture_output=True)


def installed_mpis():
    return [mpi for mpi in ("openmpi", "mpich") if shutil.which(f"mpicc.{mpi}") and shutil.which(f"mpirun.{mpi}")]


@dataclasses.dataclass(frozen=True)
class Variant:
    """One way to compile a program."""
    name: str
    flags: tuple
    linked: bool = False  # of two files, by a link that optimises


@dataclasses.dataclass
class Tools:
    clang: str
    plugin: pathlib.Path
    layers: pathlib.Path  # folder of libchecking_<mpi>.so
    sanitize: bool = False
    verify: bool = True

    def variants(self, wildcards=True):
        """Without `wildcards` no rank receives from any source or with any tag."""
        plain = ["-O1"]
        if self.sanitize:
            return [Variant("plain", (*plain, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"))]
        load = ["-Xclang", "-load", "-Xclang", str(self.plugin), f"-fpass-plugin={self.plugin}",
                "-fno-crash-diagnostics", "-mllvm", "-bamboo-overlap-library"]
        load += ["-mllvm", "-verify-bamboo-overlap"] if self.verify else []
        # A half that does not pay goes back, and the call becomes blocking again.
        worthwhile = Variant("beyond_worthwhile", (
            "-O2", *load, "-mllvm", "-bamboo-overlap-split", "-mllvm", "-bamboo-overlap-level=beyond"))
        load += ["-mllvm", "-bamboo-overlap=always"]
        found = [Variant("plain", tuple(plain)), worthwhile]
        for level in LEVELS:
            for optimisation in OPTIMISATIONS:
                found.append(Variant(f"{level}_{optimisation}", (
                    f"-{optimisation}", *load, "-mllvm", "-bamboo-overlap-split", "-mllvm",
                    f"-bamboo-overlap-level={level}")))
        if not wildcards:
            found.append(Variant("beyond_named", (
                "-O2", *load, "-mllvm", "-bamboo-overlap-split", "-mllvm", "-bamboo-overlap-level=beyond", "-mllvm",
                "-bamboo-overlap-no-wildcards")))
        if self.linker:
            for level, optimisation in (("extended", "O1"), ("beyond", "O2")):
                found.append(Variant(f"{level}_linked", (
                    f"-{optimisation}", "-flto", *load, "-mllvm", "-bamboo-overlap-split", "-mllvm",
                    f"-bamboo-overlap-level={level}"), linked=True))
        return found

    @property
    def linker(self):
        """The only one that loads the plugin; None when it is not installed."""
        return shutil.which("ld.lld-19")

    def compiler(self, mpi):
        return [f"mpicc.{mpi}"], {"OMPI_CC": self.clang, "MPICH_CC": self.clang}

    def compile_command(self, mpi, variant, source, output):
        return [*self.compiler(mpi)[0], "-w", "-std=c11", f"-DVARIANT={variant.name}", f"-I{HERE}", *variant.flags,
                "-c", source, "-o", output]

    def compile(self, mpi, variant, source, output):
        if not variant.linked:
            return self.compile_one(mpi, variant, source, output)
        parts = []
        for part in (1, 2):
            parts.append(f"{output}.{part}")
            flags = (*variant.flags, f"-DPART={part}")
            done = self.compile_one(mpi, dataclasses.replace(variant, flags=flags), source, parts[-1])
            if done.returncode:
                return done
        return call([self.linker, "-r", f"--load-pass-plugin={self.plugin}", *parts, "-o", output])

    def compile_one(self, mpi, variant, source, output):
        return call(self.compile_command(mpi, variant, source, output), env=self.compiler(mpi)[1])

    def link(self, mpi, objects, output):
        command, env = self.compiler(mpi)
        sanitize = ["-fsanitize=address,undefined"] if self.sanitize else []
        return call([*command, *sanitize, *objects, f"-L{self.layers}", f"-lchecking_{mpi}",
                     f"-Wl,-rpath,{self.layers}", "-o", output], env=env)


def run_command(mpi, ranks, executable, *arguments):
    return [f"mpirun.{mpi}", "-n", ranks, executable, *arguments]
