// SPDX-License-Identifier: Apache-2.0
#include "eager_limit.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "bamboo/support/eager_limit.h"
#include "bamboo/support/environment.h"
#include "loaded_libraries.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// The names of the parameter in one MPI family: as an environment variable, and in options and
/// files.
struct Parameter {
  const char* variable;
  const char* name;
};
constexpr Parameter of_open_mpi{"OMPI_MCA_btl_tcp_eager_limit", "btl_tcp_eager_limit"};
constexpr Parameter of_mpich{"UCX_RNDV_THRESH", "UCX_RNDV_THRESH"};  // where it runs over UCX

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

/// The place where the user has set the parameter; nothing if it is not set.
std::optional<std::string> place_of(const Parameter& parameter, const Launch& launch) {
  for (const char* variable : {parameter.variable, "BAMBOO_OVERLAP_EAGER"})
    if (support::environment(variable)) return std::string(variable) + " is in the environment";
  for (const std::string& option : launch.launcher_options)
    if (contains(option, parameter.name))
      return std::string(parameter.name) + " is among the launcher's options";
  std::vector<fs::path> files =
      launch.family == MpiFamily::OpenMpi ? files_of_open_mpi() : files_of_ucx();
  std::ranges::copy(files_in_options(launch.launcher_options), std::back_inserter(files));
  for (const fs::path& file : files)
    if (mentions(file, parameter.name))
      return std::string(parameter.name) + " is in " + file.string();
  return std::nullopt;
}

/// UCX has one limit for all networks. If a network card reads remote memory, large messages need
/// no copy, and a higher limit would add one.
bool has_card_that_reads_memory() {
  std::error_code none;
  const fs::path cards = "/sys/class/infiniband";
  return fs::exists(cards, none) && !fs::is_empty(cards, none);
}

/// MPICH over libfabric alone, such as Intel's MPI, has no such limit that is known to help.
bool runs_without_ucx(const Launch& launch) {
  const LoadedLibraries& loaded = LoadedLibraries::of(program_file(launch.program[0]));
  const bool is_linked = loaded.file_of("libmpi.so.12") || loaded.file_of("libmpich.so.12");
  return is_linked && !loaded.file_of("libucp.so.0");
}

}  // namespace

EagerLimit eager_limit(const Launch& launch) {
  const Parameter& parameter = launch.family == MpiFamily::OpenMpi ? of_open_mpi : of_mpich;
  if (const auto place = place_of(parameter, launch)) return UnchangedLimit{*place};
  if (launch.family == MpiFamily::Mpich && has_card_that_reads_memory())
    return UnchangedLimit{"the network reads memory by itself"};
  if (launch.family == MpiFamily::Mpich && runs_without_ucx(launch))
    return UnchangedLimit{"this MPI does not run over UCX"};
  const auto limit = support::raised_eager_bytes(launch.processes);
  if (!limit) return UnchangedLimit{"the job has many processes, whose messages need memory"};
  return RaisedLimit{parameter.variable, *limit};
}

}  // namespace bamboo::driver
