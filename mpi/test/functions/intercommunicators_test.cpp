// SPDX-License-Identifier: Apache-2.0
// Inter-communicators: what installed MPIs lack, and what is wrong.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(InterCommunicators, 2, 3, 8);

/// Between even and odd ranks.
struct Sides {
  int side = world_rank() % 2;
  MPI_Comm local = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  int rank = -1, remote_size = -1;

  Sides() {
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, side == 0 ? 1 : 0, 7, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote_size);
  }
  ~Sides() {
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
  }
};

int between_groups(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const int rank = world_rank(), size = world_size();
    MPI_Group all, sides[2];
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int s : {0, 1}) {
      int range[1][3] = {{s, size - 1, 2}};
      MPI_Group_range_incl(all, 1, range, &sides[s]);
    }
    const int last = (size + 1 - rank % 2) / 2 - 1;
    MPI_Comm inter;
    MPI_Intercomm_create_from_groups(sides[rank % 2], rank % 2 ? last : 0, sides[1 - rank % 2],
                                     rank % 2 ? 0 : size / 2 - 1, "sides", MPI_INFO_NULL,
                                     MPI_ERRORS_RETURN, &inter);
    int sum = -1, expected = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    for (int r = 1 - rank % 2; r < size; r += 2) expected += r;
    EXPECT_EQ(sum, expected);
    MPI_Comm_free(&inter);
    for (MPI_Group& side : sides) MPI_Group_free(&side);
    MPI_Group_free(&all);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, AreMadeFromGroupsAlone) {
  run(between_groups);
}

int over_an_intercommunicator(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Sides sides;
    MPI_Comm second;
    MPI_Intercomm_create(sides.local, 0, sides.inter, 0, 3, &second);
    int size = -1, value = world_rank() == 0 ? 5 : 0;
    MPI_Comm_remote_size(second, &size);
    EXPECT_EQ(size, sides.remote_size);
    MPI_Bcast(&value, 1, MPI_INT,
              world_rank() == 0 ? MPI_ROOT
              : sides.side      ? 0
                                : MPI_PROC_NULL,
              second);
    EXPECT_EQ(value, world_rank() == 0 || sides.side ? 5 : 0);
    MPI_Comm_free(&second);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, LetLeadersMeet) {
  run(over_an_intercommunicator);
}

int wrong_bridges(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Sides sides;
    int value = 1, result = 0, size = 0;
    MPI_Comm made;
    EXPECT_EQ(class_of(MPI_Scan(&value, &result, 1, MPI_INT, MPI_SUM, sides.inter)), MPI_ERR_COMM);
    EXPECT_EQ(class_of(MPI_Exscan(&value, &result, 1, MPI_INT, MPI_SUM, sides.inter)),
              MPI_ERR_COMM);
    EXPECT_EQ(class_of(MPI_Bcast(&value, 1, MPI_INT, sides.remote_size, sides.inter)),
              MPI_ERR_ROOT);
    EXPECT_EQ(class_of(MPI_Bcast(&value, 1, MPI_INT, MPI_ANY_SOURCE, sides.inter)), MPI_ERR_ROOT);
    EXPECT_EQ(class_of(MPI_Allreduce(MPI_IN_PLACE, &result, 1, MPI_INT, MPI_SUM, sides.inter)),
              MPI_ERR_BUFFER);
    EXPECT_EQ(class_of(MPI_Send(&value, 1, MPI_INT, sides.remote_size, 0, sides.inter)),
              MPI_ERR_RANK);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT_EQ(class_of(MPI_Comm_remote_size(MPI_COMM_WORLD, &size)), MPI_ERR_COMM);
    EXPECT_EQ(class_of(MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &made)), MPI_ERR_COMM);
    EXPECT_EQ(class_of(MPI_Intercomm_create(sides.inter, 0, MPI_COMM_WORLD, 0, 0, &made)),
              MPI_ERR_COMM);
    MPI_Barrier(sides.inter);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, RefuseWhatMpiDoesNotDefine) {
  run(wrong_bridges);
}

/// The blocks of the other group's ranks overlap at the root: what the highest rank sends stays.
int overlapping_blocks(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Sides sides;
    const int mine[] = {sides.rank, sides.rank};
    const std::vector<int> counts(sides.remote_size, 2);
    std::vector<int> places, all(sides.remote_size + 1, -1);
    for (int i = 0; i < sides.remote_size; ++i) places.push_back(i);
    const int root = world_rank() == 0 ? MPI_ROOT : sides.side ? 0 : MPI_PROC_NULL;
    EXPECT_EQ(MPI_Gatherv(mine, 2, MPI_INT, all.data(), counts.data(), places.data(), MPI_INT, root,
                          sides.inter),
              MPI_SUCCESS);
    for (int i = 0; i < sides.remote_size && root == MPI_ROOT; ++i) EXPECT_EQ(all[i], i);
    if (root == MPI_ROOT) {
      EXPECT_EQ(all.back(), sides.remote_size - 1);
    }
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, ReceiveBlocksThatOverlapInOrderOfRanks) {
  run(overlapping_blocks);
}

int overlapping_groups(int, char**) {
  MPI_Init(nullptr, nullptr);
  // All ranks are in both.
  MPI_Comm copy, made;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  EXPECT_EQ(class_of(MPI_Intercomm_create(copy, 0, MPI_COMM_WORLD, 0, 0, &made)), MPI_ERR_COMM);
  EXPECT_EQ(made, MPI_COMM_NULL);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, NeedGroupsWithoutCommonMembers) {
  run(overlapping_groups);
}

int disagree_about_high(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Sides sides;
    int size = 0;
    MPI_Comm_size(sides.inter, &size);
    MPI_Comm made;
    const int code = MPI_Intercomm_merge(sides.inter, sides.rank == 0, &made);
    EXPECT_EQ(class_of(code), size > 1 ? MPI_ERR_NOT_SAME : MPI_SUCCESS);
    if (made != MPI_COMM_NULL) MPI_Comm_free(&made);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, AreMergedWhereGroupsAgree) {
  run(disagree_about_high);
}

int sums_that_differ(int, char**) {
  MPI_Init(nullptr, nullptr);
  {
    const Sides sides;
    // One group sends a number more than the other expects.
    std::vector<int> data(3, 1), result(3);
    const int code = MPI_Allreduce(data.data(), result.data(), sides.side ? 3 : 2, MPI_INT, MPI_SUM,
                                   sides.inter);
    EXPECT_EQ(class_of(code), sides.rank == 0 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    MPI_Barrier(sides.inter);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(InterCommunicators, FindOtherCountsOut) {
  run(sums_that_differ);
}

}  // namespace
}  // namespace bamboo::mpi
