// SPDX-License-Identifier: Apache-2.0
// Operands whose results do not depend on how they are bracketed, but on their order where the
// operation does not commute.
#pragma once

#include <array>
#include <cstring>

#include "random_call.h"

namespace conformance {

using Matrix = std::array<unsigned, 4>;

inline Matrix product(const Matrix& a, const Matrix& b) {
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

inline Operands any_operands(const TrialCall& t) {
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
inline void make_whole(const Operands& operands, void* data, int count) {
  for (int i = 0; operands.numbers && i < count; ++i) {
    unsigned char first;
    auto* at = static_cast<unsigned char*>(data) + i * sizeof(double);
    std::memcpy(&first, at, 1);
    const double value = first;
    std::memcpy(at, &value, sizeof value);
  }
}

}  // namespace conformance
