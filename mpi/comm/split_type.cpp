// SPDX-License-Identifier: Apache-2.0
#include "comm/split_type.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>

#include "comm/agreement.h"
#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

/// The same on all processes of one host and nowhere else: containers share a kernel's boot id, so
/// the host's name counts as well.
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

int first_rank_on_this_host(Communicator& comm) {
  const std::array<int, 2> mine = host_signature();
  const std::vector<int> all = allgather(members_of(comm), mine);
  int r = 0;
  while (std::memcmp(&all[2 * r], mine.data(), sizeof mine) != 0) r++;
  return r;
}

}  // namespace

int split_colour(Communicator& comm, int split_type) {
  const auto types = {MPI_COMM_TYPE_SHARED, MPI_COMM_TYPE_HW_GUIDED, MPI_COMM_TYPE_HW_UNGUIDED,
                      MPI_COMM_TYPE_RESOURCE_GUIDED, MPI_UNDEFINED};
  if (!std::ranges::count(types, split_type))
    fail(MPI_ERR_ARG, "split_type is %d, must be one of MPI_COMM_TYPE_… or MPI_UNDEFINED",
         split_type);
  // Members that ask for nothing take part: others may count on them.
  const int host = first_rank_on_this_host(comm);
  return split_type == MPI_COMM_TYPE_SHARED ? host : MPI_UNDEFINED;
}

}  // namespace bamboo::mpi
