// SPDX-License-Identifier: Apache-2.0
#include "parameters.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "bamboo/support/eager_limit.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/support/quantity.h"
#include "shared/windows.h"
#include "window_site.h"

namespace bamboo::overlap {
namespace {

#ifdef OPEN_MPI
constexpr const char* eager_parameter = "OMPI_MCA_btl_tcp_eager_limit";
#else
constexpr const char* eager_parameter = "UCX_RNDV_THRESH";
#endif

/// Linux's own setting, for where it does not show it: in a container.
constexpr uint64_t usual_kernel_bytes = 212'992;

uint64_t kernel_setting(const char* file) {
  uint64_t bytes = 0;
  return std::ifstream(file) >> bytes ? bytes : usual_kernel_bytes;
}

/// In a job of this size; 0: as the MPI has it.
std::size_t raised_limit() {
  const auto job = support::announced_tasks();
  return support::raised_eager_bytes(job ? job->tasks : 1).value_or(0);
}

void set_default(const char* name, const std::string& value) {
  setenv(name, value.c_str(), 0);
}

#ifdef OPEN_MPI
/// MPI_Iallreduce uses recursive doubling instead of sending one vector after the other. Each sum
/// has two terms, so no bit changes; only operations of the program could observe the difference.
/// All processes of a communicator must use the same algorithm, so only the size of the job
/// decides, and jobs that connect to others keep the MPI's own algorithm. A spawned job inherits
/// the setting.
void exchange_sums_at_once() {
  const auto job = support::announced_tasks();
  const bool is_spawned = support::environment("OMPI_PARENT_PORT").has_value();
  const bool meets_others = &bamboo_overlap_has_other_jobs != nullptr;
  // Another program of the job may not be linked with this library.
  const bool has_one_program = support::environment("OMPI_NUM_APP_CTX") == "1";
  const bool has_own_operations = &bamboo_overlap_has_callbacks != nullptr;
  if (job && job->tasks == 2 && has_one_program && !is_spawned && !meets_others &&
      !has_own_operations)
    set_default("OMPI_MCA_coll_libnbc_iallreduce_algorithm", "4");
}
#endif

}  // namespace

void set_parameters() {
#ifdef OPEN_MPI
  exchange_sums_at_once();
#endif
  std::size_t bytes = &bamboo_overlap_has_early_messages != nullptr ? raised_limit() : 0;
  support::read_variable("BAMBOO_OVERLAP_EAGER", bytes, support::parse_size);
  if (bytes == 0) return;
  // The kernel chooses the sizes of its buffers: a fixed one would be cut at wmem_max and rmem_max.
  set_default(eager_parameter, std::to_string(bytes));
}

uint64_t eager_bytes() {
  const auto text = support::environment(eager_parameter);
  const auto bytes = text ? support::parse_size(*text) : std::nullopt;
  return bytes.value_or(untouched_eager_bytes);
}

uint64_t kernel_bytes() {
  return std::min(kernel_setting("/proc/sys/net/core/wmem_max"),
                  kernel_setting("/proc/sys/net/core/rmem_max"));
}

}  // namespace bamboo::overlap
