// SPDX-License-Identifier: Apache-2.0
// Ranks that give a collective elements of other types than the others are warned, once in each
// process: so each case has a process of its own.
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

constexpr int ranks = 4;
/// Each in the range of another algorithm: trees, pairs, parts of blocks.
constexpr int sizes[] = {2, 600, 40000};

/// A rank's arguments: blocks of `count` elements of 4 bytes, one for each rank.
struct Arguments {
  int count;
  MPI_Datatype type;
  MPI_Op op;
  const int *counts, *places, *bytes;
  const MPI_Datatype* types;
  void *in, *out;
};

struct Form {
  const char* name;
  void (*call)(const Arguments&, MPI_Request* request);
};

/// The blocking and the nonblocking form.
#define FORMS(blocking, nonblocking, ...)                                                         \
  {#blocking, [](const Arguments& a, MPI_Request*) { blocking(__VA_ARGS__, MPI_COMM_WORLD); }}, { \
    #nonblocking, [](const Arguments& a, MPI_Request* request) {                                  \
      nonblocking(__VA_ARGS__, MPI_COMM_WORLD, request);                                          \
    }                                                                                             \
  }

const Form movements[] = {
    FORMS(MPI_Bcast, MPI_Ibcast, a.out, a.count, a.type, 1),
    FORMS(MPI_Gather, MPI_Igather, a.in, a.count, a.type, a.out, a.count, a.type, 1),
    FORMS(MPI_Gatherv, MPI_Igatherv, a.in, a.count, a.type, a.out, a.counts, a.places, a.type, 1),
    FORMS(MPI_Scatter, MPI_Iscatter, a.in, a.count, a.type, a.out, a.count, a.type, 1),
    FORMS(MPI_Scatterv, MPI_Iscatterv, a.in, a.counts, a.places, a.type, a.out, a.count, a.type, 1),
    FORMS(MPI_Allgather, MPI_Iallgather, a.in, a.count, a.type, a.out, a.count, a.type),
    FORMS(MPI_Allgather, MPI_Iallgather, MPI_IN_PLACE, 0, MPI_BYTE, a.out, a.count, a.type),
    FORMS(MPI_Allgatherv, MPI_Iallgatherv, a.in, a.count, a.type, a.out, a.counts, a.places,
          a.type),
    FORMS(MPI_Alltoall, MPI_Ialltoall, a.in, a.count, a.type, a.out, a.count, a.type),
    FORMS(MPI_Alltoall, MPI_Ialltoall, MPI_IN_PLACE, 0, MPI_BYTE, a.out, a.count, a.type),
    FORMS(MPI_Alltoallv, MPI_Ialltoallv, a.in, a.counts, a.places, a.type, a.out, a.counts,
          a.places, a.type),
    FORMS(MPI_Alltoallv, MPI_Ialltoallv, MPI_IN_PLACE, nullptr, nullptr, MPI_BYTE, a.out, a.counts,
          a.places, a.type),
    FORMS(MPI_Alltoallw, MPI_Ialltoallw, a.in, a.counts, a.bytes, a.types, a.out, a.counts, a.bytes,
          a.types),
    FORMS(MPI_Alltoallw, MPI_Ialltoallw, MPI_IN_PLACE, nullptr, nullptr, nullptr, a.out, a.counts,
          a.bytes, a.types),
};

const Form reductions[] = {
    FORMS(MPI_Reduce, MPI_Ireduce, a.in, a.out, a.count, a.type, a.op, 1),
    FORMS(MPI_Allreduce, MPI_Iallreduce, a.in, a.out, a.count, a.type, a.op),
    FORMS(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, a.out, a.count, a.type, a.op),
    FORMS(MPI_Scan, MPI_Iscan, a.in, a.out, a.count, a.type, a.op),
    FORMS(MPI_Exscan, MPI_Iexscan, a.in, a.out, a.count, a.type, a.op),
    FORMS(MPI_Reduce_scatter, MPI_Ireduce_scatter, a.in, a.out, a.counts, a.type, a.op),
    FORMS(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, a.in, a.out, a.count, a.type, a.op),
};

/// A number of the form, how many elements, and the types and operations of the ranks.
struct Case {
  const Form* form;
  int count;
  MPI_Datatype types[ranks];
  bool own_operation[ranks];
};
Case now;  // what the ranks' main() is to do

void first(void*, void*, int*, MPI_Datatype*) {}

