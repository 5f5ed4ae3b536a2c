// SPDX-License-Identifier: Apache-2.0
// Cases around collectives: errors, threads and unusual arguments.
#include <cstdlib>
#include <cstring>

#include "random_call.h"

namespace conformance {
namespace {

int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

/// A receive from any source with any tag receives the program's message, and never one of a plan.
void messages_of_the_program() {
  const int rank = rank_of(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  if (size == 1) return;  // MPICH 4.0 hangs in its own Alltoall
  int got = -1;
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  std::vector<int> all(size), ranks(size, rank);
  MPI_Allgather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoall(ranks.data(), 1, MPI_INT, all.data(), 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  if (done) fail("a plan's message was taken for one of the program");
  PMPI_Barrier(MPI_COMM_WORLD);  // no process has sent before all have looked
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (got != (rank + size - 1) % size) fail("the program's message is another one");
}

void between_groups() {
  const int rank = rank_of(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  if (size < 2) return;
  const bool low = rank < size / 2;
  MPI_Comm half, between;
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? size / 2 : 0, 7, &between);
  int remote = 0;
  MPI_Comm_remote_size(between, &remote);
  std::vector<int> theirs(remote, -1);
  MPI_Allgather(&rank, 1, MPI_INT, theirs.data(), 1, MPI_INT, between);
  for (int i = 0; i < remote; ++i)
    if (theirs[i] != i + (low ? size / 2 : 0)) fail("Allgather between two groups is wrong");
  int value = rank;
  const int root = !low ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
  MPI_Bcast(&value, 1, MPI_INT, root, between);
  if (!low && value != 0) fail("Bcast between two groups is wrong");
  MPI_Barrier(between);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
}

/// Errors are the MPI's own.
void errors() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int value = 0;
  int planned = 0, own = 0;
  MPI_Error_class(MPI_Bcast(&value, 1, MPI_INT, -5, comm), &planned);
  MPI_Error_class(PMPI_Bcast(&value, 1, MPI_INT, -5, comm), &own);
  if (planned != own || own == MPI_SUCCESS) fail("a wrong root gives another error");
  MPI_Error_class(MPI_Bcast(&value, -1, MPI_INT, 0, comm), &planned);
  MPI_Error_class(PMPI_Bcast(&value, -1, MPI_INT, 0, comm), &own);
  if (planned != own || own == MPI_SUCCESS) fail("a wrong count gives another error");
  double number = 0, result = 0;
  MPI_Error_class(MPI_Allreduce(&number, &result, 1, MPI_DOUBLE, MPI_BXOR, comm), &planned);
  MPI_Error_class(PMPI_Allreduce(&number, &result, 1, MPI_DOUBLE, MPI_BXOR, comm), &own);
  if (planned != own || own == MPI_SUCCESS) fail("a wrong operation gives another error");
  MPI_Comm_free(&comm);
}

/// Plans whose sides are compared first refuse this.
bool sides_may_differ() {
  return !std::getenv("BAMBOO_PLANS_VERIFY");
}

/// A receiver may have more room than comes; with less it gets an error, and the others their data.
void room_in_scatterv() {
  if (!sides_may_differ()) return;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Datatype pairs;  // of ints, with a gap behind each
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  const int rank = rank_of(comm), size = size_of(comm);
  std::vector<int> counts(size, 4), places(size), data(4 * size), got(40, -1);
  for (int i = 0; i < size; ++i) places[i] = 4 * i;
  for (int i = 0; i < 4 * size; ++i) data[i] = i;
  const bool has_gaps = rank == 1, has_less = rank == 2;
  const int room = rank == 0 ? 4 : has_less ? 3 : 10;
  int error = MPI_SUCCESS;
  MPI_Error_class(MPI_Scatterv(data.data(), counts.data(), places.data(), MPI_INT, got.data(), room,
                               has_gaps ? pairs : MPI_INT, 0, comm),
                  &error);
  if (error != (has_less ? MPI_ERR_TRUNCATE : MPI_SUCCESS))
    fail("Scatterv into more or less room gives another error");
  // Two pairs: at 0 and 2, then behind their extent of 3 at 3 and 5.
  const int at[2][4] = {{0, 1, 2, 3}, {0, 2, 3, 5}};
  for (int i = 0; i < (has_less ? 0 : 4); ++i)
    if (got[at[has_gaps][i]] != 4 * rank + i) fail("Scatterv into more room is wrong");
  if (!has_less && got[has_gaps ? 6 : 4] != -1) fail("Scatterv into more room writes too much");
  MPI_Type_free(&pairs);
  MPI_Comm_free(&comm);
}

/// Communicators come and go; handles are used again.
void many_communicators() {
  for (int i = 0; i < 50; ++i) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank_of(MPI_COMM_WORLD) % (i % 3 + 1), 0, &comm);
    int sum = 0;
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (sum != size_of(comm)) fail("Allreduce on a new communicator is wrong");
    MPI_Comm_free(&comm);
  }
}

#ifdef MPICH_VERSION
/// MPICH has some 2,000 communicators. Where it has none left for plans, it serves the calls
/// itself.
void used_up_communicators() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::vector<MPI_Comm> all(1);
  while (PMPI_Comm_dup(MPI_COMM_WORLD, &all.back()) == MPI_SUCCESS) all.emplace_back();
  all.pop_back();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm last = all.back();
  MPI_Comm_set_errhandler(last, MPI_ERRORS_ARE_FATAL);
  for (int call = 0; call < 3; ++call) {
    int sum = 0;
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, last);
    if (sum != size_of(last)) fail("Allreduce without a communicator for plans is wrong");
  }
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(last, &handler);
  if (handler != MPI_ERRORS_ARE_FATAL) fail("the program's error handler is lost");
  MPI_Errhandler_free(&handler);
  for (MPI_Comm& comm : all) MPI_Comm_free(&comm);
}

