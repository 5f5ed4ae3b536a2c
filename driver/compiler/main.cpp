// SPDX-License-Identifier: Apache-2.0
// bamboocc, bambooc++, bamboofc: drop-in replacements for mpicc, mpicxx and mpifort. One program;
// its name decides.
#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "../diagnostic.h"
#include "../version.h"
#include "compilation.h"
#include "help.h"
#include "program_link.h"
#include "wrapper_queries.h"

namespace bamboo::driver {
namespace {

/// There is nothing to compile or link: the host compiler answers, for example to --version.
int pass_through(Session& session) {
  if (session.line.has_option("-v") && session.mpi_family() == MpiFamily::Mpich) {
    fmt::print("{} for {}\n", tool_name(), installed_mpi_version(MpiFamily::Mpich, session.kind));
    std::fflush(stdout);
  }
  Words command = session.host.command();
  for (const Argument& argument : session.line.arguments) {
    const Words more = argument.is_input ? input_words(argument) : argument.words;
    command.insert(command.end(), more.begin(), more.end());
  }
  if (!session.line.output.empty()) command.insert(command.end(), {"-o", session.line.output});
  const int status = session.run(command);
  if (session.line.version && status == 0)
    fmt::print("{} (Bamboo) {}\n", tool_name(), bamboo_version);
  return status;
}

CompilerKind kind_of(const std::string& name) {
  if (name.find("++") != std::string::npos) return CompilerKind::CPlusPlus;
  return name.find("fc") != std::string::npos ? CompilerKind::Fortran : CompilerKind::C;
}

int run_driver(CompilerKind kind, const Words& words) {
  CommandLine line = parse_command_line(words, kind);
  if (line.help) {
    print_help(kind);
    return 0;
  }
  Session session(std::move(line), kind);
  const CommandLine& parsed = session.line;
  if (is_wrapper_query(parsed)) return answer_wrapper_query(session);
  const bool nothing_to_do = parsed.stage != Stage::Link && parsed.sources().empty();
  if (!parsed.has_inputs() || nothing_to_do || parsed.query || parsed.version)
    return pass_through(session);
  return parsed.stage == Stage::Link ? link_program(session) : compile_without_link(session);
}

}  // namespace
}  // namespace bamboo::driver

int main(int argc, char** argv) {
  using namespace bamboo::driver;
  const std::string name = std::filesystem::path(argv[0]).filename();
  set_tool_name(name);
  int status = exit_failed;
  try {
    status = run_driver(kind_of(name), Words(argv + 1, argv + argc));
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
