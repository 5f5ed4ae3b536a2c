// SPDX-License-Identifier: Apache-2.0
#include "wrapper_queries.h"

#include <fmt/format.h>

#include "../diagnostic.h"
#include "../version.h"

namespace bamboo::driver {
namespace {

/// FindMPI reads the folders of -I alone.
Words with_include_options(const Words& flags) {
  Words words;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool is_system = flags[i] == "-isystem" && i + 1 < flags.size();
    words.push_back(is_system ? "-I" + flags[++i] : flags[i]);
  }
  return words;
}

/// The rest of each word that begins with the option.
Words values(const Words& flags, std::string_view option) {
  Words words;
  for (const std::string& flag : flags)
    if (flag.starts_with(option)) words.push_back(flag.substr(option.size()));
  return words;
}

const char* language_name(CompilerKind kind) {
  switch (kind) {
    case CompilerKind::C:
      return "C";
    case CompilerKind::CPlusPlus:
      return "C++";
    case CompilerKind::Fortran:
      return "Fortran";
  }
  return "";
}

std::string version_of_mpi(const Session& session, Mode mode) {
  const auto family = session.mpi_family();
  return mode == Mode::Tasks || !family ? fmt::format("Bamboo {}", bamboo_version)
                                        : installed_mpi_version(*family, session.kind);
}

}  // namespace

bool is_wrapper_query(const CommandLine& line) {
  return line.show != Show::Nothing && (line.show != Show::Commands || !line.has_inputs());
}

int answer_wrapper_query(const Session& session) {
  const Mode mode = session.line.mode == Mode::Auto ? Mode::Off : session.line.mode;
  if (session.line.show == Show::Version) {
    fmt::print("{}: {} (Language: {})\n", tool_name(), version_of_mpi(session, mode),
               language_name(session.kind));
    return 0;
  }
  const Words compile = with_include_options(session.compile_flags(mode, false));
  const Words link = session.link_flags(mode);
  const Words& host = session.host.command();
  switch (session.line.show) {
    case Show::Command:
      fmt::print("{}\n", quoted(host));
      break;
    case Show::CompileFlags:
      fmt::print("{}\n", quoted(compile));
      break;
    case Show::LinkFlags:
      fmt::print("{}\n", quoted(link));
      break;
    case Show::IncludeFolders:
      fmt::print("{}\n", quoted(values(compile, "-I")));
      break;
    case Show::LibraryFolders:
      fmt::print("{}\n", quoted(values(link, "-L")));
      break;
    case Show::Libraries:
      fmt::print("{}\n", quoted(values(link, "-l")));
      break;
    default:
      fmt::print("{} {} {}\n", quoted(host), quoted(compile), quoted(link));
  }
  return 0;
}

}  // namespace bamboo::driver
