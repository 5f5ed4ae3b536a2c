# SPDX-License-Identifier: Apache-2.0
# One behaviour per file. %overlap_ir runs the pass alone on LLVM's representation, whose file needs no
# declarations of MPI (Inputs/openmpi.ll has them). %overlap_c compiles C with the pass. Both check every
# pair again from the result. %plans_c and %plans_ir also keep control parts.
# %lto_c compiles for a link that optimises, %lto_link is that link.
import os
import shlex
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "tests"))
import quoted_paths

config.name = "bamboo-overlap"
config.test_format = quoted_paths.QuotedPaths(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp"]
config.excludes = ["Inputs", "fuzz", "unit"]  # unit: GoogleTests
config.test_source_root = os.path.dirname(__file__)

inputs = shlex.quote(os.path.join(config.test_source_root, "Inputs"))
plugin = shlex.quote(config.plugin)
declared = f"{shlex.quote(sys.executable)} {inputs}/declared.py {config.opt}"
load = f"-Xclang -load -Xclang {plugin} -fpass-plugin={plugin} -mllvm -verify-bamboo-overlap"
plans = "-mllvm -bamboo-plans-controls -mllvm -verify-bamboo-plans"

# Longer names first: lit replaces text, not words. Open MPI's binary interface is the default, the
# MPICH one is named.
config.substitutions += [
    ("%overlap_ir", f"{declared} -load {plugin} -load-pass-plugin={plugin} "
                    "-passes=bamboo-overlap -verify-bamboo-overlap -bamboo-overlap=always -S"),
    ("%plans_ir", f"{declared} -load {plugin} -load-pass-plugin={plugin} -passes=bamboo-plans -verify-bamboo-plans "
                  "-pass-remarks=bamboo-plans -pass-remarks-missed=bamboo-plans -S"),
    ("%jumps_ir", f"{config.opt} -load {plugin} -load-pass-plugin={plugin} -passes=jump-threading -S"),
    ("%split_ir", f"{declared} -load {plugin} -load-pass-plugin={plugin} "
                  "-passes=bamboo-overlap -verify-bamboo-overlap -bamboo-overlap-level=beyond -bamboo-overlap-split -S"),
    ("%overlap_c", f"{config.clang} {load} -O2 -S -emit-llvm -fno-discard-value-names -I{inputs}/openmpi -o -"),
    ("%split_c", f"{config.clang} {load} -mllvm -bamboo-overlap-level=beyond -mllvm -bamboo-overlap-split -O2 -S "
                 f"-emit-llvm -I{inputs}/openmpi -o -"),
    ("%split_remarks_c", f"{config.clang} {load} -mllvm -bamboo-overlap-level=beyond -mllvm -bamboo-overlap-split -O2 "
                         f"-g -c -I{inputs}/openmpi -o /dev/null -Rpass=bamboo -Rpass-missed=bamboo"),
    ("%plans_c", f"{config.clang} {load} {plans} -O2 -S -emit-llvm -fno-discard-value-names -I{inputs}/openmpi -o -"),
    ("%plans_mpich_c", f"{config.clang} {load} {plans} -O2 -S -emit-llvm -fno-discard-value-names -I{inputs}/mpich "
                       "-o -"),
    ("%plans_remarks_c", f"{config.clang} {load} {plans} -O2 -g -c -I{inputs}/openmpi -o /dev/null "
                         "-Rpass=bamboo-plans -Rpass-missed=bamboo-plans"),
    ("%overlap_mpich_c", f"{config.clang} {load} -O2 -S -emit-llvm -fno-discard-value-names -I{inputs}/mpich -o -"),
    # LLVM's own inliner leaves these functions as they are.
    ("%inlining_extended_c", f"{config.clang} {load} -mllvm -inline-threshold=-10000 -O2 -g -S -emit-llvm "
                             f"-I{inputs}/openmpi -Rpass=bamboo -Rpass-missed=bamboo"),
    ("%inlining_cxx", f"{config.clang} {load} -mllvm -bamboo-overlap-level=beyond -mllvm -inline-threshold=-10000 -O2 "
                      f"-g -S -emit-llvm -I{inputs}/openmpi -Rpass=bamboo -Rpass-missed=bamboo"),
    ("%inlining_c", f"{config.clang} {load} -mllvm -bamboo-overlap-level=beyond -mllvm -inline-threshold=-10000 -O2 -g "
                    f"-S -emit-llvm -I{inputs}/openmpi -Rpass=bamboo -Rpass-missed=bamboo"),
    ("%lto_c", f"{config.clang} {load} -O2 -g -flto -c -I{inputs}/openmpi"),
    ("%lto_plain_c", f"{config.clang} -O2 -g -flto -c -I{inputs}/openmpi"),
    # No library defines MPI's functions here.
    ("%lto_link", f"{config.lld} --load-pass-plugin={plugin} -e main --unresolved-symbols=ignore-all "
                  "-mllvm -pass-remarks=bamboo -mllvm -pass-remarks-missed=bamboo"),
    ("%remarks_c", f"{config.clang} {load} -O2 -g -c -I{inputs}/openmpi -o /dev/null "
                   "-Rpass=bamboo -Rpass-missed=bamboo"),
    # The bodies of functions, without attributes and metadata.
    ("%statements", "sed -E -e '/^define/,/^}/!d' -e '/llvm.lifetime/d' -e 's/ noundef//g' "
                    "-e 's/,? !(tbaa|llvm[.]loop) ![0-9]+//g' -e 's/ #[0-9]+//'"),
    ("%nm", os.path.join(os.path.dirname(os.path.realpath(config.opt)), "llvm-nm")),
    ("FileCheck", config.filecheck),
]
config.environment["LC_ALL"] = "C"
if os.path.exists(config.lld):
    config.available_features.add("lld")
