// SPDX-License-Identifier: Apache-2.0
// Requests and matched messages: persistent, null, cancelled, freed and wrong ones.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(RequestCalls, 1, 2, 5, 16);

int probe_and_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> out = values(world_rank(), 10 + world_rank());
  MPI_Request request;
  MPI_Isend(out.data(), 10 + world_rank(), MPI_INT, next(), 4, MPI_COMM_WORLD, &request);
  MPI_Message message;
  MPI_Status status;
  MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, &status);
  EXPECT_EQ(MPI_Message_f2c(MPI_Message_c2f(message)), message);
  EXPECT_EQ(MPI_Message_fromint(MPI_Message_toint(message)), message);
  int count;
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, 10 + previous());
  std::vector<int> in(static_cast<std::size_t>(count));
  MPI_Mrecv(in.data(), count, MPI_INT, &message, &status);
  EXPECT_EQ(in, values(previous(), count));
  EXPECT_EQ(message, MPI_MESSAGE_NULL);
  EXPECT_EQ(MPI_Message_f2c(MPI_Message_c2f(message)), message);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, MatchedProbeTakesTheMessageOut) {
  run(probe_and_receive);
}

int free_between_probe_and_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm backwards;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank(), &backwards);
  int rank = -1, out = 7, in = 0;
  MPI_Comm_rank(backwards, &rank);
  const int to = (rank + 1) % world_size(), from = (rank + world_size() - 1) % world_size();
  for (const bool at_once : {true, false}) {
    MPI_Comm comm;
    MPI_Comm_dup(backwards, &comm);
    MPI_Request request, receive;
    MPI_Isend(&out, 1, MPI_INT, to, 1, comm, &request);
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(MPI_ANY_SOURCE, 1, comm, &message, &status);
    EXPECT_EQ(status.MPI_SOURCE, from);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(backwards, &comm);  // clears up those that nothing needs
    status.MPI_SOURCE = -1;
    if (at_once) {
      MPI_Mrecv(&in, 1, MPI_INT, &message, &status);
    } else {
      MPI_Imrecv(&in, 1, MPI_INT, &message, &receive);
      MPI_Wait(&receive, &status);
    }
    EXPECT_EQ(status.MPI_SOURCE, from);
    EXPECT_EQ(in, 7);
    MPI_Comm_free(&comm);
  }
  MPI_Comm_free(&backwards);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, CommunicatorOfAMatchedMessageOutlivesItsFree) {
  run(free_between_probe_and_receive);
}

int persistent_ring(int, char**) {
  MPI_Init(nullptr, nullptr);
  int out = 0;
  int in = 0;
  MPI_Request requests[2];
  MPI_Send_init(&out, 1, MPI_INT, next(), 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init(&in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 50; ++i) {
    out = value_at(world_rank(), i);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT_EQ(in, value_at(previous(), i));
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, PersistentRequestsStartAgain) {
  run(persistent_ring);
}

int wait_for_nothing(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in = 0, flag = 0, index = 0;
  MPI_Request inactive, none = MPI_REQUEST_NULL;
  MPI_Recv_init(&in, 1, MPI_INT, previous(), 0, MPI_COMM_WORLD, &inactive);
  const auto expect_empty = [](const char* what, const auto& call) {
    MPI_Status status;
    status.MPI_SOURCE = status.MPI_TAG = status.MPI_ERROR = 77;
    call(&status);
    EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE) << what;
    EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG) << what;
    EXPECT_EQ(status.MPI_ERROR, MPI_SUCCESS) << what;
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT_EQ(count, 0) << what;
  };
  for (MPI_Request* request : {&none, &inactive}) {
    expect_empty("Wait", [&](MPI_Status* s) { MPI_Wait(request, s); });
    expect_empty("Test", [&](MPI_Status* s) { MPI_Test(request, &flag, s); });
    expect_empty("Waitany", [&](MPI_Status* s) { MPI_Waitany(1, request, &index, s); });
    expect_empty("Testany", [&](MPI_Status* s) { MPI_Testany(1, request, &index, &flag, s); });
    expect_empty("Waitall", [&](MPI_Status* s) { MPI_Waitall(1, request, s); });
    expect_empty("get_status", [&](MPI_Status* s) { MPI_Request_get_status(*request, &flag, s); });
  }
  MPI_Request_free(&inactive);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, StatusesOfNullRequestsAreEmpty) {
  run(wait_for_nothing);
}

