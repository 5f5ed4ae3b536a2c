// SPDX-License-Identifier: Apache-2.0
// Operations that fail leave neither a use of their communicator nor a request that never ends.
#include <functional>

#include "rank/rank.h"
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(CommunicatorUses, 1);

/// Expects the error of a call by the program's reduction function, in which MPI allows no
/// communication, and no use of `comm` afterwards.
void expect_refused(MPI_Comm comm, const std::function<int()>& call) {
  const Communicator& uses = Rank::current().communicator(comm);
  const int before = uses.pending;
  int error = MPI_SUCCESS;
  {
    const MessagingTask::InReduction scope(Rank::current());
    error = call();
  }
  MPI_Error_class(error, &error);
  EXPECT_EQ(error, MPI_ERR_OTHER);
  EXPECT_EQ(uses.pending, before);
}

MPI_Comm own_communicator() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (const MPI_Comm each : {comm, MPI_COMM_WORLD, MPI_COMM_SELF})
    MPI_Comm_set_errhandler(each, MPI_ERRORS_RETURN);
  return comm;
}

int nonblocking(int, char**) {
  MPI_Comm comm = own_communicator();
  int value = 7;
  MPI_Request request;
  expect_refused(comm, [&] { return MPI_Isend(&value, 1, MPI_INT, 0, 1, comm, &request); });
  expect_refused(comm, [&] { return MPI_Irecv(&value, 1, MPI_INT, 0, 1, comm, &request); });
  expect_refused(
      comm, [&] { return MPI_Isendrecv_replace(&value, 1, MPI_INT, 0, 1, 0, 1, comm, &request); });
  expect_refused(comm, [&] { return MPI_Ibarrier(comm, &request); });
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(CommunicatorUses, EndWithANonblockingCallThatFails) {
  run(nonblocking);
}

int persistent(int, char**) {
  MPI_Comm comm = own_communicator();
  int out = 7, in = 0;
  MPI_Request requests[2];
  MPI_Send_init(&out, 1, MPI_INT, 0, 1, comm, &requests[0]);
  MPI_Recv_init(&in, 1, MPI_INT, 0, 1, comm, &requests[1]);
  for (MPI_Request& each : requests) expect_refused(comm, [&] { return MPI_Start(&each); });
  EXPECT_EQ(MPI_Startall(2, requests), MPI_SUCCESS);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT_EQ(in, 7);
  for (MPI_Request& each : requests) MPI_Request_free(&each);
  EXPECT_EQ(Rank::current().communicator(comm).pending, 0);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(CommunicatorUses, APersistentRequestThatFailsToStartIsInactive) {
  run(persistent);
}

int matched(int, char**) {
  MPI_Comm comm = own_communicator();
  const Communicator& uses = Rank::current().communicator(comm);
  int out = 7, in = 0;
  for (const bool waits : {true, false}) {
    MPI_Request sent, received;
    MPI_Isend(&out, 1, MPI_INT, 0, 1, comm, &sent);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Message message;
    MPI_Mprobe(0, 1, comm, &message, MPI_STATUS_IGNORE);
    EXPECT_EQ(uses.pending, 1);
    if (waits) {
      MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    } else {
      MPI_Imrecv(&in, 1, MPI_INT, &message, &received);
      EXPECT_EQ(uses.pending, 1);
      MPI_Wait(&received, MPI_STATUS_IGNORE);
    }
    EXPECT_EQ(in, 7);
    EXPECT_EQ(uses.pending, 0);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(CommunicatorUses, LastFromAMatchedProbeToItsReceive) {
  run(matched);
}

}  // namespace
}  // namespace bamboo::mpi
