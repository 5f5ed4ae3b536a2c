# SPDX-License-Identifier: Apache-2.0
# Tests of bamboocc, bambooc++ and bamboo: `lit --param build=DIR --param scratch=DIR --param cc=gcc
# --param cxx=g++ tests/driver`. One file, one behaviour.
import os
import shlex
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
import quoted_paths
import spare_core

config.name = "driver"
config.suffixes = [".test"]
config.excludes = ["Inputs"]
config.test_format = quoted_paths.QuotedPaths("sS", first=["%enter"], execute_external=True)
config.recursiveExpansionLimit = 3
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["scratch"]

build = lit_config.params["build"]
llvm = "/usr/lib/llvm-19/bin"
config.environment["PATH"] = os.pathsep.join([os.path.join(build, "bin"), os.environ["PATH"], llvm])
config.environment["BAMBOO_CC"] = lit_config.params["cc"]
config.environment["BAMBOO_CXX"] = lit_config.params["cxx"]
# Variables of the user's shell or a batch system about compilers, virtual ranks, hosts and cores.
for name in ("BAMBOO_MODE", "BAMBOO_MPI", "BAMBOO_MPICC", "BAMBOO_MPIRUN", "BAMBOO_VF", "BAMBOO_CHOOSE_VF", "BAMBOO_WORKERS",
             "BAMBOO_SERVICE", "BAMBOO_FC", "CC", "CXX", "CFLAGS", "OMP_NUM_THREADS", "CLUSTER_HOSTS", "SLURM_JOB_CPUS_PER_NODE", "PBS_NODEFILE", "LSB_MCPU_HOSTS", "PE_HOSTFILE",
             "HYDRA_HOST_FILE", "OMPI_MCA_orte_default_hostfile", "OMPI_MCA_rmaps_base_mapping_policy"):
    config.environment.pop(name, None)
# lit gives its tests a folder for temporary files. Open MPI's launchers must not share one there: each
# makes and removes it, and one of two at a time may fail. scripts/test keeps the common folder.
config.environment["OMPI_MCA_orte_tmpdir_base"] = tempfile.gettempdir()
# lit removes the variables of its own environment. scripts/test sets this one.
if "OMPI_MCA_pml" in os.environ:
    config.environment["OMPI_MCA_pml"] = os.environ["OMPI_MCA_pml"]

# bamboofc keeps Fortran's module mpi there.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")

inputs = shlex.quote(os.path.join(config.test_source_root, "Inputs"))
config.substitutions += [
    ("%in", inputs),
    ("%build", shlex.quote(build)),
    # Each test begins with it: makes a clean folder that the test works in; the name holds a blank.
    ("%enter", 'rm -rf "%t dir" && mkdir -p "%t dir" && cd "%t dir" && cp -r ' + inputs + "/. ."),
    ("%back", 'cd "%t dir"'),
    ("%exits", shlex.quote(os.path.join(config.test_source_root, "exits"))),
    ("%run", "timeout -k 5 300 bamboo run"),
]
if lit_config.params["cc"] == "none":
    # The tests that name their compilers, or need none, run once; so the default one does not exist.
    config.available_features.add("once")
    config.limit_to_features = {"once"}
elif "clang" in lit_config.params["cc"]:
    config.available_features.add("clang")
else:
    config.available_features.add("gcc")
if shutil.which("flang-new-19"):
    config.available_features.add("flang")
if shutil.which("ld.lld-19"):
    config.available_features.add("lld")
for tool in ("cmake", "autoconf", "gdb", "pkg-config", "gfortran", "ccache", "clang-tidy-19"):
    if shutil.which(tool):
        config.available_features.add(tool)
if os.path.exists(os.path.join(build, "cmake_install.cmake")):
    config.available_features.add("built-tree")  # not only an installed one
if spare_core.exists():
    config.available_features.add("spare-core")
for launcher, feature in (("mpirun.openmpi", "openmpi"), ("mpiexec.hydra", "mpich")):
    if shutil.which(launcher):
        config.available_features.add(feature)
