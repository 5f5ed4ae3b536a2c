// SPDX-License-Identifier: Apache-2.0
#include "functions/topologies/creation.h"

#include <algorithm>

#include "collectives/arguments.h"
#include "comm/agreement.h"
#include "errors/errors.h"

namespace bamboo::mpi {

Communicator& old_communicator(Rank& rank, MPI_Comm comm) {
  Communicator& parent = rank.communicator(comm);
  check_intracommunicator(parent);
  return parent;
}

Communicator* add_with_topology(Rank& rank, Communicator& parent, int size, std::uint32_t context,
                                Topology topology) {
  GroupRef group = parent.group;
  if (size < parent.size()) {
    std::vector<TaskId> members;
    for (int r = 0; r < size; r++) members.push_back(parent.group->world_rank(r));
    group = Group::of(std::move(members));
  }
  Communicator* made = rank.communicators.add(parent, std::move(group), context);
  if (made) made->topology = std::make_shared<const Topology>(std::move(topology));
  return made;
}

std::string list_text(std::span<const int> numbers) {
  constexpr std::size_t most = 16;
  std::string text = "(";
  for (const int each : numbers.first(std::min(most, numbers.size())))
    text += (text.size() > 1 ? ", " : "") + std::to_string(each);
  return text + (numbers.size() > most ? ", …)" : ")");
}

std::vector<int> list_of_first(Communicator& comm, std::vector<int> mine) {
  return broadcast(members_of(comm), std::move(mine));
}

void fail_other_arguments(const Communicator& comm, const std::string& first,
                          const std::string& mine) {
  fail(MPI_ERR_NOT_SAME,
       "rank %d calls it with %s, this rank with %s; all ranks of a communicator must give the "
       "same",
       comm.group->world_rank(0), first.c_str(), mine.c_str());
}

}  // namespace bamboo::mpi
