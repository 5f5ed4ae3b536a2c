// SPDX-License-Identifier: Apache-2.0
#include "hosts.h"

#include <algorithm>
#include <cstring>

namespace bamboo::plans::probe {

Hosts find_hosts(MPI_Comm comm) {
  int rank = 0, size = 0, length = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  char own[MPI_MAX_PROCESSOR_NAME] = {};
  MPI_Get_processor_name(own, &length);
  std::vector<char> all(static_cast<std::size_t>(size) * sizeof own);
  MPI_Allgather(own, sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR, comm);
  Hosts hosts;
  bool is_first = false;
  for (int r = 0; r < size; ++r) {
    const std::string name = all.data() + r * sizeof own;
    const auto found = std::ranges::find(hosts.names, name);
    hosts.of_rank.push_back(static_cast<int>(found - hosts.names.begin()));
    if (found != hosts.names.end()) continue;
    hosts.names.push_back(name);
    is_first = is_first || r == rank;
  }
  MPI_Comm_split(comm, is_first ? 0 : MPI_UNDEFINED, rank, &hosts.first);
  return hosts;
}

}  // namespace bamboo::plans::probe
