// SPDX-License-Identifier: Apache-2.0
// bamboocc, bambooc++: drop-in replacements for mpicc and mpicxx. One program; its name decides.
#include <fmt/core.h>

#include <csignal>
#include <exception>
#include <filesystem>

#include "../diagnostic.h"
#include "compilation.h"
#include "program_link.h"

namespace bamboo::driver {
namespace {

void print_help(bool cplusplus) {
  fmt::print(
      R"(usage: {0} [options of the host compiler] [--bamboo-OPTION]... FILE...

Compiles and links MPI programs in {1}; a drop-in replacement for {2}.

  --bamboo-mode=auto      tasks where a '#pragma bamboo' stands; else overlap, where the
                          host compiler is clang {6}, or off (the default)
  --bamboo-mode=tasks     every rank becomes a task, several share one process
  --bamboo-mode=off       plain MPI with the installed MPI, as {2} does it
  --bamboo-mode=overlap   plain MPI whose blocking calls the compiler turns into nonblocking ones
                          and moves apart; the host compiler is clang {6}
  --bamboo-overlap=LEVEL  how far: basic, extended (the default) or beyond
  --bamboo-measure-windows
                          mode overlap: a table of the windows when the program ends
  --bamboo-plans-controls
                          mode overlap: collectives whose counts stay the same are planned once
                          ('bamboo run --plans')
  --bamboo-cc=CC          the host compiler, gcc or clang (default: {3})
  --bamboo-private=LIB    every rank gets its own copy of this shared library's data
  -show                   print the commands and run nothing; without files: the flags
  -Rpass=bamboo, -Rpass-missed=bamboo
                          say what was moved, what was left alone, and why
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

/// Nothing to compile or link: the host compiler answers, --version among others.
int pass_through(Session& session) {
  Words command = session.host.command();
  for (const Argument& argument : session.line.arguments) {
    const Words more = argument.is_input ? input_words(argument) : argument.words;
    command.insert(command.end(), more.begin(), more.end());
  }
  if (!session.line.output.empty()) {
    command.insert(command.end(), {"-o", session.line.output});
  }
  const int status = session.run(command);
  if (session.line.version && status == 0) {
    fmt::print("{} (Bamboo) {}\n", tool_name(), BAMBOO_VERSION);
  }
  return status;
}

int show_flags(Session& session) {
  const Mode mode = session.line.mode == Mode::Auto ? Mode::Off : session.line.mode;
  Words words;
  if (session.line.show == Show::Commands) {
    words = session.host.command();
  }
  if (session.line.show != Show::LinkFlags) {
    const Words compile = session.compile_flags(mode, false);
    words.insert(words.end(), compile.begin(), compile.end());
  }
  if (session.line.show != Show::CompileFlags) {
    const Words link = session.link_flags(mode);
    words.insert(words.end(), link.begin(), link.end());
  }
  fmt::print("{}\n", quoted(words));
  return 0;
}

int run_driver(bool cplusplus, const Words& words) {
  CommandLine line = parse_command_line(words, cplusplus);
  if (line.help) {
    print_help(cplusplus);
    return 0;
  }
  Session session(std::move(line), cplusplus);
  const CommandLine& parsed = session.line;
  const bool shows_flags = parsed.show == Show::CompileFlags || parsed.show == Show::LinkFlags ||
                           (parsed.show == Show::Commands && !parsed.has_inputs());
  if (shows_flags) {
    return show_flags(session);
  }
  const bool nothing_to_do = parsed.stage != Stage::Link && parsed.sources().empty();
  if (!parsed.has_inputs() || nothing_to_do || parsed.query || parsed.version) {
    return pass_through(session);
  }
  return parsed.stage == Stage::Link ? link_program(session) : compile_without_link(session);
}

}  // namespace
}  // namespace bamboo::driver

int main(int argc, char** argv) {
  using namespace bamboo::driver;
  const std::string name = std::filesystem::path(argv[0]).filename();
  set_tool_name(name);
  int status = kFailed;
  try {
    status = run_driver(name.find("++") != std::string::npos, Words(argv + 1, argv + argc));
  } catch (const Failure& failure) {
    print_error(failure.what());
    status = failure.status();
  } catch (const std::exception& error) {
    print_error(error.what());
  }
  if (const int signal = interrupted_by(); signal != 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  return status;
}
