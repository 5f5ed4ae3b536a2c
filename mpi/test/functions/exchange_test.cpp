// SPDX-License-Identifier: Apache-2.0
// MPI_Isendrecv: one request for both halves, with the status of the receive.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Exchanges, 1, 2, 5);

int status_of_the_receive(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int mine = 10 + world_rank();
  const std::vector<int> out = values(world_rank(), mine);
  std::vector<int> in(100, -1);
  MPI_Request request;
  MPI_Isendrecv(out.data(), mine, MPI_INT, next(), 3, in.data(), 100, MPI_INT, MPI_ANY_SOURCE,
                MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  MPI_Status status;
  MPI_Wait(&request, &status);
  EXPECT_EQ(request, MPI_REQUEST_NULL);
  int count = -1;
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, 10 + previous());
  EXPECT_EQ(status.MPI_SOURCE, previous());
  EXPECT_EQ(status.MPI_TAG, 3);
  in.resize(static_cast<std::size_t>(count));
  EXPECT_EQ(in, values(previous(), count));
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, TheStatusIsThatOfTheReceive) {
  run(status_of_the_receive);
}

int both_halves(int, char**) {
  MPI_Init(nullptr, nullptr);
  // The message has come long before the rank's own is taken: synchronous in size.
  const int count = 100000;
  const std::vector<int> out = values(world_rank(), count);
  std::vector<int> in(count), early(1);
  MPI_Request request;
  MPI_Isendrecv(out.data(), count, MPI_INT, next(), 1, early.data(), 1, MPI_INT, MPI_PROC_NULL, 0,
                MPI_COMM_WORLD, &request);
  int flag = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  EXPECT_FALSE(flag) << "the message has not been received";
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(in.data(), count, MPI_INT, previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), count));
  MPI_Status status;
  MPI_Wait(&request, &status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, IsCompleteWithBothHalves) {
  run(both_halves);
}

int short_sends(int, char**) {
  MPI_Init(nullptr, nullptr);
  // No rank receives before its own exchange is over, as with the installed MPIs' short sends.
  const std::vector<int> out = values(world_rank(), 2000);
  std::vector<int> in(2000);
  MPI_Request request;
  MPI_Isendrecv_c(out.data(), 2000, MPI_INT, next(), 1, nullptr, 0, MPI_INT, MPI_PROC_NULL, 0,
                  MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Recv(in.data(), 2000, MPI_INT, previous(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 2000));
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, AShortSendDoesNotWaitForItsReceive) {
  run(short_sends);
}

int truncated(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const std::vector<int> out = values(world_rank(), 5);
  int in[2] = {};
  MPI_Request request;
  MPI_Isendrecv(out.data(), 5, MPI_INT, next(), 1, in, 2, MPI_INT, previous(), 1, MPI_COMM_WORLD,
                &request);
  int error_class = -1;
  MPI_Error_class(MPI_Wait(&request, MPI_STATUS_IGNORE), &error_class);
  EXPECT_EQ(error_class, MPI_ERR_TRUNCATE);
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, ATruncatedMessageIsAnError) {
  run(truncated);
}

/// The form with large counts, called as the other one.
int narrowed(void* data, int count, MPI_Datatype type, int to, int sendtag, int from, int recvtag,
             MPI_Comm comm, MPI_Request* request) {
  return MPI_Isendrecv_replace_c(data, count, type, to, sendtag, from, recvtag, comm, request);
}

int replaced(int, char**) {
  MPI_Init(nullptr, nullptr);
  for (const auto replace : {MPI_Isendrecv_replace, narrowed}) {
    std::vector<int> data = values(world_rank(), 50000);
    MPI_Request request;
    replace(data.data(), 50000, MPI_INT, next(), 1, previous(), 1, MPI_COMM_WORLD, &request);
    MPI_Status status;
    MPI_Wait(&request, &status);
    EXPECT_EQ(data, values(previous(), 50000));
    EXPECT_EQ(status.MPI_SOURCE, previous());
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, WhatWasSentIsReplaced) {
  run(replaced);
}

int large_counts(int, char**) {
  MPI_Init(nullptr, nullptr);
  const MPI_Count count = 300;
  const std::vector<int> out = values(world_rank(), 300);
  std::vector<int> in(300);
  MPI_Request request;
  MPI_Isendrecv_c(out.data(), count, MPI_INT, next(), 1, in.data(), count, MPI_INT, previous(), 1,
                  MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 300));
  MPI_Isendrecv_replace_c(in.data(), count, MPI_INT, previous(), 2, next(), 2, MPI_COMM_WORLD,
                          &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, out) << "they come back";
  MPI_Finalize();
  return 0;
}
TEST_P(Exchanges, LargeCountsAreTheSameExchange) {
  run(large_counts);
}

}  // namespace
}  // namespace bamboo::mpi
