// SPDX-License-Identifier: Apache-2.0
// The collectives that reduce: operands whose results do not depend on how they are bracketed, but
// on their order where the operation does not commute.
#include <array>
#include <cstring>

#include "trial_call.h"

namespace conformance {
namespace {

using Matrix = std::array<unsigned, 4>;

Matrix product(const Matrix& a, const Matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
          a[2] * b[1] + a[3] * b[3]};
}

/// The user's operations and the types that they are for.
struct UserOperations {
  MPI_Datatype dense = MPI_DATATYPE_NULL;  ///< four numbers
  MPI_Datatype holes = MPI_DATATYPE_NULL;  ///< the same, every second number in memory
  MPI_Op multiply = MPI_OP_NULL;

  static UserOperations& get() {
    static UserOperations operations;
    return operations;
  }

 private:
  UserOperations() {
    PMPI_Type_contiguous(4, MPI_UNSIGNED, &dense);
    PMPI_Type_vector(4, 1, 2, MPI_UNSIGNED, &holes);
    PMPI_Type_commit(&dense);
    PMPI_Type_commit(&holes);
    PMPI_Op_create(run, 0, &multiply);
  }
  static void run(void* in, void* inout, int* count, MPI_Datatype* type) {
    const int stride = *type == get().dense ? 1 : 2, element = stride == 1 ? 4 : 7;
    if (stride == 2 && *type != get().holes) fail("the operation was given another datatype");
    auto* left = static_cast<unsigned*>(in);
    auto* right = static_cast<unsigned*>(inout);
    for (int i = 0; i < *count; ++i, left += element, right += element) {
      const Matrix result =
          product({left[0], left[stride], left[2 * stride], left[3 * stride]},
                  {right[0], right[stride], right[2 * stride], right[3 * stride]});
      for (int k = 0; k < 4; ++k) right[k * stride] = result[k];
    }
  }
};

struct Operands {
  MPI_Datatype type;
  MPI_Op op;
  bool numbers;  ///< doubles, which must be small whole numbers
};

Operands any_operands(const TrialCall& t) {
  const UserOperations& user = UserOperations::get();
  switch (below(t.random, 8)) {
    case 0:
      return {user.dense, user.multiply, false};
    case 1:
      return {user.holes, user.multiply, false};
    case 2:
      return {MPI_DOUBLE, MPI_SUM, true};
    case 3:
      return {MPI_2INT, MPI_MAXLOC, false};
    case 4:
      return {MPI_BYTE, MPI_BXOR, false};
    case 5:
      return {MPI_UNSIGNED, MPI_PROD, false};
    case 6:
      return {MPI_INT, MPI_LAND, false};
    default:
      return {MPI_INT, below(t.random, 2) ? MPI_MAX : MPI_MIN, false};
  }
}

/// Random bytes would be numbers of every size, whose sums are rounded.
void make_whole(const Operands& operands, void* data, int count) {
  for (int i = 0; operands.numbers && i < count; ++i) {
    unsigned char first;
    auto* at = static_cast<unsigned char*>(data) + i * sizeof(double);
    std::memcpy(&first, at, 1);
    const double value = first;
    std::memcpy(at, &value, sizeof value);
  }
}

/// `call`: with the operands where MPI looks for them.
void compare_reduction(const TrialCall& t, const char* function, int root, bool in_place,
                       const Operands& operands, int count, bool has_result,
                       const std::function<int(bool own, const void* send, void* receive)>& call) {
  // No element is longer than 28 bytes, and the arena has 20 for each.
  compare(
      t, name(function, t, root, in_place), 2 * static_cast<std::size_t>(count),
      [&](bool own, void* send, void* receive) {
        make_whole(operands, in_place ? receive : send, count);
        return call(own, in_place ? MPI_IN_PLACE : send, receive);
      },
      has_result);
}

void reduce(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count(), root = below(t.random, t.size);
#ifdef MPICH
  const bool fails = root != 0;  // in place MPICH 4.0 itself reads from MPI_IN_PLACE
#else
  const bool fails = false;
#endif
  const bool at_root = t.rank == root, in_place = t.sometimes() && at_root && !fails;
  compare_reduction(t, "Reduce", root, in_place, operands, count, at_root,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce, send, receive, count, operands.type, operands.op,
                                    root, t.comm);
                    });
}

void allreduce(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Allreduce", -1, in_place, operands, count, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Allreduce, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void scan(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Scan", -1, in_place, operands, count, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Scan, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void exscan(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Exscan", -1, in_place, operands, count, t.rank != 0,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Exscan, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void reduce_scatter(const TrialCall& t) {
  const Operands operands = any_operands(t);
  std::vector<int> counts(t.size);
  int total = 0;
  for (int& count : counts) total += count = t.small_count();
  // In place, what stands in the rest of the buffer afterwards is the MPI's own affair.
  compare_reduction(t, "Reduce_scatter", -1, false, operands, total, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce_scatter, send, receive, counts.data(), operands.type,
                                    operands.op, t.comm);
                    });
}

void reduce_scatter_block(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.small_count();
  compare_reduction(t, "Reduce_scatter_block", -1, false, operands, count * t.size, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce_scatter_block, send, receive, count, operands.type,
                                    operands.op, t.comm);
                    });
}

/// Only the process's own block, which stands first, is a result.
void reduce_scatter_in_place(const TrialCall& t) {
  const int count = t.small_count();
  const auto value = static_cast<unsigned>(t.random());
  std::vector<std::vector<unsigned>> results;
  for (int own = 0; own < 2; ++own) {
    std::vector<unsigned> data(static_cast<std::size_t>(count) * t.size);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = value * (t.rank + 3) + i;
    const int error = EITHER(MPI_Reduce_scatter_block, MPI_IN_PLACE, data.data(), count,
                             MPI_UNSIGNED, MPI_SUM, t.comm);
    if (error != MPI_SUCCESS) fail("Reduce_scatter_block in place returns an error");
    data.resize(count);
    results.push_back(data);
  }
  if (results[0] != results[1]) fail(name("Reduce_scatter_block", t, -1, true) + " differs");
}

}  // namespace

std::vector<TrialFunction> reductions() {
  UserOperations::get();
  return {reduce,
          allreduce,
          scan,
          exscan,
          reduce_scatter,
          reduce_scatter_block,
          reduce_scatter_in_place};
}

}  // namespace conformance
