// SPDX-License-Identifier: Apache-2.0
#include "help.h"

#include <fmt/core.h>

namespace bamboo::driver {
namespace {

void print_help_of_c(bool cplusplus) {
  fmt::print(
      R"(usage: {0} [options of the host compiler] [--bamboo-OPTION]... FILE...

Compiles and links MPI programs in {1}; a drop-in replacement for {2}.

  --bamboo-mode=auto      tasks if there is a '#pragma bamboo'; else overlap, where clang {6} is
                          installed: it compiles the sources that change, and the host compiler
                          the others; else off (the default)
  --bamboo-mode=tasks     every rank becomes a task, several share one process
  --bamboo-mode=off       plain MPI with the installed MPI, as {2} does it
  --bamboo-mode=overlap   plain MPI whose blocking calls the compiler turns into nonblocking ones
                          and moves apart; the host compiler is clang {6}
  --bamboo-overlap=LEVEL  how far: basic, extended or beyond (the default)
  --bamboo-assume=no-wildcards
                          mode overlap: no process of the program receives from MPI_ANY_SOURCE
  --bamboo-measure-windows
                          mode overlap: a table of the windows when the program ends
  --bamboo-plans-controls
                          mode overlap: collectives whose counts stay the same are planned once
                          ('bamboo run --plans')
  --bamboo-link=files     mode overlap: the link uses each file's own code; by default it shows all
                          files to the pass at once, where that moves more (needs lld {6})
  --bamboo-cc=CC          the host compiler, gcc or clang (default: {3})
  --bamboo-private=LIB    mode tasks: every rank gets its own copy of this shared library's data
  --bamboo-shared=NAME    mode tasks: the ranks of a process share the data of this shared library,
                          also where it is compiled for ranks
  --bamboo-verbose        say which compiler compiles each source, and what the link uses, and why
  -show                   print the commands and run nothing; without files: the flags
  -Rpass=bamboo, -Rpass-missed=bamboo
                          say what was moved, what was left alone, and why
  -W[no-]bamboo-NAME, -W[no-]error=bamboo-NAME
                          a warning about directives on or off, an error or not; its name is
                          at its end ('bamboo explain-error NAME')
  --version, --help

All other options, -c -o -I -D -O -g -std= -l -L -shared -MMD -E -S and response files among them, mean
what they mean to the host compiler.

environment:
  BAMBOO_MODE             default of --bamboo-mode
  BAMBOO_CC, BAMBOO_CXX   defaults of --bamboo-cc for bamboocc and for bambooc++
  BAMBOO_MPI              openmpi or mpich: which installed MPI mode off uses

examples:
  {0} -O3 jacobi.{4} -o jacobi
  {0} --bamboo-mode=tasks -c wave.{4}
  cmake -DCMAKE_{5}_COMPILER={0} ..
)",
      cplusplus ? "bambooc++" : "bamboocc", cplusplus ? "C++" : "C", cplusplus ? "mpicxx" : "mpicc",
      cplusplus ? "g++" : "gcc", cplusplus ? "cpp" : "c", cplusplus ? "CXX" : "C",
      BAMBOO_LLVM_MAJOR);
}

void print_help_of_fortran() {
  fmt::print(
      R"(usage: bamboofc [options of the host compiler] [--bamboo-OPTION]... FILE...

Compiles and links MPI programs in Fortran; a drop-in replacement for mpifort. Flang {0} has mpif.h
and modules made from it: mpi, and with Open MPI mpi_f08.

  --bamboo-mode=auto      overlap, where flang {0} is installed: the link takes flang's code for all
                          Fortran files of a program that gains by that, else the host compiler's;
                          else off (the default)
  --bamboo-mode=overlap   plain MPI whose blocking calls the compiler turns into nonblocking ones
                          and moves apart; the host compiler is flang {0}
  --bamboo-mode=off       plain MPI with the installed MPI, as mpifort does it
  --bamboo-mode=tasks     every rank becomes a task, several share one process
  --bamboo-overlap=LEVEL  how far: basic, extended or beyond (the default)
  --bamboo-assume=no-wildcards
                          mode overlap: no process of the program receives from MPI_ANY_SOURCE
  --bamboo-measure-windows
                          mode overlap: a table of the windows when the program ends
  --bamboo-link=files     mode overlap: the link uses each file's own code, in mode auto that of the
                          host compiler
  --bamboo-cc=FC          the host compiler, gfortran or flang (default: gfortran, else flang {0};
                          in mode overlap flang {0})
  --bamboo-verbose        say which compiler compiles each source, and what the link uses, and why
  -show                   print the commands and run nothing; without files: the flags
  -Rpass=bamboo, -Rpass-missed=bamboo
                          say what was moved, what was left alone, and why
  --version, --help

All other options, -c -o -I -J -D -O -g -l -L -shared -E -S and response files among them, mean what
they mean to the host compiler.

environment:
  BAMBOO_MODE             default of --bamboo-mode
  BAMBOO_FC               default of --bamboo-cc
  BAMBOO_MPI              openmpi or mpich: which installed MPI is used
  XDG_CACHE_HOME          where the module mpi is kept (default: ~/.cache)

examples:
  bamboofc -O3 jacobi.f90 -o jacobi
  bamboofc -O3 --bamboo-overlap=basic -c halo.f90
  cmake -DCMAKE_Fortran_COMPILER=bamboofc ..
)",
      BAMBOO_LLVM_MAJOR);
}

}  // namespace

void print_help(CompilerKind kind) {
  if (kind == CompilerKind::Fortran)
    print_help_of_fortran();
  else
    print_help_of_c(kind == CompilerKind::CPlusPlus);
}

}  // namespace bamboo::driver
