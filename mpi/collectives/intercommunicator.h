// SPDX-License-Identifier: Apache-2.0
// Collectives of inter-communicators: what one group has goes to the other. Barrier, alltoallv and
// alltoallw need no form of their own.
#pragma once

#include "collectives/call_arguments.h"
#include "collectives/preparation.h"

namespace bamboo::mpi::inter {

// The root is MPI_ROOT at one rank of one group, MPI_PROC_NULL at the others of that group, and the
// root's number in the other group.
CollectiveRef prepare(const BcastArguments& a);
CollectiveRef prepare(const GatherArguments& a);
CollectiveRef prepare(const GathervArguments& a);
CollectiveRef prepare(const ScatterArguments& a);
CollectiveRef prepare(const ScattervArguments& a);
CollectiveRef prepare(const ReduceArguments& a);
CollectiveRef prepare(const AllgatherArguments& a);
CollectiveRef prepare(const AllgathervArguments& a);
CollectiveRef prepare(const AlltoallArguments& a);
CollectiveRef prepare(const AllreduceArguments& a);
CollectiveRef prepare(const Reduce_scatterArguments& a);
CollectiveRef prepare(const Reduce_scatter_blockArguments& a);

/// The role of the rank in a rooted operation.
enum class Role { Root, Leaf, Idle };
/// Throws MpiError(MPI_ERR_ROOT).
Role role_in(const Communicator& comm, int root);
/// Throws MpiError(MPI_ERR_BUFFER) for MPI_IN_PLACE.
void refuse_in_place(const void* buffer, const char* name);

}  // namespace bamboo::mpi::inter
