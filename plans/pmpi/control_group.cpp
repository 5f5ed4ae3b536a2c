// SPDX-License-Identifier: Apache-2.0
// One-to-many communication with a group that is opened before and closed after (bamboo_plans.h):
// CC-MPI's compiler-assisted scheme (PPoPP'03, section 4.1).
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "bamboo_plans.h"
#include "control.h"
#include "multicast_names.h"
#include "requests.h"
#include "world.h"

using namespace bamboo::plans::pmpi;

struct Bamboo_Group_s {
  MPI_Comm comm = MPI_COMM_NULL;  ///< its ranks are places among the members
  int root = 0;
  MulticastGroup multicast;
  bool has_multicast = false;
};

namespace {

/// Every receiver of an aggregated message gets all of it: nothing is gained where that, and not
/// the number of messages, takes the time.
constexpr std::size_t most_aggregated = 64 << 10;

/// Bytes of each block, which all members know; those of the root move nowhere.
std::vector<std::size_t> blocks_of(const int sendcounts[], MPI_Datatype type, int size, int root) {
  std::vector<std::size_t> bytes(static_cast<std::size_t>(size));
  const std::size_t unit = Type::of(type).size;
  for (int i = 0; i < size; ++i)
    bytes[i] = i == root ? 0 : static_cast<std::size_t>(sendcounts[i]) * unit;
  return bytes;
}

bool is_small(const std::vector<std::size_t>& blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::size_t{0}) <= most_aggregated;
}

int scatter_by_multicast(Bamboo_Group_s& group, Communicator& communicator, Work& work,
                         const std::vector<std::size_t>& blocks) {
  before_blocking();
  const int error = group.multicast.scatter(work, blocks, communicator.channel());
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(group.comm, error);
  return error;
}

}  // namespace

int Bamboo_Scatterv_open_group(const int members[], int count, int root, MPI_Comm comm,
                               Bamboo_Group* group) {
  before_blocking();
  *group = BAMBOO_GROUP_NULL;
  const int* at_root = std::find(members, members + count, root);
  if (at_root == members + count) return MPI_ERR_ROOT;
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  int error = PMPI_Comm_group(comm, &all);
  if (error != MPI_SUCCESS) return error;
  error = PMPI_Group_incl(all, count, members, &some);
  PMPI_Group_free(&all);
  if (error != MPI_SUCCESS) return error;
  auto opened = std::make_unique<Bamboo_Group_s>();
  opened->root = static_cast<int>(at_root - members);
  error = PMPI_Comm_create_group(comm, some, 0, &opened->comm);
  PMPI_Group_free(&some);
  if (error != MPI_SUCCESS) return error;
  Communicator* communicator = Communicator::find(opened->comm);
  // The private channel is made now and not when data moves.
  if (communicator && communicator->open_channel()) {
    const bamboo::plans::Algorithm* chosen = communicator->choice().decide_for_group();
    opened->has_multicast = chosen && is_multicast(*chosen) &&
                            opened->multicast.open(communicator->channel(), world()->group);
  }
  *group = opened.release();
  return MPI_SUCCESS;
}

int Bamboo_Scatterv_group_has_multicast(Bamboo_Group group, int* flag) {
  if (group == BAMBOO_GROUP_NULL) return MPI_ERR_ARG;
  *flag = group->has_multicast;
  return MPI_SUCCESS;
}

int Bamboo_Scatterv_data_movement(const void* sendbuf, const int sendcounts[], const int displs[],
                                  MPI_Datatype sendtype, void* recvbuf, int recvcount,
                                  MPI_Datatype recvtype, Bamboo_Group group) {
  if (group == BAMBOO_GROUP_NULL || !sendcounts) return MPI_ERR_ARG;
  Communicator* communicator = Communicator::find(group->comm);
  if (!communicator) {
    before_blocking();
    return PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                         group->root, group->comm);
  }
  const auto blocks = blocks_of(sendcounts, sendtype, communicator->size(), group->root);
  const bool by_multicast = group->has_multicast && is_small(blocks);
  const auto& algorithm = *bamboo::plans::find("scatterv/linear");
  Work work =
      scatterv_work({communicator->rank(), communicator->size(), algorithm}, sendbuf, sendcounts,
                    displs, sendtype, recvbuf, recvcount, recvtype, group->root);
  return by_multicast ? scatter_by_multicast(*group, *communicator, work, blocks)
                      : communicator->run(algorithm, work);
}

int Bamboo_Scatterv_close_group(Bamboo_Group* group) {
  if (*group == BAMBOO_GROUP_NULL) return MPI_ERR_ARG;
  before_blocking();
  if ((*group)->has_multicast) (*group)->multicast.close((*group)->comm);
  const int error = PMPI_Comm_free(&(*group)->comm);
  delete *group;
  *group = BAMBOO_GROUP_NULL;
  return error;
}
