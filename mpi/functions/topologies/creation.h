// SPDX-License-Identifier: Apache-2.0
// Code that the functions share that make a communicator with a topology.
#pragma once

#include <string>
#include <vector>

#include "rank/rank.h"

namespace bamboo::mpi {

/// The communicator of the argument comm_old. Throws MpiError(MPI_ERR_COMM) for an
/// inter-communicator.
Communicator& old_communicator(Rank& rank, MPI_Comm comm);

/// A communicator of the first `size` ranks of `parent` with a topology; null on the others.
Communicator* add_with_topology(Rank& rank, Communicator& parent, int size, std::uint32_t context,
                                Topology topology);

/// "(2, 4, 1)"
std::string list_text(std::span<const int> numbers);

/// Returns the list of the first rank of `comm`. All ranks pass their own list.
std::vector<int> list_of_first(Communicator& comm, std::vector<int> mine);
/// All ranks of a communicator must pass the same arguments. These are the arguments of the first
/// rank, and of this rank.
[[noreturn]] void fail_other_arguments(const Communicator& comm, const std::string& first,
                                       const std::string& mine);

}  // namespace bamboo::mpi