/// A type with as many bytes as four elements is used in a count of a quarter.
int one_call(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int me = world_rank();
  MPI_Op own;
  MPI_Op_create(first, 1, &own);
  const MPI_Datatype type = now.types[me];
  std::vector<int> in(ranks * now.count, 1), out(ranks * now.count, 1);
  std::vector<int> counts(ranks, now.count), places(ranks), bytes(ranks);
  for (int i = 0; i < ranks; ++i) {
    places[i] = i * now.count;
    bytes[i] = 4 * places[i];
  }
  const std::vector<MPI_Datatype> types(ranks, type);
  MPI_Request request = MPI_REQUEST_NULL;
  now.form->call({now.count, type, now.own_operation[me] ? own : MPI_SUM, counts.data(),
                  places.data(), bytes.data(), types.data(), in.data(), out.data()},
                 &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Op_free(&own);
  MPI_Finalize();
  return 0;
}

int run(int (*program)(int, char**)) {
  RuntimeOptions options;
  options.workers = 2;
  options.service = ServiceMode::Inline;
  options.stack_bytes = 1u << 20;
  return run_ranks(options, ranks, program);
}

class CollectiveTypes : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// "MPI_INT and MPI_FLOAT", either way round, of whichever ranks meet first.
std::string warning(const Form& form) {
  return std::string("bamboo: warning: rank [0-3]: ") + form.name +
         " .at .*. receives elements of type MPI_(INT|FLOAT), but rank [0-3] sends elements of "
         "type MPI_(INT|FLOAT) .printed once";
}

/// One form a test, because each case takes a process.
class MovementTypes : public CollectiveTypes, public testing::WithParamInterface<Form> {};
class ReductionTypes : public CollectiveTypes, public testing::WithParamInterface<Form> {};

TEST_P(MovementTypes, WarnsOfOtherElements) {
  const Form form = GetParam();
  for (const int count : sizes) {
    now = {&form, count, {MPI_INT, MPI_INT, MPI_FLOAT, MPI_INT}, {}};
    EXPECT_EXIT(std::exit(run(one_call)), testing::ExitedWithCode(0), warning(form)) << count;
  }
}

TEST_P(ReductionTypes, WarnsOfOtherElementsOfAnOperationOfTheProgram) {
  const Form form = GetParam();
  for (const int count : sizes) {
    now = {&form, count, {MPI_INT, MPI_INT, MPI_FLOAT, MPI_INT}, {true, true, true, true}};
    EXPECT_EXIT(std::exit(run(one_call)), testing::ExitedWithCode(0), warning(form)) << count;
    now.own_operation[2] = false;
    EXPECT_EXIT(std::exit(run(one_call)), testing::ExitedWithCode(0), warning(form)) << count;
  }
}

std::string name_of(const testing::TestParamInfo<Form>& info) {
  return std::string(info.param.name) + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Forms, MovementTypes, testing::ValuesIn(movements), name_of);
INSTANTIATE_TEST_SUITE_P(Forms, ReductionTypes, testing::ValuesIn(reductions), name_of);

TEST_F(CollectiveTypes, MessagesToOneselfAreChecked) {
  const auto program = [](int, char**) {
    MPI_Init(nullptr, nullptr);
    const int in = world_rank();
    float out[ranks];
    MPI_Allgather(&in, 1, MPI_INT, out, 1, MPI_FLOAT, MPI_COMM_SELF);
    MPI_Finalize();
    return 0;
  };
  EXPECT_EXIT(std::exit(run(program)), testing::ExitedWithCode(0),
              "rank ([0-3]): MPI_Allgather .*receives.*MPI_FLOAT, but rank [0-3] sends.*MPI_INT");
}

/// The text that the calls of `program` write to standard error.
template <class Program>
std::string message_of(Program program) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(program), 0);
  return testing::internal::GetCapturedStderr();
}

TEST_F(CollectiveTypes, OtherNamesOfTheSameElementsAreNone) {
  const MPI_Datatype same[][ranks] = {{MPI_INT, MPI_INT32_T, MPI_INTEGER, MPI_UNSIGNED},
                                      {MPI_FLOAT, MPI_REAL, MPI_REAL4, MPI_FLOAT}};
  for (const auto& types : same)
    for (const Form& form : movements)
      for (const int count : sizes) {
        now = {&form, count, {types[0], types[1], types[2], types[3]}, {}};
        EXPECT_EQ(message_of(one_call), "") << form.name << " " << count;
      }
}

TEST_F(CollectiveTypes, AnOperationOfTheProgramBesideMPIsOwnIsNoOtherType) {
  for (const Form& form : reductions)
    for (const int count : sizes) {
      now = {&form, count, {MPI_INT, MPI_INT, MPI_INT, MPI_INT}, {true, false, true, false}};
      EXPECT_EQ(message_of(one_call), "") << form.name << " " << count;
    }
}

