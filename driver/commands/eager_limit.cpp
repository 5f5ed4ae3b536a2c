// SPDX-License-Identifier: Apache-2.0
#include "eager_limit.h"

#include <filesystem>
#include <optional>

#include "bamboo/support/eager_limit.h"
#include "bamboo/support/environment.h"
#include "loaded_libraries.h"
#include "program_kind.h"
#include "user_parameters.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// How a family calls it: as an environment variable, and in options and files.
struct Parameter {
  const char* variable;
  const char* name;
};
constexpr Parameter of_open_mpi{"OMPI_MCA_btl_tcp_eager_limit", "btl_tcp_eager_limit"};
constexpr Parameter of_mpich{"UCX_RNDV_THRESH", "UCX_RNDV_THRESH"};  // where it runs over UCX

/// The place where the user has set the parameter; nothing if it is not set.
std::optional<std::string> place_of(const Parameter& parameter, const Launch& launch) {
  for (const char* variable : {parameter.variable, "BAMBOO_OVERLAP_EAGER"})
    if (support::environment(variable)) return std::string(variable) + " is in the environment";
  return place_in_options_or_files(parameter.name, launch);
}

/// UCX has one limit for all networks. If a network card reads remote memory, large messages need
/// no copy, and a higher limit would add one.
bool has_card_that_reads_memory() {
  std::error_code none;
  const fs::path cards = "/sys/class/infiniband";
  return fs::exists(cards, none) && !fs::is_empty(cards, none);
}

/// MPICH over libfabric alone, as Intel's, has no such limit that is known to help.
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
