// SPDX-License-Identifier: Apache-2.0
#include "types/element_label.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace bamboo::mpi {

namespace {

enum class Kind { Anything, Integer, Real, Complex };

MPI_Datatype type_with_label(std::uint32_t label) {
  return reinterpret_cast<MPI_Datatype>(std::uintptr_t{0x200} + label);
}

bool is_any_of(MPI_Datatype type, std::initializer_list<MPI_Datatype> types) {
  return std::ranges::find(types, type) != types.end();
}

Kind find_kind(MPI_Datatype type) {
  if (is_any_of(type, {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION,
                       MPI_REAL2, MPI_REAL4, MPI_REAL8, MPI_REAL16}))
    return Kind::Real;
  if (is_any_of(type, {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
                       MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX,
                       MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX4, MPI_COMPLEX8, MPI_COMPLEX16,
                       MPI_COMPLEX32}))
    return Kind::Complex;
  if (is_any_of(type, {MPI_SHORT,   MPI_UNSIGNED_SHORT, MPI_INT,       MPI_UNSIGNED,
                       MPI_LONG,    MPI_UNSIGNED_LONG,  MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG,
                       MPI_INT16_T, MPI_UINT16_T,       MPI_INT32_T,   MPI_UINT32_T,
                       MPI_INT64_T, MPI_UINT64_T,       MPI_AINT,      MPI_COUNT,
                       MPI_OFFSET,  MPI_INTEGER,        MPI_INTEGER2,  MPI_INTEGER4,
                       MPI_INTEGER8}))
    return Kind::Integer;
  return Kind::Anything;
}

Kind kind_of(std::uint32_t label) {
  static const auto kinds = [] {
    std::array<Kind, 256> all{};
    for (std::uint32_t each = 0; each < all.size(); ++each)
      all[each] = find_kind(type_with_label(each));
    return all;
  }();
  return kinds[label & 0xff];
}

const Datatype* object_of(std::uint32_t label) {
  return predefined(type_with_label(label)).get();
}

}  // namespace

bool labels_conflict(std::uint32_t sent, std::uint32_t received) {
  const Kind from = kind_of(sent), to = kind_of(received);
  if (from == Kind::Anything || to == Kind::Anything) return false;
  return from != to || object_of(sent)->size != object_of(received)->size;
}

const char* label_name(std::uint32_t label) {
  return object_of(label)->name.c_str();
}

}  // namespace bamboo::mpi
