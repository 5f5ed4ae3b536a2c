// SPDX-License-Identifier: Apache-2.0
#include "check_binary.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "../compiler/binary.h"
#include "../diagnostic.h"
#include "../install_tree.h"
#include "../installed_mpi.h"
#include "loaded_libraries.h"

namespace bamboo::driver {
namespace {

constexpr std::string_view tasks_prefix = "bamboo_";

/// A profiling name (PMPI_) counts as the function.
std::string function_of(const std::string& symbol) {
  return symbol.starts_with("PMPI_") ? symbol.substr(1) : symbol;
}

/// mpi_send_, with bamboo_mpi_send_ behind it.
bool is_fortran_function(const std::string& symbol) {
  return symbol.starts_with("mpi_");
}

/// ompi_mpi_comm_world and its like are objects of the installed MPI's own mpi.h.
bool is_c_function(const std::string& symbol) {
  return symbol.starts_with("MPI_") || symbol.starts_with("PMPI_") || symbol.starts_with("MPIX_");
}

/// The functions that virtual ranks have.
std::set<std::string> functions_of_tasks() {
  const std::string library = InstallTree::of_this_tool().library_folder() + "/libbamboo.so";
  std::set<std::string> functions;
  for (const Binary& binary : inspect_file(library))
    for (const std::string& symbol : binary.defined_tasks)
      functions.insert(symbol.substr(tasks_prefix.size()));
  if (functions.empty()) fail("'{}' has no MPI functions; the installation is damaged", library);
  return functions;
}

std::set<std::string> functions_used_by(const std::string& file) {
  std::set<std::string> functions;
  for (const Binary& binary : inspect_file(file)) {
    for (const std::string& symbol : binary.undefined_tasks) {
      const std::string function = symbol.substr(tasks_prefix.size());
      if (is_c_function(function) || is_fortran_function(function)) functions.insert(function);
    }
    for (const std::string& symbol : binary.undefined_plain) {
      if ((is_c_function(symbol) || is_fortran_function(symbol)) &&
          !binary.defined_plain.contains(symbol)) {
        functions.insert(function_of(symbol));
      }
    }
  }
  return functions;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The libraries of an MPI call each other; none of them needs to be rebuilt.
bool belongs_to_an_mpi(const std::string& library) {
  const std::string name = std::filesystem::path(library).filename().string();
  return family_of_library(name).has_value() || name.starts_with("libmpi") ||
         name.starts_with("libopen-");
}

}  // namespace

bool is_binary(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string start(8, '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.starts_with(
             "\x7f"
             "ELF") ||
         start.starts_with("!<arch>\n");
}

int check_binary(const std::string& file) {
  if (has_section(file, ".bamboo.image")) {
    fmt::print("{}: was linked in mode tasks, which supports all MPI functions that it calls\n",
               file);
    return 0;
  }
  const std::set<std::string> offered = functions_of_tasks();
  Words parts = LoadedLibraries::of(file).files();
  std::erase_if(parts, belongs_to_an_mpi);
  parts.insert(parts.begin(), file);
  bool uses_mpi = false;
  int status = 0;
  for (const std::string& part : parts) {
    const std::set<std::string> used = functions_used_by(part);
    if (used.empty()) continue;
    uses_mpi = true;
    Words missing;
    std::ranges::set_difference(used, offered, std::back_inserter(missing));
    if (!missing.empty()) {
      print_error(
          fmt::format("'{}' calls what mode tasks does not support: {}", part, joined(missing)));
    }
    if (missing.empty()) {
      fmt::print("{}: mode tasks supports all {} MPI functions that it calls{}\n", part,
                 used.size(), part == file ? "" : "; build this library with bamboocc, too");
    } else {
      status = exit_failed;
    }
  }
  if (!uses_mpi) fail("'{}' calls no MPI function", file);
  return status;
}

}  // namespace bamboo::driver
