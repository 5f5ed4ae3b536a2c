// SPDX-License-Identifier: Apache-2.0
#include "link_inputs.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../installed_mpi.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> existing(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) ? std::optional(path.string()) : std::nullopt;
}

std::optional<std::string> library_in(const std::string& folder, const std::string& name,
                                      bool static_only) {
  if (!name.empty() && name[0] == ':') return existing(fs::path(folder) / name.substr(1));
  if (!static_only) {
    if (auto shared = existing(fs::path(folder) / ("lib" + name + ".so"))) return shared;
  }
  return existing(fs::path(folder) / ("lib" + name + ".a"));
}

/// The folders of -Wl,-rpath,A:B and -Wl,-rpath-link,A:B, which ld searches for what libraries
/// need.
Words run_paths(const std::string& option) {
  std::string rest;
  for (const char* prefix :
       {"-Wl,-rpath-link,", "-Wl,-rpath-link=", "-Wl,-rpath,", "-Wl,-rpath="}) {
    if (option.rfind(prefix, 0) == 0) {
      rest = option.substr(std::string(prefix).size());
      break;
    }
  }
  Words folders;
  std::istringstream paths(rest.substr(0, rest.find(',')));
  for (std::string folder; std::getline(paths, folder, ':');) folders.push_back(folder);
  return folders;
}

}  // namespace

void follow_linkage(const std::string& option, bool& static_only) {
  if (option.find("-Bstatic") != std::string::npos || option.find("-dn") != std::string::npos)
    static_only = true;
  else if (option.find("-Bdynamic") != std::string::npos)
    static_only = false;
}

LinkInputs::LinkInputs(const CommandLine& line, const HostCompiler& host) : host_(host) {
  for (const Argument& argument : line.arguments) {
    if (!argument.is_input && argument.name().rfind("-L", 0) == 0)
      folders_.push_back(argument.value(2));
    const Words paths = run_paths(argument.words.back());
    run_folders_.insert(run_folders_.end(), paths.begin(), paths.end());
  }
  bool static_only = line.fully_static;
  for (const Argument& argument : line.arguments) {
    std::optional<std::string> path;
    if (argument.is_input && argument.language == Language::LinkerInput)
      path = argument.name();
    else if (argument.is_library())
      path = find_library(argument.value(2), static_only);
    else if (!argument.is_input)
      follow_linkage(argument.words.back(), static_only);
    if (path) {
      files_.emplace(argument.name(), *path);
      auto found = inspect_file(*path);
      std::move(found.begin(), found.end(), std::back_inserter(binaries_));
    }
  }
}

std::string LinkInputs::file_of(const std::string& word) const {
  const auto found = files_.find(word);
  return found == files_.end() ? "" : found->second;
}

std::optional<std::string> LinkInputs::find_library(const std::string& name,
                                                    bool static_only) const {
  for (const Words* folders : {&folders_, &host_.library_folders()}) {
    for (const std::string& folder : *folders)
      if (auto path = library_in(folder, name, static_only)) return path;
  }
  return std::nullopt;  // ld reports it
}

std::optional<std::string> LinkInputs::find_shared(const std::string& soname,
                                                   const Binary& user) const {
  const std::string beside = fs::path(user.name).parent_path().string();
  for (const Words& folders :
       {user.run_paths, folders_, run_folders_, Words{beside}, host_.library_folders()}) {
    for (const std::string& folder : folders)
      if (auto path = existing(fs::path(folder) / soname)) return path;
  }
  return std::nullopt;
}

std::optional<std::string> LinkInputs::search_needed(const Binary& library,
                                                     std::vector<std::string>& visited) const {
  for (const std::string& soname : library.needed) {
    if (family_of_library(soname)) return soname;
    if (std::find(visited.begin(), visited.end(), soname) != visited.end()) continue;
    visited.push_back(soname);
    const auto path = find_shared(soname, library);
    for (const Binary& needed : path ? inspect_file(*path) : std::vector<Binary>())
      if (auto mpi = search_needed(needed, visited)) return mpi;
  }
  return std::nullopt;
}

std::optional<std::string> LinkInputs::installed_mpi_needed_by(const Binary& library) const {
  std::vector<std::string> visited;
  return search_needed(library, visited);
}

}  // namespace bamboo::driver
