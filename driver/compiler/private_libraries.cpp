// SPDX-License-Identifier: Apache-2.0
#include "private_libraries.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "../diagnostic.h"
#include "binary.h"
#include "link_inputs.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

std::string existing_library(const HostCompiler& host, const std::string& soname) {
  for (const fs::path folder : host.library_folders()) {
    std::error_code error;
    const fs::path path = fs::canonical(folder / soname, error);
    if (!error) return path;
  }
  fail("'{}', which the program needs, was not found", soname);
}

bool is_fortran_library(const std::string& path) {
  return fs::path(path).filename().string().rfind("libgfortran.so", 0) == 0;
}

/// gfortran's run-time library, which holds the units: what one rank opens is not another one's.
std::optional<std::string> fortran_library(const Session& session, const Words& users) {
  for (const std::string& user : users) {
    for (const Binary& binary : inspect_file(user)) {
      for (const std::string& soname : binary.needed) {
        if (is_fortran_library(soname)) return existing_library(session.host, soname);
      }
    }
  }
  return std::nullopt;
}

/// A copy replaces the library under a name of its own, so the library needs a soname.
void require_soname(const Binary& library, const std::string& why) {
  if (!library.soname.empty()) return;
  fail("{}, so each rank needs a copy of it, but it has no DT_SONAME\nlink it with -Wl,-soname,{}",
       why, fs::path(library.name).filename().string());
}

Words named_private_libraries(const Session& session) {
  Words libraries;
  for (const std::string& library : session.line.private_libraries) {
    std::error_code error;
    const fs::path path = fs::canonical(library, error);
    if (error) {
      fail("--bamboo-private={}: {}", library, error.message());
    }
    for (const Binary& binary : inspect_file(path)) {
      require_soname(binary, fmt::format("--bamboo-private names '{}'", library));
    }
    libraries.push_back(path);
  }
  return libraries;
}

bool is_our_own(const Session& session, const std::string& path) {
  std::error_code ignored;
  return fs::equivalent(path, fs::path(session.tree.library_folder()) / "libbamboo.so", ignored);
}

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// A library without a DT_SONAME is needed by the name that the link gave.
bool is_needed(const Binary& library, const Words& needed) {
  if (!library.soname.empty()) return has(needed, library.soname);
  return has(needed, library.name) || has(needed, fs::path(library.name).filename());
}

/// Adds the profiling tools that the program needs, and reports libraries whose calls bypass them.
void add_profiling_tools(const Session& session, const Words& needed, Words& libraries) {
  std::string tool;
  Words callers;
  const LinkInputs inputs(session.line, session.host);
  for (const Binary& binary : inputs.binaries()) {
    if (!binary.is_shared_library || !is_needed(binary, needed) ||
        is_our_own(session, binary.name)) {
      continue;
    }
    const std::string path = fs::canonical(binary.name);
    if (binary.defines_mpi_functions()) {
      tool = binary.name;
      require_soname(binary, fmt::format("'{}' defines MPI functions", tool));
      if (!has(libraries, path)) libraries.push_back(path);
    } else if (!binary.undefined_tasks.empty() && !has(libraries, path)) {
      callers.push_back(binary.name);
    }
  }
  if (tool.empty()) return;
  for (const std::string& caller : callers) {
    print_note(
        fmt::format("'{0}' does not see the MPI calls of '{1}', of which all ranks of a "
                    "process share one: --bamboo-private={1}",
                    tool, caller));
  }
}

}  // namespace

Words private_libraries(const Session& session, const std::string& payload) {
  Words libraries = named_private_libraries(session);
  if (session.only_shows()) return libraries;
  for (const Binary& binary : inspect_file(payload)) {
    add_profiling_tools(session, binary.needed, libraries);
  }
  if (std::ranges::any_of(libraries, is_fortran_library)) return libraries;
  Words users = libraries;
  users.push_back(payload);
  if (const auto library = fortran_library(session, users)) {
    libraries.insert(libraries.begin(), *library);
  }
  return libraries;
}

}  // namespace bamboo::driver
