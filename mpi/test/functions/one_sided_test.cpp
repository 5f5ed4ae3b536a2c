// SPDX-License-Identifier: Apache-2.0
// Windows among ranks of one process: errors, which the installed MPIs find in part, large counts,
// and threads that work on the same memory.
#include <array>
#include <string>
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(OneSided, 1, 3, 8);

MPI_Win window_of(int* words, int count) {
  MPI_Win win;
  MPI_Win_create(words, static_cast<MPI_Aint>(sizeof(int)) * count, sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  return win;
}

int wrong_places(int, char**) {
  MPI_Init(nullptr, nullptr);
  std::array<int, 4> words{};
  MPI_Win win = window_of(words.data(), 4);
  const int one = 1, me = world_rank();
  int got = 0;
  EXPECT_EQ(MPI_Put(&one, 1, MPI_INT, me, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_unlock(me, win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_flush(me, win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_flush_local(me, win), MPI_ERR_RMA_SYNC);
  MPI_Request request;
  MPI_Win_fence(0, win);
  EXPECT_EQ(MPI_Rput(&one, 1, MPI_INT, me, 0, 1, MPI_INT, win, &request), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Put(&one, 1, MPI_INT, me, 4, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
  EXPECT_EQ(MPI_Get(&got, 1, MPI_INT, me, -1, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
  EXPECT_EQ(MPI_Put(&one, 1, MPI_INT, world_size(), 0, 1, MPI_INT, win), MPI_ERR_RANK);
  EXPECT_EQ(MPI_Put(&one, 1, MPI_INT, me, 0, 2, MPI_INT, win), MPI_ERR_ARG);
  EXPECT_EQ(MPI_Accumulate(&one, 1, MPI_INT, me, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
  EXPECT_EQ(MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
  MPI_Win_fence(0, win);
  EXPECT_EQ(MPI_Win_lock(17, me, 0, win), MPI_ERR_LOCKTYPE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win);
  EXPECT_EQ(MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
  EXPECT_EQ(MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
  MPI_Win_unlock(me, win);
  MPI_Aint size;
  int unit;
  void* base;
  EXPECT_EQ(MPI_Win_shared_query(win, 0, &size, &unit, static_cast<void*>(&base)),
            MPI_ERR_RMA_FLAVOR);
  EXPECT_EQ(MPI_Win_attach(win, words.data(), 4), MPI_ERR_RMA_FLAVOR);
  EXPECT_EQ(MPI_Win_fromint(MPI_Win_toint(win)), win);
  MPI_Win_free(&win);
  EXPECT_EQ(win, MPI_WIN_NULL);
  MPI_Finalize();
  return 0;
}
TEST_P(OneSided, CallsInWrongPlacesAreErrors) {
  run(wrong_places);
}

int large_count_windows(int, char**) {
  MPI_Init(nullptr, nullptr);
  long* words;
  MPI_Win win;
  MPI_Win_allocate_c(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD,
                     static_cast<void*>(&words), &win);
  EXPECT_EQ(words[3], 0) << "fresh memory";
  MPI_Barrier(MPI_COMM_WORLD);
  const int right = (world_rank() + 1) % world_size();
  const std::array<long, 4> data{1, 2, 3, 4};
  std::array<long, 4> got{}, more{};
  std::array<MPI_Request, 4> all;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
  MPI_Put_c(data.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, win);
  MPI_Win_flush(right, win);
  MPI_Accumulate_c(data.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, MPI_SUM, win);
  MPI_Get_accumulate_c(data.data(), 4, MPI_LONG, got.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG,
                       MPI_SUM, win);
  MPI_Win_flush(right, win);
  EXPECT_EQ(got, (std::array<long, 4>{2, 4, 6, 8}));
  MPI_Get_c(got.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, win);
  MPI_Win_flush(right, win);
  EXPECT_EQ(got, (std::array<long, 4>{3, 6, 9, 12}));
  MPI_Rput_c(data.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, win, &all[0]);
  MPI_Win_flush(right, win);
  MPI_Raccumulate_c(data.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, MPI_SUM, win, &all[1]);
  MPI_Rget_accumulate_c(data.data(), 4, MPI_LONG, more.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG,
                        MPI_SUM, win, &all[2]);
  MPI_Win_flush(right, win);
  MPI_Rget_c(got.data(), 4, MPI_LONG, right, 0, 4, MPI_LONG, win, &all[3]);
  MPI_Waitall(4, all.data(), MPI_STATUSES_IGNORE);
  EXPECT_EQ(more, (std::array<long, 4>{2, 4, 6, 8}));
  EXPECT_EQ(got, (std::array<long, 4>{3, 6, 9, 12}));
  MPI_Win_unlock(right, win);
  MPI_Win_free(&win);

  MPI_Win_create_c(words = new long[2], 2 * sizeof(long), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  delete[] words;
  MPI_Aint bytes, unit;
  MPI_Win_allocate_shared_c(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&words), &win);
  MPI_Win_shared_query_c(win, right, &bytes, &unit, static_cast<void*>(&words));
  EXPECT_EQ(bytes, 64);
  EXPECT_EQ(unit, 8);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(OneSided, FormsWithLargeCountsDoTheSame) {
  run(large_count_windows);
}

std::string hint_of(MPI_Win win, const char* key) {
  MPI_Info info;
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int flag = 0;
  MPI_Win_get_info(win, &info);
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
  MPI_Info_free(&info);
  return flag ? value : "none";
}

int hints_of_windows(int, char**) {
  MPI_Init(nullptr, nullptr);
  int word = 0;
  MPI_Win win = window_of(&word, 1);
  EXPECT_EQ(hint_of(win, "accumulate_ordering"), "rar,raw,war,waw");
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Info_set(info, "of_the_program", "1");
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  EXPECT_EQ(hint_of(win, "accumulate_ordering"), "none");
  EXPECT_EQ(hint_of(win, "of_the_program"), "none") << "MPI does not know this one";
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(OneSided, WindowsHaveTheHintsThatMpiNames) {
  run(hints_of_windows);
}

int no_target_and_no_bytes(int, char**) {
  MPI_Init(nullptr, nullptr);
  int word = 0;
  MPI_Win win = window_of(&word, 1);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, win);
  EXPECT_EQ(MPI_Rput(&word, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request), MPI_SUCCESS);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(MPI_PROC_NULL, win);
  MPI_Win_free(&win);
  int *base, unit;
  MPI_Aint bytes;
  MPI_Win_allocate_shared(world_rank() ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                          static_cast<void*>(&base), &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, static_cast<void*>(&base));
  EXPECT_EQ(base, nullptr) << "where there are no bytes";
  EXPECT_EQ(bytes, 0);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(OneSided, NoTargetAndNoBytesAreAllowed) {
  run(no_target_and_no_bytes);
}

int contended(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int rounds = 100;
  std::array<int, 3> words{};  // a counter; two that an exclusive lock keeps equal
  MPI_Win win = window_of(words.data(), 3);
  const int one = 1, size = world_size();
  for (int i = 0; i < rounds; ++i) {
    const int target = i % size;
    int ticket;
    std::array<int, 2> pair;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, target, 0, MPI_SUM, win);
    MPI_Win_unlock(target, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(pair.data(), 2, MPI_INT, target, 1, 2, MPI_INT, win);
    MPI_Win_flush(target, win);
    EXPECT_EQ(pair[0], pair[1]);
    ++pair[0];
    ++pair[1];
    MPI_Put(pair.data(), 2, MPI_INT, target, 1, 2, MPI_INT, win);
    MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int all = 0;
  MPI_Allreduce(words.data(), &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(all, rounds * size);
  EXPECT_EQ(words[0], words[1]);
  EXPECT_EQ(words[1], words[2]);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(OneSided, LocksAndCountersHoldAmongWorkers) {
  run(contended);
}

}  // namespace
}  // namespace bamboo::mpi
