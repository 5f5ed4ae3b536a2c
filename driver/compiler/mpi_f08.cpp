// SPDX-License-Identifier: Apache-2.0
#include "mpi_f08.h"

#include <fstream>
#include <optional>
#include <regex>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

/// Lines and columns count from one.
struct ModuleUse {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string text;
};

std::optional<ModuleUse> find_use(const std::string& path) {
  static const std::regex use_statement(
      R"(^(?:[^!'"]*;)?\s*(?:\d+\s+)?use(?:\s*,\s*(?:non_)?intrinsic)?(?:\s*::\s*|\s+)(mpi_f08)\b.*)",
      std::regex::icase);
  std::ifstream source(path);
  std::size_t number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (std::smatch match; std::regex_match(line, match, use_statement))
      return ModuleUse{number, static_cast<std::size_t>(match.position(1)) + 1, line};
  }
  return std::nullopt;
}

/// The line may be in an inactive branch of #ifdef, or the user may have a module with that name.
bool is_missing(Session& session, const std::string& path, const Argument& source) {
  Words command = session.host.command();
  for (const Words& more :
       {session.compile_flags(session.plain_mode(), false),
        session.user_compile_options(session.plain_mode(), false), Words{"-fsyntax-only"}}) {
    command.insert(command.end(), more.begin(), more.end());
  }
  Redirection redirection;
  if (source.name() == "-") redirection.input_file = path;
  const Words input = input_words(source);
  command.insert(command.end(), input.begin(), input.end());
  return run_captured(command, Capture::Both, redirection)
             .errors.find("Cannot read module file for module 'mpi_f08'") != std::string::npos;
}

}  // namespace

void refuse_mpi_f08(Session& session, const Argument& source) {
  const std::string path = source.name() == "-" ? session.standard_input() : source.name();
  const std::optional<ModuleUse> use = find_use(path);
  if (!use || !is_missing(session, path, source)) return;
  fmt::print(stderr,
             "{}:{}:{}: error: flang cannot read the installed MPI's module 'mpi_f08', which "
             "gfortran made\n{}\n{}^~~~~~~\n",
             source.name(), use->line, use->column, use->text, std::string(use->column - 1, ' '));
  fail(
      "'{}' was not compiled: compile the program with --bamboo-mode=tasks, which has a module of "
      "its own, or by gfortran in mode auto or off; or write 'use mpi'",
      source.name());
}

}  // namespace bamboo::driver
