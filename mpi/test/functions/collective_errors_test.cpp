// SPDX-License-Identifier: Apache-2.0
// Wrong arguments of collectives under MPI_ERRORS_RETURN: each gives its error class, in all ranks
// and in every form, and the communicator works on. (The installed MPIs are no reference here: they
// crash on some of these, and disagree about others.)
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(CollectiveErrors, 1, 3);

/// A collective is called with this count, this type, this operation and this root, right or wrong.
struct CallArguments {
  int count = 1;
  MPI_Datatype type = MPI_INT;
  MPI_Op op = MPI_SUM;
  int root = 0;
  MPI_Comm comm = MPI_COMM_WORLD;
};

struct CheckedForm {
  const char* name;
  bool reduces, rooted;
  int (*call)(const CallArguments&, int* in, int* out, MPI_Request* request);
};

/// The blocking and the nonblocking form.
#define CHECKED_FORMS(blocking, nonblocking, reduces, rooted, ...)                             \
  {#blocking, reduces, rooted,                                                                 \
   [](const CallArguments& a, [[maybe_unused]] int* in, int* out, MPI_Request*) {              \
     return blocking(__VA_ARGS__);                                                             \
   }},                                                                                         \
  {                                                                                            \
    #nonblocking, reduces, rooted,                                                             \
        [](const CallArguments& a, [[maybe_unused]] int* in, int* out, MPI_Request* request) { \
          return nonblocking(__VA_ARGS__, request);                                            \
        }                                                                                      \
  }

const CheckedForm forms[] = {
    CHECKED_FORMS(MPI_Bcast, MPI_Ibcast, false, true, out, a.count, a.type, a.root, a.comm),
    CHECKED_FORMS(MPI_Gather, MPI_Igather, false, true, in, a.count, a.type, out, a.count, a.type,
                  a.root, a.comm),
    CHECKED_FORMS(MPI_Scatter, MPI_Iscatter, false, true, in, a.count, a.type, out, a.count, a.type,
                  a.root, a.comm),
    CHECKED_FORMS(MPI_Allgather, MPI_Iallgather, false, false, in, a.count, a.type, out, a.count,
                  a.type, a.comm),
    CHECKED_FORMS(MPI_Alltoall, MPI_Ialltoall, false, false, in, a.count, a.type, out, a.count,
                  a.type, a.comm),
    CHECKED_FORMS(MPI_Reduce, MPI_Ireduce, true, true, in, out, a.count, a.type, a.op, a.root,
                  a.comm),
    CHECKED_FORMS(MPI_Allreduce, MPI_Iallreduce, true, false, in, out, a.count, a.type, a.op,
                  a.comm),
    CHECKED_FORMS(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, true, false, in, out,
                  a.count, a.type, a.op, a.comm),
    CHECKED_FORMS(MPI_Scan, MPI_Iscan, true, false, in, out, a.count, a.type, a.op, a.comm),
    CHECKED_FORMS(MPI_Exscan, MPI_Iexscan, true, false, in, out, a.count, a.type, a.op, a.comm),
};

template <class Change>
void expect_class(const CheckedForm& form, int expected, Change&& change) {
  CallArguments wrong;
  change(wrong);
  std::vector<int> in(world_size(), 3), out(world_size(), -1);
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_EQ(class_of(form.call(wrong, in.data(), out.data(), &request)), expected) << form.name;
  EXPECT_EQ(request, MPI_REQUEST_NULL) << form.name;
  EXPECT_EQ(out, std::vector<int>(world_size(), -1)) << form.name;
}

