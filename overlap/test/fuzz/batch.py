# SPDX-License-Identifier: Apache-2.0
"""Several programs in all variants as one executable, because starting MPI takes longer than a program."""
import dataclasses
import os
import pathlib
import re
import shutil

from toolchain import HERE, call, run_command

SECONDS = 300  # for one run of a batch, at least; a program that waits for ever is a failure


@dataclasses.dataclass
class Failure:
    seed: int | None
    variant: str
    text: str


def ranks_of(seed, mpi):
    """MPICH's ranks take a core each, also when they wait: on few cores more of them take minutes."""
    ranks = 2 + seed % 3
    return min(ranks, max(2, os.cpu_count() or 2)) if mpi == "mpich" else ranks


def has_wildcards(text):
    return "MPI_ANY_" in text


class Batch:
    """Of programs that run on the same number of ranks: `texts` maps seeds to C sources."""

    def __init__(self, tools, mpi, ranks, texts, folder, variants=None, seconds=SECONDS):
        self.tools, self.mpi, self.ranks, self.texts = tools, mpi, ranks, texts
        self.folder = pathlib.Path(folder)
        self.variants = variants or tools.variants(any(map(has_wildcards, texts.values())))
        self.seconds = seconds
        self.operations = 0
        self.compared = False  # all of it ran

    def only(self, seed):
        return Batch(self.tools, self.mpi, self.ranks, {seed: self.texts[seed]}, f"{self.folder}-{seed}", self.variants)

    def run(self):
        """The failures; empty when all variants of all programs do the same."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "out").mkdir(parents=True)
        source = self.folder / "programs.c"
        source.write_text('#include "fuzz.h"\n' + "\n".join(self.texts.values()))
        failures, objects = self.compile_all(source)
        if failures:
            return failures
        done = self.tools.link(self.mpi, [*objects, self.driver()], self.folder / "driver")
        if done.returncode:
            return [Failure(None, "plain", f"does not link\n{done.stderr[-2000:]}")]
        return self.execute()

    def compile_all(self, source):
        failures, objects = [], []
        for variant in self.variants:
            output = self.folder / f"{variant.name}.o"
            done = self.tools.compile(self.mpi, variant, source, output)
            objects.append(output)
            if done.returncode:
                failures.append(Failure(self.only_seed(), variant.name,
                                        f"the compiler fails ({done.returncode})\n{shortened(done.stderr)}"))
        return failures, objects

    def only_seed(self):
        return next(iter(self.texts)) if len(self.texts) == 1 else None

    def driver(self):
        """The driver with the table of programs."""
        names = [(seed, variant.name) for variant in self.variants for seed in self.texts]
        table = [f'#include "{HERE}/driver.c"']
        table += [f"void {variant}_seed_{seed}(void);" for seed, variant in names]
        table += ["const struct fuzz_program fuzz_programs[] = {"]
        table += [f'  {{{seed}u, "{variant}", {variant}_seed_{seed}}},' for seed, variant in names]
        table += ["  {0, \"\", NULL}};", ""]
        source, output = self.folder / "driver.c", self.folder / "driver.o"
        source.write_text("\n".join(table))
        done = self.tools.compile(self.mpi, self.tools.variants()[0], source, output)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return output

    def execute(self):
        done = call(self.command(), self.seconds + 2 * len(self.texts))
        report = re.search(r"checking MPI: (\d+) operations", done.stderr)
        if report:
            self.operations += int(report[1])
        if done.returncode:
            # The layer says which program it is; a crash only shows in the output.
            said = re.search(r"seed (\d+), (\w+):", done.stderr)
            seed = int(said[1]) if said else self.only_seed()
            ending = "does not end" if done.returncode == 124 else f"ends with {done.returncode}"
            return [Failure(seed, said[2] if said else self.last_variant(), f"{ending}\n{shortened(done.stderr)}")]
        return self.compare()

    def command(self):
        return run_command(self.mpi, self.ranks, self.folder / "driver", self.folder / "out")

    def last_variant(self):
        begun = [v.name for v in self.variants if (self.folder / "out" / f"{v.name}.0").exists()]
        return begun[-1] if begun else "plain"

    def outputs(self, variant):
        """By seed: the standard output of all ranks."""
        found = {seed: [] for seed in self.texts}
        for rank in range(self.ranks):
            text = (self.folder / "out" / f"{variant}.{rank}").read_text(errors="replace")
            parts = re.split(r"^=== seed (\d+)$", text, flags=re.M)
            for seed, part in zip(parts[1::2], parts[2::2]):
                found[int(seed)].append(part)
        return found

    def compare(self):
        self.compared = True
        right = self.outputs("plain")
        failures = [Failure(seed, "plain", "prints nothing") for seed, texts in right.items()
                    if len(texts) != self.ranks or not all("end " in text for text in texts)]
        for variant in self.variants[1:]:
            for seed, texts in self.outputs(variant.name).items():
                if texts != right[seed]:
                    failures.append(Failure(seed, variant.name, difference(right[seed], texts)))
        return failures


def difference(right, wrong):
    for rank, (a, b) in enumerate(zip(right, wrong)):
        for line, (x, y) in enumerate(zip(a.splitlines() + [""], b.splitlines() + [""])):
            if x != y:
                return f"prints something else: rank {rank}, line {line}: '{y}' instead of '{x}'"
    return "prints something else"


def shortened(text):
    lines = [line for line in text.splitlines() if "checking MPI:" in line or "bamboo-overlap" in line]
    return "\n".join(lines[:6]) if lines else text[:600]