/// Half of the ranks describe their blocks by derived types of as many integers.
int derived_types(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int me = world_rank(), other = me % 2;
  MPI_Datatype two, spread, pair;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_vector(2, 1, 2, MPI_INT, &spread);
  const int ones[] = {1, 1};
  const MPI_Aint at[] = {0, 8};
  const MPI_Datatype members[] = {MPI_INT, MPI_INT};
  MPI_Type_create_struct(2, ones, at, members, &pair);
  const int n = now.count;
  std::vector<int> in(4 * ranks * n), out(4 * ranks * n);
  std::vector<int> counts(ranks), places(ranks), bytes(ranks);
  for (MPI_Datatype* type : {&two, &spread, &pair}) {
    MPI_Type_commit(type);
    const MPI_Datatype mine = other ? MPI_INT : *type;
    const std::vector<MPI_Datatype> types(ranks, mine);
    const int count = other ? 2 * n : n;
    MPI_Aint lb, extent;
    MPI_Type_get_extent(mine, &lb, &extent);
    for (int i = 0; i < ranks; ++i) {
      counts[i] = count;
      places[i] = i * count;
      bytes[i] = places[i] * static_cast<int>(extent);
    }
    MPI_Op own;
    MPI_Op_create(first, 1, &own);
    MPI_Request request = MPI_REQUEST_NULL;
    now.form->call({count, mine, own, counts.data(), places.data(), bytes.data(), types.data(),
                    in.data(), out.data()},
                   &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Op_free(&own);
    MPI_Type_free(type);
  }
  MPI_Finalize();
  return 0;
}
TEST_F(CollectiveTypes, DerivedTypesOfTheSameElementsAreNone) {
  for (const Form& form : movements)
    for (const int count : sizes) {
      now = {&form, count, {}, {}};
      EXPECT_EQ(message_of(derived_types), "") << form.name << " " << count;
    }
}

TEST_F(CollectiveTypes, BytesAreTakenForAnything) {
  const auto program = [](int, char**) {
    MPI_Init(nullptr, nullptr);
    const MPI_Datatype kinds[] = {MPI_INT, MPI_BYTE, MPI_PACKED, MPI_CHAR};
    const MPI_Datatype mine = kinds[world_rank()];
    std::vector<char> in(40000 * ranks), out(40000 * ranks);
    for (const int bytes : {4, 40, 40000}) {
      const int count = mine == MPI_INT ? bytes / 4 : bytes;
      MPI_Bcast(in.data(), count, mine, 0, MPI_COMM_WORLD);
      MPI_Allgather(in.data(), count, mine, out.data(), count, mine, MPI_COMM_WORLD);
      MPI_Alltoall(in.data(), count, mine, out.data(), count, mine, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
  };
  EXPECT_EQ(message_of(+program), "");
}

/// Blocks without elements have any type.
TEST_F(CollectiveTypes, TheTypeOfNoElementsIsIgnored) {
  const auto program = [](int, char**) {
    MPI_Init(nullptr, nullptr);
    const int me = world_rank(), odd = me % 2;
    int in[ranks] = {}, out[ranks] = {};
    // Odd ranks give nothing, of another type, and each pair of an odd and an even one exchanges
    // nothing.
    const int counts[] = {1, 0, 1, 0}, places[] = {0, 1, 2, 3}, bytes[] = {0, 4, 8, 12};
    MPI_Allgatherv(in, odd ? 0 : 1, odd ? MPI_FLOAT : MPI_INT, out, counts, places, MPI_INT,
                   MPI_COMM_WORLD);
    MPI_Gatherv(in, odd ? 0 : 1, odd ? MPI_FLOAT : MPI_INT, out, counts, places, MPI_INT, 0,
                MPI_COMM_WORLD);
    MPI_Scatterv(in, counts, places, MPI_INT, out, odd ? 0 : 1, odd ? MPI_FLOAT : MPI_INT, 0,
                 MPI_COMM_WORLD);
    const int pairs[] = {!odd, odd, !odd, odd};
    MPI_Datatype types[ranks];
    for (int i = 0; i < ranks; ++i) types[i] = pairs[i] ? MPI_INT : me < i ? MPI_FLOAT : MPI_DOUBLE;
    MPI_Alltoallw(in, pairs, bytes, types, out, pairs, bytes, types, MPI_COMM_WORLD);
    MPI_Bcast(in, 0, odd ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(in, 0, odd ? MPI_FLOAT : MPI_INT, out, 0, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Datatype empty;
    MPI_Type_contiguous(0, MPI_DOUBLE, &empty);
    MPI_Type_commit(&empty);
    MPI_Bcast(in, odd ? 3 : 0, odd ? empty : MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&empty);
    MPI_Finalize();
    return 0;
  };
  EXPECT_EQ(message_of(+program), "");
}

/// Each pair of ranks has a type of its own, so what one sends is never what another one sends.
TEST_F(CollectiveTypes, EachPairOfRanksMayHaveItsOwnType) {
  const auto program = [](int, char**) {
    MPI_Init(nullptr, nullptr);
    const int me = world_rank();
    const MPI_Datatype kinds[] = {MPI_INT, MPI_FLOAT, MPI_COMPLEX, MPI_SHORT};
    std::vector<char> in(8 * ranks), out(8 * ranks);
    MPI_Datatype sent[ranks], received[ranks];
    const int counts[] = {1, 1, 1, 1}, bytes[] = {0, 8, 16, 24};
    for (int i = 0; i < ranks; ++i) {
      sent[i] = kinds[(me + 2 * i) % 4];
      received[i] = kinds[(i + 2 * me) % 4];
    }
    MPI_Alltoallw(in.data(), counts, bytes, sent, out.data(), counts, bytes, received,
                  MPI_COMM_WORLD);
    for (int i = 0; i < ranks; ++i) received[i] = kinds[(i + me) % 4];
    MPI_Alltoallw(MPI_IN_PLACE, nullptr, nullptr, nullptr, out.data(), counts, bytes, received,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
  };
  EXPECT_EQ(message_of(+program), "");
}

}  // namespace
}  // namespace bamboo::mpi