int wrong_arguments(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (const CheckedForm& form : forms) {
    expect_class(form, MPI_ERR_COUNT, [](CallArguments& a) { a.count = -1; });
    expect_class(form, MPI_ERR_TYPE, [](CallArguments& a) { a.type = MPI_DATATYPE_NULL; });
    expect_class(form, MPI_ERR_COMM, [](CallArguments& a) { a.comm = MPI_COMM_NULL; });
    if (form.rooted) {
      expect_class(form, MPI_ERR_ROOT, [](CallArguments& a) { a.root = -1; });
      expect_class(form, MPI_ERR_ROOT, [](CallArguments& a) { a.root = world_size(); });
    }
    if (form.reduces) {
      expect_class(form, MPI_ERR_OP, [](CallArguments& a) { a.op = MPI_OP_NULL; });
      expect_class(form, MPI_ERR_OP, [](CallArguments& a) { a.op = MPI_MAXLOC; });
      expect_class(form, MPI_ERR_OP,
                   [](CallArguments& a) { a.type = MPI_DOUBLE, a.op = MPI_BAND; });
    }
    // The next right call finds its partners.
    std::vector<int> in(world_size(), 3), out(world_size(), -1);
    MPI_Request request = MPI_REQUEST_NULL;
    EXPECT_EQ(form.call({}, in.data(), out.data(), &request), MPI_SUCCESS) << form.name;
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS) << form.name;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(CollectiveErrors, EachWrongArgumentOfACollectiveHasItsClass) {
  run(wrong_arguments);
}

int wrong_vectors(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int n = world_size();
  std::vector<int> in(n, 3), out(n, -1), ones(n, 1), wrong(n, 1), at(n);
  for (int i = 0; i < n; ++i) at[i] = i;
  wrong[n - 1] = -1;
  MPI_Comm world = MPI_COMM_WORLD;
  EXPECT_EQ(class_of(MPI_Allgatherv(in.data(), 1, MPI_INT, out.data(), wrong.data(), at.data(),
                                    MPI_INT, world)),
            MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Alltoallv(in.data(), ones.data(), at.data(), MPI_INT, out.data(),
                                   wrong.data(), at.data(), MPI_INT, world)),
            MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Alltoallv(in.data(), wrong.data(), at.data(), MPI_INT, out.data(),
                                   ones.data(), at.data(), MPI_INT, world)),
            MPI_ERR_COUNT);
  EXPECT_EQ(
      class_of(MPI_Reduce_scatter(in.data(), out.data(), wrong.data(), MPI_INT, MPI_SUM, world)),
      MPI_ERR_COUNT);
  EXPECT_EQ(class_of(MPI_Allgatherv(in.data(), 1, MPI_INT, out.data(), ones.data(), at.data(),
                                    MPI_DATATYPE_NULL, world)),
            MPI_ERR_TYPE);
  EXPECT_EQ(class_of(MPI_Reduce_scatter(nullptr, out.data(), ones.data(), MPI_INT, MPI_SUM, world)),
            MPI_ERR_BUFFER);
  EXPECT_EQ(class_of(MPI_Reduce_scatter_block(nullptr, out.data(), 1, MPI_INT, MPI_SUM, world)),
            MPI_ERR_BUFFER);
  EXPECT_EQ(out, std::vector<int>(n, -1));
  EXPECT_EQ(MPI_Alltoallv(in.data(), ones.data(), at.data(), MPI_INT, out.data(), ones.data(),
                          at.data(), MPI_INT, world),
            MPI_SUCCESS);
  EXPECT_EQ(out, in);
  MPI_Finalize();
  return 0;
}
TEST_P(CollectiveErrors, WrongCountsOfOneBlockHaveTheirClass) {
  run(wrong_vectors);
}

