// SPDX-License-Identifier: Apache-2.0
// The table of the predefined types on which each predefined operation is defined (MPI 4.0, section
// 6.9.2).
#include "datatypes/reducible.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bamboo::plans::pmpi {
namespace {

enum Kind : unsigned {
  Integer = 1,
  Floating = 2,
  Complex = 4,
  Logical = 8,
  Byte = 16,
  Pair = 32,
  Multi = 64,  ///< MPI_AINT, MPI_OFFSET and MPI_COUNT: integers without logical operations
};

/// The operations, by the kinds of types that they accept.
const std::vector<std::pair<MPI_Op, unsigned>>& operations() {
  static const std::vector<std::pair<MPI_Op, unsigned>> table{
      {MPI_SUM, Integer | Floating | Complex | Multi},
      {MPI_MAX, Integer | Floating | Multi},
      {MPI_MIN, Integer | Floating | Multi},
      {MPI_PROD, Integer | Floating | Complex | Multi},
      {MPI_LAND, Integer | Logical},
      {MPI_LOR, Integer | Logical},
      {MPI_LXOR, Integer | Logical},
      {MPI_BAND, Integer | Byte | Multi},
      {MPI_BOR, Integer | Byte | Multi},
      {MPI_BXOR, Integer | Byte | Multi},
      {MPI_MAXLOC, Pair},
      {MPI_MINLOC, Pair},
      {MPI_REPLACE, 0},
      {MPI_NO_OP, 0},
  };
  return table;
}

const std::vector<std::pair<MPI_Datatype, unsigned>>& types() {
  static const std::vector<std::pair<MPI_Datatype, unsigned>> table{
      {MPI_DOUBLE, Floating},
      {MPI_INT, Integer},
      {MPI_FLOAT, Floating},
      {MPI_LONG, Integer},
      {MPI_LONG_LONG, Integer},
      {MPI_UNSIGNED, Integer},
      {MPI_UNSIGNED_LONG, Integer},
      {MPI_UNSIGNED_LONG_LONG, Integer},
      {MPI_INT64_T, Integer},
      {MPI_UINT64_T, Integer},
      {MPI_INT32_T, Integer},
      {MPI_UINT32_T, Integer},
      {MPI_INT16_T, Integer},
      {MPI_UINT16_T, Integer},
      {MPI_INT8_T, Integer},
      {MPI_UINT8_T, Integer},
      {MPI_SHORT, Integer},
      {MPI_UNSIGNED_SHORT, Integer},
      {MPI_SIGNED_CHAR, Integer},
      {MPI_UNSIGNED_CHAR, Integer},
      {MPI_LONG_DOUBLE, Floating},
      {MPI_C_BOOL, Logical},
      {MPI_C_FLOAT_COMPLEX, Complex},
      {MPI_C_DOUBLE_COMPLEX, Complex},
      {MPI_BYTE, Byte},
      {MPI_AINT, Multi},
      {MPI_OFFSET, Multi},
      {MPI_COUNT, Multi},
      {MPI_INTEGER, Integer},
      {MPI_REAL, Floating},
      {MPI_DOUBLE_PRECISION, Floating},
      {MPI_COMPLEX, Complex},
      {MPI_DOUBLE_COMPLEX, Complex},
      {MPI_LOGICAL, Logical},
      {MPI_REAL4, Floating},
      {MPI_REAL8, Floating},
      {MPI_INTEGER4, Integer},
      {MPI_INTEGER8, Integer},
      {MPI_2INT, Pair},
      {MPI_DOUBLE_INT, Pair},
      {MPI_FLOAT_INT, Pair},
      {MPI_LONG_INT, Pair},
      {MPI_SHORT_INT, Pair},
      {MPI_2INTEGER, Pair},
      {MPI_2REAL, Pair},
      {MPI_2DOUBLE_PRECISION, Pair},
  };
  return table;
}

}  // namespace

bool is_predefined(MPI_Op op) {
  return std::ranges::find(operations(), op, &std::pair<MPI_Op, unsigned>::first) !=
         operations().end();
}

bool is_exact(MPI_Op op, MPI_Datatype type) {
  const auto kind = std::ranges::find(types(), type, &std::pair<MPI_Datatype, unsigned>::first);
  return is_predefined(op) && kind != types().end() &&
         (kind->second & (Integer | Logical | Byte | Multi)) != 0;
}

bool can_reduce(MPI_Op op, MPI_Datatype type) {
  if (op == MPI_OP_NULL || type == MPI_DATATYPE_NULL) return false;
  const auto operation = std::ranges::find(operations(), op, &std::pair<MPI_Op, unsigned>::first);
  if (operation == operations().end()) return true;  // the user's own operation accepts any type
  const auto kind = std::ranges::find(types(), type, &std::pair<MPI_Datatype, unsigned>::first);
  return kind != types().end() && (kind->second & operation->second) != 0;
}

}  // namespace bamboo::plans::pmpi
