// SPDX-License-Identifier: Apache-2.0
// Partitioned communication, which installed MPIs may lack.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Partitioned, 1, 2, 5);

/// A send to the next rank and a receive from the previous one, of 4 partitions with 3 numbers.
struct Pair {
  std::vector<int> out = values(world_rank(), 12), in = std::vector<int>(12, -1);
  MPI_Request send, receive;

  explicit Pair(int receive_partitions = 4) {
    MPI_Psend_init(out.data(), 4, 3, MPI_INT, next(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Precv_init(in.data(), receive_partitions, 12 / receive_partitions, MPI_INT, previous(), 5,
                   MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  }
  ~Pair() {
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
  }
};

int one_by_one(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    Pair pair;
    int flag = -1;
    MPI_Parrived(pair.receive, 0, &flag);
    EXPECT_TRUE(flag) << "it has not been started";
    MPI_Start(&pair.receive);
    MPI_Start(&pair.send);
    MPI_Pready(2, pair.send);
    for (flag = 0; !flag;) MPI_Parrived(pair.receive, 2, &flag);
    EXPECT_EQ(pair.in[8], value_at(previous(), 8));
    MPI_Parrived(pair.receive, 1, &flag);
    EXPECT_FALSE(flag);
    MPI_Test(&pair.receive, &flag, MPI_STATUS_IGNORE);
    EXPECT_FALSE(flag);
    MPI_Barrier(MPI_COMM_WORLD);
    const int rest[] = {3, 0, 1};
    MPI_Pready_list(3, rest, pair.send);
    MPI_Status status;
    MPI_Wait(&pair.receive, &status);
    MPI_Wait(&pair.send, MPI_STATUS_IGNORE);
    EXPECT_EQ(pair.in, values(previous(), 12));
    EXPECT_EQ(status.MPI_SOURCE, previous());
    EXPECT_EQ(status.MPI_TAG, 5);
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    EXPECT_EQ(count, 12);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Partitioned, PartitionsArriveOneByOne) {
  run(one_by_one);
}

int other_partitions(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    Pair pair(2);  // of 6 numbers: each arrives with two of the sender's
    MPI_Start(&pair.receive);
    MPI_Start(&pair.send);
    MPI_Pready(1, pair.send);
    MPI_Pready(3, pair.send);
    MPI_Barrier(MPI_COMM_WORLD);
    int flags[2] = {-1, -1};
    for (int p : {0, 1}) MPI_Parrived(pair.receive, p, &flags[p]);
    EXPECT_FALSE(flags[0] || flags[1]);
    MPI_Barrier(MPI_COMM_WORLD);  // all have looked
    MPI_Pready(0, pair.send);
    while (!flags[0]) MPI_Parrived(pair.receive, 0, &flags[0]);
    MPI_Parrived(pair.receive, 1, &flags[1]);
    EXPECT_FALSE(flags[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pready(2, pair.send);
    MPI_Wait(&pair.receive, MPI_STATUS_IGNORE);
    MPI_Wait(&pair.send, MPI_STATUS_IGNORE);
    EXPECT_EQ(pair.in, values(previous(), 12));
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Partitioned, TheReceiverMayHaveOtherPartitions) {
  run(other_partitions);
}

int never_started(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Pair pair;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Partitioned, MayBeFreedWithoutAStart) {
  run(never_started);
}

int to_no_rank(int, char**) {
  MPI_Init(nullptr, nullptr);
  int out[2] = {1, 2}, in[2] = {3, 4}, flag = 0;
  MPI_Request send, receive;
  MPI_Status status;
  MPI_Psend_init_c(out, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init_c(in, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  MPI_Start(&send);
  MPI_Start(&receive);
  MPI_Pready_range(0, 1, send);
  MPI_Parrived(receive, 1, &flag);
  EXPECT_TRUE(flag);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, &status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  EXPECT_EQ(in[1], 4);
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
  MPI_Finalize();
  return 0;
}
TEST_P(Partitioned, GoesToNoRank) {
  run(to_no_rank);
}

int wrong_calls(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  {
    Pair pair;
    int flag = 0;
    EXPECT_EQ(class_of(MPI_Pready(0, pair.send)), MPI_ERR_REQUEST) << "not started";
    MPI_Start(&pair.receive);
    MPI_Start(&pair.send);
    EXPECT_EQ(class_of(MPI_Pready(4, pair.send)), MPI_ERR_ARG);
    EXPECT_EQ(class_of(MPI_Pready(0, pair.receive)), MPI_ERR_REQUEST);
    EXPECT_EQ(class_of(MPI_Parrived(pair.send, 0, &flag)), MPI_ERR_REQUEST);
    EXPECT_EQ(class_of(MPI_Parrived(pair.receive, -1, &flag)), MPI_ERR_ARG);
    EXPECT_EQ(class_of(MPI_Pready(1, pair.send)), MPI_SUCCESS);
    EXPECT_EQ(class_of(MPI_Pready(1, pair.send)), MPI_ERR_ARG) << "twice";
    for (const int p : {0, 2, 3}) MPI_Pready(p, pair.send);
    MPI_Request requests[] = {pair.send, pair.receive};
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT_EQ(pair.in, values(previous(), 12));
    MPI_Request none;
    EXPECT_EQ(class_of(MPI_Precv_init(pair.in.data(), 1, 1, MPI_INT, MPI_ANY_SOURCE, 0,
                                      MPI_COMM_WORLD, MPI_INFO_NULL, &none)),
              MPI_ERR_RANK);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Partitioned, RefusesWhatIsWrong) {
  run(wrong_calls);
}

}  // namespace
}  // namespace bamboo::mpi