/// Send and receive buffer are the same memory. Every rank is a root in its turn.
int one_memory(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm alone;
  MPI_Comm_dup(MPI_COMM_SELF, &alone);
  MPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
  const int n = world_size(), me = world_rank();
  const std::vector<int> ones(n, 1);
  std::vector<int> at(n), a(2 * n, 7);
  for (int i = 0; i < n; ++i) at[i] = i;
  MPI_Comm world = MPI_COMM_WORLD;
  int* const all = a.data();
  int* const own = &a[me];
  const int one = 1, zero = 0;
  // The others of a rooted call would wait for the root's part, so it is alone there.
  const int codes[] = {
      MPI_Gather(all, 1, MPI_INT, all, 1, MPI_INT, 0, alone),
      MPI_Gatherv(all, 1, MPI_INT, all, &one, &zero, MPI_INT, 0, alone),
      MPI_Scatter(all, 1, MPI_INT, all, 1, MPI_INT, 0, alone),
      MPI_Scatterv(all, &one, &zero, MPI_INT, all, 1, MPI_INT, 0, alone),
      MPI_Allgather(own, 1, MPI_INT, all, 1, MPI_INT, world),
      MPI_Allgather(all, 1, MPI_INT, all, 1, MPI_INT, world),
      MPI_Allgatherv(own, 1, MPI_INT, all, ones.data(), at.data(), MPI_INT, world),
      MPI_Alltoall(all, 1, MPI_INT, all, 1, MPI_INT, world),
      MPI_Alltoallv(all, ones.data(), at.data(), MPI_INT, all, ones.data(), at.data(), MPI_INT,
                    world),
      MPI_Allreduce(all, all, 1, MPI_INT, MPI_SUM, world),
      MPI_Allreduce(all, all + 1, 2, MPI_INT, MPI_SUM, world),
      MPI_Reduce_scatter_block(all, own, 1, MPI_INT, MPI_SUM, world),
      MPI_Reduce_scatter(all, own, ones.data(), MPI_INT, MPI_SUM, world),
  };
  for (std::size_t i = 0; i < std::size(codes); ++i)
    EXPECT_EQ(class_of(codes[i]), MPI_ERR_BUFFER) << "call " << i;
  EXPECT_EQ(a, std::vector<int>(2 * n, 7));

  // Side by side, or nothing at all: no error.
  EXPECT_EQ(MPI_Allgather(all + n, 1, MPI_INT, all, 1, MPI_INT, world), MPI_SUCCESS);
  EXPECT_EQ(MPI_Alltoall(all, 1, MPI_INT, all + n, 1, MPI_INT, world), MPI_SUCCESS);
  EXPECT_EQ(MPI_Alltoall(all, 0, MPI_INT, all, 0, MPI_INT, world), MPI_SUCCESS);
  // Columns of one matrix lie between each other.
  MPI_Datatype column;
  MPI_Type_vector(n, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  EXPECT_EQ(MPI_Gather(all, 1, column, all + 1, 1, column, 0, alone), MPI_SUCCESS);
  EXPECT_EQ(class_of(MPI_Gather(all, 1, column, all, 1, column, 0, alone)), MPI_ERR_BUFFER);
  MPI_Type_free(&column);
  MPI_Comm_free(&alone);
  MPI_Finalize();
  return 0;
}
TEST_P(CollectiveErrors, OneMemoryForBothSidesIsAnError) {
  run(one_memory);
}

/// Under MPI_ERRORS_RETURN every rank does its part to the end, and the ranks that detect the error
/// report it.
int differing_operations(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int mine = 1;
  int out = -1;
  const MPI_Op op = world_rank() == 0 ? MPI_MAX : MPI_SUM;
  const int code = MPI_Allreduce(&mine, &out, 1, MPI_INT, op, MPI_COMM_WORLD);
  if (world_rank() == 0 && world_size() > 1) {
    EXPECT_EQ(class_of(code), MPI_ERR_NOT_SAME);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(MPI_Allreduce(&mine, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(out, world_size());
  MPI_Finalize();
  return 0;
}
TEST_P(CollectiveErrors, AnotherOperationThanTheOthersIsAnError) {
  run(differing_operations);
}

/// The root, whose blocks are too short, receives the others' all the same.
int short_blocks(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int rank = world_rank(), size = world_size();
  const int in[] = {rank, rank, rank};
  std::vector<int> out(3 * size, -1);
  const int shorter = rank == 0 ? 1 : 3;
  int code = MPI_Gather(in, 3, MPI_INT, out.data(), shorter, MPI_INT, 0, MPI_COMM_WORLD);
  EXPECT_EQ(class_of(code), rank == 0 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
  MPI_Request request;
  MPI_Igather(in, 3, MPI_INT, out.data(), shorter, MPI_INT, 0, MPI_COMM_WORLD, &request);
  code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(class_of(code), rank == 0 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
  for (int i = size; i < 3 * size; ++i) EXPECT_EQ(out[i], -1);
  int sum = 0;
  EXPECT_EQ(MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(sum, size * (size - 1) / 2);
  MPI_Finalize();
  return 0;
}
/// The root's own block has another size than it says, the others' are right.
int short_own_block(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int rank = world_rank(), size = world_size(), root = size - 1;
  const int in[] = {rank, rank, rank};
  std::vector<int> counts(size, 3), places(size);
  counts[root] = 1;
  for (int i = 0; i < size; ++i) places[i] = 3 * i;
  for (const int own : {1, 5}) {
    counts[root] = own;
    std::vector<int> out(3 * size + 2, -1);
    MPI_Request request;
    MPI_Gatherv_init(in, 3, MPI_INT, out.data(), counts.data(), places.data(), MPI_INT, root,
                     MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    int codes[] = {MPI_Wait(&request, MPI_STATUS_IGNORE),
                   MPI_Gatherv(in, 3, MPI_INT, out.data(), counts.data(), places.data(), MPI_INT,
                               root, MPI_COMM_WORLD)};
    for (const int code : codes)
      EXPECT_EQ(class_of(code), rank == root ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    for (int i = 0; i < 3 * root && rank == root; ++i) EXPECT_EQ(out[i], i / 3);
    for (std::size_t i = 3 * root + 3; i < out.size(); ++i) EXPECT_EQ(out[i], -1);
    MPI_Request_free(&request);
  }
  MPI_Finalize();
  return 0;
}

TEST_P(CollectiveErrors, ARootWithShortBlocksDoesItsPart) {
  run(short_blocks);
  run(short_own_block);
}

/// The others' groups and grids are as they were, and all communicators work on.
int differing_groups(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int rank = world_rank(), size = world_size();
  MPI_Group all, shorter, none = MPI_GROUP_EMPTY;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int first[] = {0};
  MPI_Group_excl(all, 1, first, &shorter);
  MPI_Comm comm;
  int code = MPI_Comm_create(MPI_COMM_WORLD, rank == size - 1 ? none : all, &comm);
  if (rank < size - 1) {
    EXPECT_EQ(class_of(code), MPI_ERR_NOT_SAME);
  }
  if (size > 1) {
    EXPECT_EQ(comm, MPI_COMM_NULL);
  }
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  // A rank that is no member of the group that it passes may pass any group.
  code = MPI_Comm_create(MPI_COMM_WORLD, rank == 0 || size < 3 ? shorter : none, &comm);
  if (rank == 0) {
    EXPECT_EQ(code, MPI_SUCCESS);
  }
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);

  const int flat[] = {size}, high[] = {1, size}, periods[] = {0, 0};
  code = MPI_Cart_create(MPI_COMM_WORLD, rank == 1 ? 2 : 1, rank == 1 ? high : flat, periods, 0,
                         &comm);
  EXPECT_EQ(class_of(code), rank == 1 ? MPI_ERR_NOT_SAME : MPI_SUCCESS);
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  MPI_Cart_create(MPI_COMM_WORLD, 2, high, periods, 0, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const int remain[] = {0, rank != 1};
  MPI_Comm line;
  code = MPI_Cart_sub(comm, remain, &line);
  EXPECT_EQ(class_of(code), rank == 1 ? MPI_ERR_NOT_SAME : MPI_SUCCESS);
  if (line != MPI_COMM_NULL) MPI_Comm_free(&line);
  EXPECT_EQ(MPI_Barrier(comm), MPI_SUCCESS);
  MPI_Comm_free(&comm);
  EXPECT_EQ(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
  MPI_Group_free(&all);
  MPI_Group_free(&shorter);
  MPI_Finalize();
  return 0;
}
TEST_P(CollectiveErrors, AnotherGroupOrGridThanTheOthersIsAnError) {
  run(differing_groups);
}

}  // namespace
}  // namespace bamboo::mpi
