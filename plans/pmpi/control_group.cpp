// SPDX-License-Identifier: Apache-2.0
// One-to-many communication with a group that is opened before and closed after (bamboo_plans.h).
#include <algorithm>

#include "bamboo_plans.h"
#include "control.h"

using namespace bamboo::plans::pmpi;

struct Bamboo_Group_s {
  MPI_Comm comm = MPI_COMM_NULL;  ///< its ranks are places among the members
  int root = 0;
};

int Bamboo_Scatterv_open_group(const int members[], int count, int root, MPI_Comm comm,
                               Bamboo_Group* group) {
  *group = BAMBOO_GROUP_NULL;
  const int* at_root = std::find(members, members + count, root);
  if (at_root == members + count) return MPI_ERR_ROOT;
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  int error = PMPI_Comm_group(comm, &all);
  if (error != MPI_SUCCESS) return error;
  error = PMPI_Group_incl(all, count, members, &some);
  PMPI_Group_free(&all);
  if (error != MPI_SUCCESS) return error;
  Bamboo_Group_s opened;
  opened.root = static_cast<int>(at_root - members);
  error = PMPI_Comm_create_group(comm, some, 0, &opened.comm);
  PMPI_Group_free(&some);
  if (error != MPI_SUCCESS) return error;
  // The private channel is made now and not when data moves.
  if (Communicator* communicator = Communicator::find(opened.comm)) communicator->channel();
  *group = new Bamboo_Group_s(opened);
  return MPI_SUCCESS;
}

int Bamboo_Scatterv_data_movement(const void* sendbuf, const int sendcounts[], const int displs[],
                                  MPI_Datatype sendtype, void* recvbuf, int recvcount,
                                  MPI_Datatype recvtype, Bamboo_Group group) {
  if (group == BAMBOO_GROUP_NULL) return MPI_ERR_ARG;
  Communicator* communicator = Communicator::find(group->comm);
  if (!communicator)
    return PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                         group->root, group->comm);
  const auto& algorithm = *bamboo::plans::find("scatterv/linear");
  Work work =
      scatterv_work({communicator->rank(), communicator->size(), algorithm}, sendbuf, sendcounts,
                    displs, sendtype, recvbuf, recvcount, recvtype, group->root);
  return communicator->run(algorithm, work);
}

int Bamboo_Scatterv_close_group(Bamboo_Group* group) {
  if (*group == BAMBOO_GROUP_NULL) return MPI_ERR_ARG;
  const int error = PMPI_Comm_free(&(*group)->comm);
  delete *group;
  *group = BAMBOO_GROUP_NULL;
  return error;
}
