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
  integer = 1,
  floating = 2,
  complex = 4,
  logical = 8,
  byte = 16,
  pair = 32,
  multi = 64,  ///< MPI_AINT and its kin: integers without logical operations
};

/// Operations by the kinds of types that they take.
const std::vector<std::pair<MPI_Op, unsigned>>& operations() {
  static const std::vector<std::pair<MPI_Op, unsigned>> table{
      {MPI_SUM, integer | floating | complex | multi},
      {MPI_MAX, integer | floating | multi},
      {MPI_MIN, integer | floating | multi},
      {MPI_PROD, integer | floating | complex | multi},
      {MPI_LAND, integer | logical},
      {MPI_LOR, integer | logical},
      {MPI_LXOR, integer | logical},
      {MPI_BAND, integer | byte | multi},
      {MPI_BOR, integer | byte | multi},
      {MPI_BXOR, integer | byte | multi},
      {MPI_MAXLOC, pair},
      {MPI_MINLOC, pair},
      {MPI_REPLACE, 0},
      {MPI_NO_OP, 0},
  };
  return table;
}

const std::vector<std::pair<MPI_Datatype, unsigned>>& types() {
  static const std::vector<std::pair<MPI_Datatype, unsigned>> table{
      {MPI_DOUBLE, floating},
      {MPI_INT, integer},
      {MPI_FLOAT, floating},
      {MPI_LONG, integer},
      {MPI_LONG_LONG, integer},
      {MPI_UNSIGNED, integer},
      {MPI_UNSIGNED_LONG, integer},
      {MPI_UNSIGNED_LONG_LONG, integer},
      {MPI_INT64_T, integer},
      {MPI_UINT64_T, integer},
      {MPI_INT32_T, integer},
      {MPI_UINT32_T, integer},
      {MPI_INT16_T, integer},
      {MPI_UINT16_T, integer},
      {MPI_INT8_T, integer},
      {MPI_UINT8_T, integer},
      {MPI_SHORT, integer},
      {MPI_UNSIGNED_SHORT, integer},
      {MPI_SIGNED_CHAR, integer},
      {MPI_UNSIGNED_CHAR, integer},
      {MPI_LONG_DOUBLE, floating},
      {MPI_C_BOOL, logical},
      {MPI_C_FLOAT_COMPLEX, complex},
      {MPI_C_DOUBLE_COMPLEX, complex},
      {MPI_BYTE, byte},
      {MPI_AINT, multi},
      {MPI_OFFSET, multi},
      {MPI_COUNT, multi},
      {MPI_INTEGER, integer},
      {MPI_REAL, floating},
      {MPI_DOUBLE_PRECISION, floating},
      {MPI_COMPLEX, complex},
      {MPI_DOUBLE_COMPLEX, complex},
      {MPI_LOGICAL, logical},
      {MPI_REAL4, floating},
      {MPI_REAL8, floating},
      {MPI_INTEGER4, integer},
      {MPI_INTEGER8, integer},
      {MPI_2INT, pair},
      {MPI_DOUBLE_INT, pair},
      {MPI_FLOAT_INT, pair},
      {MPI_LONG_INT, pair},
      {MPI_SHORT_INT, pair},
      {MPI_2INTEGER, pair},
      {MPI_2REAL, pair},
      {MPI_2DOUBLE_PRECISION, pair},
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
         (kind->second & (integer | logical | byte | multi)) != 0;
}

bool can_reduce(MPI_Op op, MPI_Datatype type) {
  if (op == MPI_OP_NULL || type == MPI_DATATYPE_NULL) return false;
  const auto operation = std::ranges::find(operations(), op, &std::pair<MPI_Op, unsigned>::first);
  if (operation == operations().end()) return true;  // the user's own takes what the user gives it
  const auto kind = std::ranges::find(types(), type, &std::pair<MPI_Datatype, unsigned>::first);
  return kind != types().end() && (kind->second & operation->second) != 0;
}

}  // namespace bamboo::plans::pmpi
