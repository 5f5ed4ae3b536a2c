// SPDX-License-Identifier: Apache-2.0
#include "user_parameters.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "bamboo/support/environment.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Whether a line of the file, except comments, contains the name.
bool mentions(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (contains(line.substr(0, line.find('#')), name)) return true;
  return false;
}

std::vector<fs::path> split(const std::string& list, const char* separators) {
  std::vector<fs::path> parts;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find_first_of(separators, begin), list.size());
    parts.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

fs::path home() {
  return support::environment("HOME").value_or("/");
}

/// The parameter files of Open MPI: its own and the user's, or those that a variable lists.
std::vector<fs::path> files_of_open_mpi() {
  if (const auto named = support::environment("OMPI_MCA_mca_base_param_files"))
    return split(*named, ":,");
  std::vector<fs::path> files{home() / ".openmpi/mca-params.conf",
                              "/etc/openmpi/openmpi-mca-params.conf"};
  if (const auto prefix = support::environment("OPAL_PREFIX"))
    files.push_back(fs::path(*prefix) / "etc/openmpi-mca-params.conf");
  if (const auto launcher = find_launcher(MpiFamily::OpenMpi)) {
    std::error_code ignored;
    files.push_back(fs::weakly_canonical(*launcher, ignored).parent_path().parent_path() /
                    "etc/openmpi-mca-params.conf");
  }
  return files;
}

std::vector<fs::path> files_of_ucx() {
  std::vector<fs::path> files{"/etc/ucx/ucx.conf", home() / "ucx.conf", "ucx.conf"};
  if (const auto folder = support::environment("UCX_CONFIG_DIR"))
    files.push_back(fs::path(*folder) / "ucx.conf");
  return files;
}

/// The files that options of Open MPI's launcher name.
std::vector<fs::path> files_in_options(const Words& options) {
  std::vector<fs::path> files;
  for (std::size_t i = 0; i + 1 < options.size(); ++i) {
    for (const char* option : {"--am", "-am", "-tune"})
      if (options[i] == option)
        std::ranges::copy(split(options[i + 1], ","), std::back_inserter(files));
  }
  return files;
}

}  // namespace

std::optional<std::string> place_in_options_or_files(const std::string& name,
                                                     const Launch& launch) {
  for (const std::string& option : launch.launcher_options)
    if (contains(option, name)) return name + " is among the launcher's options";
  std::vector<fs::path> files =
      launch.family == MpiFamily::OpenMpi ? files_of_open_mpi() : files_of_ucx();
  std::ranges::copy(files_in_options(launch.launcher_options), std::back_inserter(files));
  for (const fs::path& file : files)
    if (mentions(file, name)) return name + " is in " + file.string();
  return std::nullopt;
}

}  // namespace bamboo::driver