int cancel_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  int in;
  MPI_Request request;
  MPI_Irecv(&in, 1, MPI_INT, previous(), 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Status status;
  MPI_Wait(&request, &status);
  int cancelled = 0;
  MPI_Test_cancelled(&status, &cancelled);
  EXPECT_TRUE(cancelled);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, AReceiveWithoutMessageCanBeCancelled) {
  run(cancel_receive);
}

int cancel_send(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::vector<int> lost(20000, -1), kept = values(world_rank(), 20000);
  for (const bool synchronous : {true, false}) {
    MPI_Request request;
    (synchronous ? MPI_Issend : MPI_Isend)(lost.data(), synchronous ? 1 : 20000, MPI_INT, next(), 7,
                                           MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Status status;
    MPI_Wait(&request, &status);  // returns whatever the receiver does
    int cancelled = 0;
    MPI_Test_cancelled(&status, &cancelled);
    EXPECT_TRUE(cancelled) << synchronous;
  }
  MPI_Barrier(MPI_COMM_WORLD);  // no rank receives before all have cancelled
  std::vector<int> in(20000);
  MPI_Request request;
  MPI_Isend(kept.data(), 20000, MPI_INT, next(), 7, MPI_COMM_WORLD, &request);
  MPI_Recv(in.data(), 20000, MPI_INT, previous(), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 20000));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Cancel(&request);  // too late
  MPI_Status status;
  MPI_Wait(&request, &status);
  int cancelled = 1;
  MPI_Test_cancelled(&status, &cancelled);
  EXPECT_FALSE(cancelled);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, ASendThatNoRankHasReceivedCanBeCancelled) {
  run(cancel_send);
}

// Both installed MPIs have copied a small message by then, and programs rely on it.
int reuse_the_buffer_of_a_forgotten_send(int, char**) {
  MPI_Init(nullptr, nullptr);
  std::vector<int> out = values(world_rank(), 1000);
  std::vector<int> in(1000);
  MPI_Request request;
  MPI_Isend(out.data(), 1000, MPI_INT, next(), 0, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  std::fill(out.begin(), out.end(), -1);
  MPI_Recv(in.data(), 1000, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 1000));
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, TheBufferOfASmallForgottenSendMayBeReused) {
  run(reuse_the_buffer_of_a_forgotten_send);
}

int forget_sends(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    // Freed requests: the message must arrive although no call waits, even after the sender's end.
    auto* out = new std::vector<int>(values(world_rank(), 1000));
    MPI_Request request;
    MPI_Isend(out->data(), 1000, MPI_INT, next(), 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    std::vector<int> in(1000);
    MPI_Recv(in.data(), 1000, MPI_INT, previous(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, values(previous(), 1000));
    MPI_Barrier(MPI_COMM_WORLD);
    delete out;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, AFreedSendStillArrives) {
  run(forget_sends);
}

int wrong_requests(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int in = 0;
  const int out = 7;
  MPI_Request requests[2];
  MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  requests[1] = requests[0];
  MPI_Request copy = requests[0];
  EXPECT_EQ(class_of(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)), MPI_ERR_REQUEST) << "twice";
  MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  EXPECT_EQ(MPI_Waitall(1, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(in, 7);
  MPI_Request next;
  MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &next);  // in the slot of the one before
  int flag = 0;
  EXPECT_EQ(class_of(MPI_Test(&copy, &flag, MPI_STATUS_IGNORE)), MPI_ERR_REQUEST) << "over";
  EXPECT_EQ(class_of(MPI_Request_free(&copy)), MPI_ERR_REQUEST);
  EXPECT_EQ(class_of(MPI_Start(&copy)), MPI_ERR_REQUEST);
  for (const std::uintptr_t value : {0x0ul, 0x1ul, 0x1000ul, 0x5a5a5a5a5a5a5a5aul, ~0x0ul}) {
    copy = reinterpret_cast<MPI_Request>(value);
    EXPECT_EQ(class_of(MPI_Wait(&copy, MPI_STATUS_IGNORE)), MPI_ERR_REQUEST) << value;
  }
  MPI_Send(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  EXPECT_EQ(MPI_Wait(&next, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
TEST_P(RequestCalls, ARequestThatIsNoneIsFoundOut) {
  run(wrong_requests);
}

}  // namespace
}  // namespace bamboo::mpi
