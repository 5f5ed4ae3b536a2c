// SPDX-License-Identifier: Apache-2.0
// One-to-many communication with a group that is opened before and closed after (bamboo_plans.h):
// CC-MPI's compiler-assisted scheme (PPoPP'03, section 4.1).
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bamboo_plans.h"
#include "configuration/world.h"
#include "controls/plan_handle.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

struct Bamboo_Group_s {
  MPI_Comm comm = MPI_COMM_NULL;  ///< its ranks are positions in the list of members
  int root = 0;
  MulticastGroup multicast;
  bool has_multicast = false;
};

namespace {

/// Every receiver of an aggregated message gets the whole message. So aggregation gains nothing if
/// the amount of data takes the time, and not the number of messages.
constexpr std::size_t most_aggregated = 64 << 10;

/// The bytes of each block. All members know them.
std::vector<std::size_t> blocks_of(const int sendcounts[], MPI_Datatype type, int size) {
  std::vector<std::size_t> bytes(static_cast<std::size_t>(size));
  const std::size_t unit = Type::of(type).size;
  for (int i = 0; i < size; ++i) bytes[i] = static_cast<std::size_t>(sendcounts[i]) * unit;
  return bytes;
}

/// The root's own block does not travel.
bool is_small(const std::vector<std::size_t>& blocks, int root) {
  const std::size_t all = std::accumulate(blocks.begin(), blocks.end(), std::size_t{0});
  return all - blocks[root] <= most_aggregated;
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
  // The private channel is made now, and not when data are moved.
  if (communicator && communicator->open_channel()) {
    const bamboo::plans::Algorithm* chosen = communicator->choice().decide_for_group();
    opened->has_multicast = chosen && chosen->by_multicast &&
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
  const ScattervArguments arguments{sendbuf,   sendcounts, displs,      sendtype,   recvbuf,
                                    recvcount, recvtype,   group->root, group->comm};
  Communicator* communicator = Communicator::find(group->comm);
  if (!communicator) {
    before_blocking();
    return native(arguments);
  }
  auto blocks = blocks_of(sendcounts, sendtype, communicator->size());
  const bool by_multicast = group->has_multicast && is_small(blocks, group->root);
  const auto& algorithm =
      *bamboo::plans::find(by_multicast ? "scatterv/multicast" : "scatterv/linear");
  PreparedCall prepared = prepare(arguments, communicator->member(), algorithm);
  if (!by_multicast) return communicator->run(Decision{&algorithm}, prepared);
  prepared.problem.input_counts = std::move(blocks);
  prepared.problem.all_know_counts = true;
  return communicator->run(algorithm, prepared, group->multicast);
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
