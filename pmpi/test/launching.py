# SPDX-License-Identifier: Apache-2.0
"""Helpers of the tests that run a program with the library in front of its MPI."""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile


def command_line(description):
    """The options of all tests of a program with the library in front of it."""
    parser = argparse.ArgumentParser(description=description)
    for name in ("mpi", "launcher", "library", "program"):
        parser.add_argument("--" + name, required=True)
    return parser


def is_prte(launcher):
    """Open MPI's launcher is PRRTE's from 5.0 on."""
    return pathlib.Path(launcher).with_name("prte").exists()


def launcher_command(arguments, ranks, settings):
    command = [arguments.launcher]
    if arguments.mpi == "openmpi":
        if not is_prte(arguments.launcher):
            command += ["-q", "--mca", "plm", "isolated", "--mca", "btl_vader_single_copy_mechanism", "none"]
        command += ["--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--bind-to", "none",
                    # Its own choice for many processes (Bruck) mixes up the ints of some datatypes.
                    "--mca", "coll_tuned_use_dynamic_rules", "1", "--mca", "coll_tuned_alltoall_algorithm", "1"]
        if os.geteuid() == 0:
            command.append("--allow-run-as-root")
        for name, value in settings.items():
            command += ["-x", f"{name}={value}"]
    else:
        # MPICH's and Intel's word for it: more processes than cores.
        settings = {**settings, "MPIR_CVAR_POLLS_BEFORE_YIELD": "1", "I_MPI_THREAD_YIELD": "2"}
        for name, value in settings.items():
            command += ["-genv", name, value]
    return command + ["-n", str(ranks)]


def run(arguments, ranks, settings, *words, program=None, timeout=300):
    """Runs the program with these words; the result has its output as text."""
    command = [*launcher_command(arguments, ranks, settings), str(program or arguments.program), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def fault_of(result):
    """The status and the output of a run that has failed; else None."""
    return f"status {result.returncode}\n{result.stdout}{result.stderr}" if result.returncode else None


def run_with_report(arguments, ranks, settings, *words):
    """Runs the program with the library in front of it: the fault, or None, and the calls of the library's report."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "plans.json"
        settings = {"LD_PRELOAD": arguments.library, "BAMBOO_PLANS_JSON": str(report), **settings}
        try:
            result = run(arguments, ranks, settings, *words, timeout=arguments.timeout)
        except subprocess.TimeoutExpired:
            return f"no end after {arguments.timeout} s", []
        return fault_of(result), [] if result.returncode else json.loads(report.read_text())
