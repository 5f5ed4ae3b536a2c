// SPDX-License-Identifier: Apache-2.0
#include "mpi_module.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "../cache_folder.h"
#include "../contents_of.h"
#include "../diagnostic.h"
#include "../package_names.h"
#include "../version.h"
#include "bamboo/support/fnv.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// The text of mpif.h and its includes, from the first folder that has it.
std::string interface_of(const Words& folders) {
  for (const std::string& word : folders) {
    const fs::path folder = word.substr(2);
    if (!fs::exists(folder / "mpif.h")) continue;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().filename().string().rfind("mpif", 0) == 0) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::string text;
    for (const fs::path& file : files) text += file.string() + '\n' + contents_of(file);
    return text;
  }
  fail("the installed MPI has no mpif.h; install {} or {}", package_name(Package::OpenMpiCompilers),
       package_name(Package::MpichCompilers));
}

/// Broken on purpose: flang reads thousands of errors in gfortran's, of this one it says a line.
void write_mark_of_f08(const fs::path& folder) {
  std::ofstream(folder / "mpi_f08.mod") << "module mpi_f08\nend module\n";
}

/// The sources of the modules.
struct ModuleSource {
  const HostCompiler& host;
  Words folders;  ///< of files that they include
  Words files;
  std::string f08;         ///< mpi_f08 over mpif.h, for the names that it has; empty: no such file
  bool lacks_f08 = false;  ///< there is no mpi_f08
  std::string interface;   ///< the text of mpif.h
};

Captured compile_modules(const ModuleSource& source, const Words& files, const fs::path& folder) {
  Words command = source.host.command();
  append(command, source.folders);
  append(command, files);
  append(command, {"-fsyntax-only", source.host.is_flang() ? "-module-dir" : "-J", folder});
  return run_captured(command, Capture::Both);
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The words of Fortran's text, in lower case.
std::set<std::string> names_in(const std::string& text) {
  static const std::regex word(R"(\w+)");
  std::set<std::string> names;
  for (std::sregex_iterator found(text.begin(), text.end(), word), end; found != end; ++found)
    names.insert(in_lower_case(found->str()));
  return names;
}

/// The lines of a module, without those that end in "! if NAME" where mpif.h lacks the name.
std::string lines_for(const std::string& interface, const std::string& module) {
  constexpr std::string_view condition = " ! if ";
  const std::set<std::string> names = names_in(interface);
  std::istringstream lines(module);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(condition);
    if (at == line.npos || names.contains(in_lower_case(line.substr(at + condition.size()))))
      kept += line.substr(0, at) + '\n';
  }
  return kept;
}

bool make_f08(const ModuleSource& source, const fs::path& folder) {
  const fs::path text = folder / "mpi_f08.f90";
  std::ofstream(text) << lines_for(source.interface, contents_of(source.f08));
  return compile_modules(source, {text}, folder).status == 0;
}

void make_modules(const ModuleSource& source, const fs::path& folder) {
  const Captured made = compile_modules(source, source.files, folder);
  if (made.status != 0) {
    fail("'{}' cannot make the module mpi from '{}'\n{}{}", source.host.command()[0],
         source.files[0], made.output, made.errors);
  }
  if (source.lacks_f08 || (!source.f08.empty() && !make_f08(source, folder)))
    write_mark_of_f08(folder);
}

/// The folder with the module, made where it is not kept.
std::string module_folder(const ModuleSource& source, TemporaryFolder& temporary) {
  std::string text = source.host.version() + source.interface + bamboo_version;
  for (const std::string& file : source.files) text += contents_of(file);
  if (!source.f08.empty()) text += contents_of(source.f08);
  const std::string key = fmt::format("{:016x}", support::fnv1a(text));
  const std::optional<fs::path> cache = cache_folder();
  const fs::path kept = cache ? *cache / ("fortran-" + key) : fs::path();
  if (cache && fs::exists(kept / "mpi.mod")) return kept;
  const fs::path made = temporary.make_subfolder();
  make_modules(source, made);
  if (!cache) return made;
  // Others may make the same module at the same time: each uses its own folder, and one rename
  // wins.
  std::error_code error;
  const fs::path own = kept.string() + "-" + temporary.path().filename().string();
  fs::create_directories(*cache, error);
  fs::copy(made, own, error);
  if (!error) fs::rename(own, kept, error);
  std::error_code ignored;
  fs::remove_all(own, ignored);
  return fs::exists(kept / "mpi.mod") ? kept : made;
}

}  // namespace

std::string mpi_module_folder(const HostCompiler& host, MpiFamily family, const Words& folders,
                              const InstallTree& tree, TemporaryFolder& temporary) {
  // Open MPI's procedures accept a null pointer for an error code that the program does not give.
  const bool has_f08 = family == MpiFamily::OpenMpi;
  const ModuleSource source{.host = host,
                            .folders = folders,
                            .files = {tree.required("mpi_module.f90")},
                            .f08 = has_f08 ? tree.required("mpi_f08_module.f90") : "",
                            .lacks_f08 = !has_f08,
                            .interface = interface_of(folders)};
  return module_folder(source, temporary);
}

std::string tasks_module_folder(const HostCompiler& host, const InstallTree& tree,
                                TemporaryFolder& temporary) {
  const ModuleSource source{
      .host = host,
      .folders = {},
      .files = {tree.required("tasks_mpi.f90"), tree.required("tasks_mpi_f08.f90")},
      .f08 = "",
      .lacks_f08 = false,
      .interface = ""};
  return module_folder(source, temporary);
}

}  // namespace bamboo::driver
