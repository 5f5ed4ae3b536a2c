// SPDX-License-Identifier: Apache-2.0
#include "mpi_module.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
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

/// The sources of a module.
struct ModuleSource {
  const HostCompiler& host;
  Words folders;  ///< of files that it includes
  Words files;
  std::string key;  ///< identifies the contents
  bool has_f08;     ///< it makes mpi_f08, too
};

void make_module(const ModuleSource& source, const fs::path& folder) {
  Words command = source.host.command();
  command.insert(command.end(), source.folders.begin(), source.folders.end());
  command.insert(command.end(), source.files.begin(), source.files.end());
  command.insert(command.end(),
                 {"-fsyntax-only", source.host.is_flang() ? "-module-dir" : "-J", folder});
  const Captured made = run_captured(command, Capture::Both);
  if (made.status != 0) {
    fail("'{}' cannot make the module mpi from '{}'\n{}{}", source.host.command()[0],
         source.files[0], made.output, made.errors);
  }
  if (!source.has_f08) write_mark_of_f08(folder);
}

/// The folder with the module, made where it is not kept.
std::string module_folder(const ModuleSource& source, TemporaryFolder& temporary) {
  std::string text = source.host.version() + source.key + bamboo_version;
  for (const std::string& file : source.files) text += contents_of(file);
  const std::string key = fmt::format("{:016x}", support::fnv1a(text));
  const std::optional<fs::path> cache = cache_folder();
  const fs::path kept = cache ? *cache / ("fortran-" + key) : fs::path();
  if (cache && fs::exists(kept / "mpi.mod")) return kept;
  const fs::path made = temporary.make_subfolder();
  make_module(source, made);
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

std::string mpi_module_folder(const HostCompiler& host, const Words& folders,
                              const InstallTree& tree, TemporaryFolder& temporary) {
  const ModuleSource source{.host = host,
                            .folders = folders,
                            .files = {tree.required("mpi_module.f90")},
                            .key = interface_of(folders),
                            .has_f08 = false};
  return module_folder(source, temporary);
}

std::string tasks_module_folder(const HostCompiler& host, const InstallTree& tree,
                                TemporaryFolder& temporary) {
  const ModuleSource source{
      .host = host,
      .folders = {},
      .files = {tree.required("tasks_mpi.f90"), tree.required("tasks_mpi_f08.f90")},
      .key = "tasks",
      .has_f08 = true};
  return module_folder(source, temporary);
}

}  // namespace bamboo::driver
