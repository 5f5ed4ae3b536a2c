#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles random MPI programs with and without the overlap pass, runs them on the checking MPI layer and compares
what they print:
  fuzz.py --plugin BambooOverlap.so --layers FOLDER [--from 0] [--seeds 500] [--mpi openmpi,mpich]
For one seed that fails: fuzz.py … --from SEED --seeds 1 --mpi MPI --reduce."""
import argparse
import collections
import concurrent.futures
import dataclasses
import pathlib
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from batch import Batch, has_wildcards, ranks_of  # noqa: E402
from programs.program import Program  # noqa: E402
from reduce import reduce_program  # noqa: E402
from toolchain import Tools, installed_mpis  # noqa: E402


# The verifier refuses this program, and it is right without it: the verifier does not see that two forms of an address
# are equal. It runs without the verifier; all else is compared.
FALSE_ALARMS = {2000092}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--plugin", type=pathlib.Path, required=True)
    parser.add_argument("--layers", type=pathlib.Path, required=True, help="where libchecking_<mpi>.so are")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--mpi", default=",".join(installed_mpis()))
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--failures", type=int, default=10, help="stop after so many")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("fuzz-failures"))
    parser.add_argument("--sanitize", action="store_true",
                        help="only the plain programs, with sanitizers (MPICH does not start with them)")
    parser.add_argument("--no-verify", action="store_true", help="without the pass's own verifier")
    parser.add_argument("--reduce", action="store_true", help="make every failing program small")
    return parser.parse_args()


class Hunt:
    def __init__(self, options):
        self.options = options
        self.tools = Tools(options.clang, options.plugin.resolve(), options.layers.resolve(), options.sanitize,
                           not options.no_verify)
        self.mpis = options.mpi.split(",")
        self.failures, self.operations, self.done = [], 0, 0

    def batches(self):
        """(MPI, ranks, seeds): what an executable needs the same for all its programs."""
        groups = collections.defaultdict(list)
        last = self.options.first + self.options.seeds
        for seed in range(self.options.first, last):
            mpi = self.mpis[0 if seed % 4 else -1]
            group = groups[mpi, ranks_of(seed, mpi), has_wildcards(Program(seed).text()), seed in FALSE_ALARMS]
            if not group or len(group[-1]) >= self.options.batch:
                group.append([])
            group[-1].append(seed)
        found = [(mpi, ranks, seeds) for (mpi, ranks, *_), group in groups.items() for seeds in group]
        return sorted(found, key=lambda b: b[2][0])

    def run_batch(self, mpi, ranks, seeds, folder):
        tools = self.tools
        if not FALSE_ALARMS.isdisjoint(seeds):
            print(f"seeds {seeds} run without the verifier: known false alarms", flush=True)
            tools = dataclasses.replace(tools, verify=False)
        batch = Batch(tools, mpi, ranks, {seed: Program(seed).text() for seed in seeds}, folder)
        failures, operations = batch.run(), batch.operations
        if any(f.seed is None for f in failures):
            # Alone each program says for itself what is wrong, in the variants that failed.
            failed = {f.variant for f in failures} | {"plain"}
            batch.variants = [v for v in batch.variants if v.name in failed]
            alone = [f for seed in seeds for f in batch.only(seed).run()]
            failures = alone or failures
        found = [(mpi, ranks, f) for f in failures]
        bad = {f.seed for f in failures}
        for seed in bad:
            self.keep(mpi, ranks, seed, batch, [f for f in failures if f.seed == seed])
        shutil.rmtree(folder, ignore_errors=True)
        rest = [seed for seed in seeds if seed not in bad]
        # A program that ends the executable hides the programs behind it.
        if rest and bad - {None} and not batch.compared:
            more, others = self.run_batch(mpi, ranks, rest, folder)
            return found + more, operations + others
        return found, operations

    def keep(self, mpi, ranks, seed, batch, failures):
        target = self.options.keep / (f"seed-{seed}" if seed is not None else f"seeds-{min(batch.texts)}")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        texts = [batch.texts[seed]] if seed is not None else batch.texts.values()
        (target / "programs.c").write_text('#include "fuzz.h"\n' + "\n".join(texts))
        (target / "failures.txt").write_text("\n\n".join(f"{f.variant}: {f.text}" for f in failures) + "\n")
        if self.options.reduce and seed is not None:
            (target / "reduced.c").write_text(
                reduce_program(self.tools, mpi, ranks, seed, failures[0].variant, f"{batch.folder}-reduce"))

    def run(self):
        batches = self.batches()
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, \
                concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            running = {pool.submit(self.run_batch, *batch, f"{folder}/{i}"): batch for i, batch in enumerate(batches)}
            for future in concurrent.futures.as_completed(running):
                failures, operations = future.result()
                self.operations += operations
                self.done += len(running[future][2])
                self.report(failures)
                print(f"{self.done} of {self.options.seeds} programs, {self.operations} nonblocking operations, "
                      f"{len(self.failures)} failures, {time.monotonic() - started:.0f} s", flush=True)
                if len(self.failures) >= self.options.failures:
                    pool.shutdown(cancel_futures=True)
                    break
        return 1 if self.failures else 0

    def report(self, failures):
        by_seed = collections.defaultdict(list)
        for mpi, ranks, failure in failures:
            by_seed[mpi, ranks, failure.seed].append(failure)
        o = self.options
        for (mpi, ranks, seed), found in by_seed.items():
            self.failures.append(seed)
            print(f"FAILED: seed {seed}, {mpi}, {ranks} ranks, {', '.join(f.variant for f in found)}:\n"
                  f"{found[0].text}\n  again: {sys.argv[0]} --plugin {o.plugin} --layers {o.layers} --from {seed} "
                  f"--seeds 1 --mpi {mpi} --reduce; the program is in {o.keep}/seed-{seed}", flush=True)


def main():
    options = arguments()
    if not options.mpi:
        print("fuzz: no MPI (mpicc.openmpi, mpicc.mpich) found")
        return 77
    hunt = Hunt(options)
    code = hunt.run()
    # Without nonblocking operations nothing was tested.
    if code == 0 and not options.sanitize and hunt.operations < 10 * options.seeds:
        print("fuzz: the pass made too few calls nonblocking")
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
