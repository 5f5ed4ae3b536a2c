// SPDX-License-Identifier: Apache-2.0
#include "comm/split_type.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "comm/agreement.h"
#include "errors/errors.h"
#include "objects/info.h"

namespace bamboo::mpi {
namespace {

/// Returns a text that is equal for all processes of one host, and different on other hosts. It
/// includes the host's name, because containers share the boot id of a kernel.
std::array<int, 2> host_signature() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  const std::size_t hash = std::hash<std::string>{}(boot + name);
  std::array<int, 2> words;
  std::memcpy(words.data(), &hash, sizeof words);
  return words;
}

struct Hosts {
  int mine;      ///< the first member on this rank's
  bool several;  ///< they hold the communicator together
};

Hosts hosts_of(Communicator& comm) {
  const std::array<int, 2> mine = host_signature();
  const std::vector<int> all = allgather(members_of(comm), mine);
  const auto is_here = [&](std::size_t member) {
    return std::ranges::equal(std::span(all).subspan(2 * member, 2), mine);
  };
  const std::size_t size = all.size() / 2;
  std::size_t first = 0, here = 0;
  for (std::size_t member = size; member-- > 0;) {
    if (!is_here(member)) continue;
    first = member;
    here++;
  }
  return {static_cast<int>(first), here < size};
}

bool says(const Info* hints, std::string_view key, std::string_view value) {
  const std::string* given = hints ? hints->get(key) : nullptr;
  return given && *given == value;
}

}  // namespace

void check_split_type(int split_type) {
  const auto types = {MPI_COMM_TYPE_SHARED, MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED,
                      MPI_COMM_TYPE_RESOURCE_GUIDED, MPI_UNDEFINED};
  if (!std::ranges::count(types, split_type))
    fail(MPI_ERR_ARG, "split_type is %d, must be one of MPI_COMM_TYPE_… or MPI_UNDEFINED",
         split_type);
}

int split_colour(Communicator& comm, int split_type, const Info* hints) {
  // Members that pass MPI_UNDEFINED take part, because the others may wait for them.
  const Hosts hosts = hosts_of(comm);
  const bool guided =
      split_type == MPI_COMM_TYPE_HW_GUIDED || split_type == MPI_COMM_TYPE_RESOURCE_GUIDED;
  if (split_type == MPI_COMM_TYPE_SHARED) return hosts.mine;
  if (split_type == MPI_COMM_TYPE_HW_UNGUIDED) return hosts.several ? hosts.mine : MPI_UNDEFINED;
  if (guided && says(hints, resource_key, host_resource)) return hosts.mine;
  if (split_type != MPI_COMM_TYPE_RESOURCE_GUIDED) return MPI_UNDEFINED;
  if (says(hints, "mpi_pset_name", "mpi://WORLD")) return 0;
  if (says(hints, "mpi_pset_name", "mpi://SELF")) return comm.rank;
  return MPI_UNDEFINED;
}

}  // namespace bamboo::mpi
