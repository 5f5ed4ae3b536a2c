// SPDX-License-Identifier: Apache-2.0
// MPI_Request_get_status_any, _all and _some: requests are looked at and stay as they are.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(RequestStatuses, 1, 2, 5);

constexpr int request_count = 4;

int look_at_four(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in[request_count], indices[request_count], index = -1, flag = -1, some = -1;
  MPI_Request requests[request_count];
  MPI_Status statuses[request_count], status;
  requests[2] = MPI_REQUEST_NULL;
  for (const int i : {0, 1, 3})
    MPI_Irecv(&in[i], 1, MPI_INT, previous(), i, MPI_COMM_WORLD, &requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Request_get_status_any(request_count, requests, &index, &flag, &status);
  EXPECT_FALSE(flag);
  EXPECT_EQ(index, MPI_UNDEFINED);
  MPI_Request_get_status_some(request_count, requests, &some, indices, statuses);
  EXPECT_EQ(some, 0);
  MPI_Barrier(MPI_COMM_WORLD);

  const int mine = world_rank();
  MPI_Send(&mine, 1, MPI_INT, next(), 1, MPI_COMM_WORLD);
  for (flag = 0; !flag;)
    MPI_Request_get_status_any(request_count, requests, &index, &flag, &status);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(status.MPI_TAG, 1);
  MPI_Request_get_status_some(request_count, requests, &some, indices, statuses);
  EXPECT_EQ(some, 1);
  EXPECT_EQ(indices[0], 1);
  EXPECT_EQ(statuses[0].MPI_SOURCE, previous());
  MPI_Request_get_status_all(request_count, requests, &flag, statuses);
  EXPECT_FALSE(flag);
  MPI_Barrier(MPI_COMM_WORLD);

  for (const int tag : {0, 3}) MPI_Send(&mine, 1, MPI_INT, next(), tag, MPI_COMM_WORLD);
  for (flag = 0; !flag;) MPI_Request_get_status_all(request_count, requests, &flag, statuses);
  for (const int i : {0, 1, 3}) EXPECT_EQ(statuses[i].MPI_TAG, i);
  EXPECT_EQ(statuses[2].MPI_TAG, MPI_ANY_TAG);
  MPI_Request_get_status_some(request_count, requests, &some, indices, MPI_STATUSES_IGNORE);
  EXPECT_EQ(some, 3);
  for (const int i : {0, 1, 3}) EXPECT_NE(requests[i], MPI_REQUEST_NULL);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  for (const int i : {0, 1, 3}) EXPECT_EQ(in[i], previous());
  MPI_Finalize();
  return 0;
}
TEST_P(RequestStatuses, AreThoseOfCompleteRequests) {
  run(look_at_four);
}

int look_at_none(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  int index = -1, flag = 0, some = -1, indices[2];
  statuses[0].MPI_SOURCE = 77;
  MPI_Request_get_status_any(2, requests, &index, &flag, &statuses[0]);
  EXPECT_TRUE(flag);
  EXPECT_EQ(index, MPI_UNDEFINED);
  EXPECT_EQ(statuses[0].MPI_SOURCE, MPI_ANY_SOURCE);
  MPI_Request_get_status_some(2, requests, &some, indices, statuses);
  EXPECT_EQ(some, MPI_UNDEFINED);
  flag = 0;
  MPI_Request_get_status_all(0, nullptr, &flag, MPI_STATUSES_IGNORE);
  EXPECT_TRUE(flag);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestStatuses, OfANullRequestAreEmpty) {
  run(look_at_none);
}

}  // namespace
}  // namespace bamboo::mpi