/// MPICH takes null types where nothing moves; each process has them elsewhere.
void left_out_types() {
  const int size = size_of(MPI_COMM_WORLD), rank = rank_of(MPI_COMM_WORLD);
  std::vector<int> counts(size, 0), places(size), got(size, -1);
  std::vector<MPI_Datatype> types(size, MPI_DATATYPE_NULL);
  for (int i = 0; i < size; ++i) {
    places[i] = i * static_cast<int>(sizeof(int));
    if (i != rank - 1 && i != rank + 1) continue;
    counts[i] = 1;
    types[i] = MPI_INT;
  }
  if (rank == 1) types[rank] = MPI_INT;
  const std::vector<int> sent(size, rank);
  MPI_Alltoallw(sent.data(), counts.data(), places.data(), types.data(), got.data(), counts.data(),
                places.data(), types.data(), MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i)
    if (got[i] != (counts[i] == 0 ? -1 : i)) fail("Alltoallw without some types is wrong");
}
#endif

/// Longer than the pieces in which a plan may move them.
void long_elements_with_holes() {
  constexpr int count = 20000, stride = 3;
  const int rank = rank_of(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  MPI_Datatype spaced;
  MPI_Type_create_resized(MPI_INT, 0, stride * sizeof(int), &spaced);
  MPI_Type_commit(&spaced);
  std::vector<int> sent(count * stride, rank), got(sent.size() * size, -1), counts(size, count);
  std::vector<int> places;
  for (int i = 0; i < size; ++i) places.push_back(i * count);
  MPI_Allgatherv(sent.data(), count, spaced, got.data(), counts.data(), places.data(), spaced,
                 MPI_COMM_WORLD);
  MPI_Type_free(&spaced);
  for (int i = 0; i < size * count; ++i)
    if (got[i * stride] != i / count || got[i * stride + 1] != -1)
      return fail("Allgatherv of long elements with holes is wrong");
}

void several_threads() {
  in_threads(3, [](int k, MPI_Comm comm) {
    const int size = size_of(comm), rank = rank_of(comm);
    for (int i = 0; i < 40; ++i) {
      std::vector<int> sent(size, rank * 100 + k + i), got(size);
      MPI_Alltoall(sent.data(), 1, MPI_INT, got.data(), 1, MPI_INT, comm);
      for (int r = 0; r < size; ++r)
        if (got[r] != r * 100 + k + i) fail("Alltoall of several threads is wrong");
      int sum = 0;
      MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
      if (sum != size * (size - 1) / 2) fail("Allreduce of several threads is wrong");
    }
  });
}

}  // namespace

void special_cases() {
  messages_of_the_program();
  between_groups();
  errors();
  room_in_scatterv();
  long_elements_with_holes();
  many_communicators();
#ifdef MPICH_VERSION
  left_out_types();
  if (size_of(MPI_COMM_WORLD) == 2) used_up_communicators();  // it takes a second
#endif
  int level = 0;
  MPI_Query_thread(&level);
  if (level == MPI_THREAD_MULTIPLE) several_threads();
}

}  // namespace conformance
