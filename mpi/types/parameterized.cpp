// SPDX-License-Identifier: Apache-2.0
#include "types/parameterized.h"

#include <limits>
#include <map>
#include <mutex>
#include <tuple>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "errors/errors.h"
#include "types/constructors.h"

namespace bamboo::mpi {
namespace {

struct SizedType {
  int typeclass, size;
  MPI_Datatype type;
};
const SizedType sized_types[] = {
    {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},   {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
    {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},   {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
    {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16}, {MPI_TYPECLASS_REAL, 2, MPI_REAL2},
    {MPI_TYPECLASS_REAL, 4, MPI_REAL4},         {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
    {MPI_TYPECLASS_REAL, 16, MPI_REAL16},       {MPI_TYPECLASS_COMPLEX, 4, MPI_COMPLEX4},
    {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},   {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
    {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
};

/// A kind of Fortran's compilers. selected_real_kind chooses the first one that is sufficient.
struct Float {
  int digits, range;
  MPI_Datatype real, complex;
};
const Float floats[] = {
    {6, 37, MPI_REAL4, MPI_COMPLEX8},
    {15, 307, MPI_REAL8, MPI_COMPLEX16},
    {std::numeric_limits<long double>::digits10, 4931, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
    {33, 4931, MPI_REAL16, MPI_COMPLEX32},
};

struct Integer {
  int range;
  MPI_Datatype type;
};
const Integer integers[] = {{2, MPI_INTEGER1},
                            {4, MPI_INTEGER2},
                            {9, MPI_INTEGER4},
                            {18, MPI_INTEGER8},
                            {38, MPI_INTEGER16}};

struct PairOfTypes {
  MPI_Datatype value, index, pair;
};
const PairOfTypes pairs[] = {{MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
                             {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
                             {MPI_LONG, MPI_INT, MPI_LONG_INT},
                             {MPI_INT, MPI_INT, MPI_2INT},
                             {MPI_SHORT, MPI_INT, MPI_SHORT_INT},
                             {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
                             {MPI_REAL, MPI_REAL, MPI_2REAL},
                             {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
                             {MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER}};

/// For all ranks of the process. They are never freed.
struct {
  SpinLock lock;
  std::map<std::tuple<int, int, int>, MPI_Datatype> handles;
} made;

MPI_Datatype f90_type(int combiner, int digits, int range, MPI_Datatype basic) {
  const std::lock_guard guard(made.lock);
  MPI_Datatype& handle = made.handles[{combiner, digits, range}];
  if (handle) return handle;
  NewType type = make_duplicate(predefined(basic));
  type->parts.clear();  // a basic type
  type->combiner = combiner;
  type->committed = true;
  if (combiner == MPI_COMBINER_F90_INTEGER)
    type->integers = {range};
  else
    type->integers = {digits, range};
  return handle = new_handle(std::move(type));
}

const Float& find_float(int digits, int range) {
  if (digits == MPI_UNDEFINED && range == MPI_UNDEFINED)
    fail(MPI_ERR_ARG, "p and r are MPI_UNDEFINED, one of them must be a number");
  for (const Float& f : floats)
    if (digits <= f.digits && range <= f.range) return f;
  fail(MPI_ERR_ARG, "no type has p = %d digits and the range r = %d", digits, range);
}

}  // namespace

MPI_Datatype type_of_size(int typeclass, int size) {
  for (const SizedType& s : sized_types)
    if (s.typeclass == typeclass && s.size == size) return s.type;
  const bool is_class = typeclass == MPI_TYPECLASS_REAL || typeclass == MPI_TYPECLASS_INTEGER ||
                        typeclass == MPI_TYPECLASS_COMPLEX;
  if (is_class) fail(MPI_ERR_ARG, "size is %d: the class has no type of that size", size);
  fail(MPI_ERR_ARG, "typeclass is %d, must be MPI_TYPECLASS_REAL, _INTEGER or _COMPLEX", typeclass);
}

MPI_Datatype f90_real(int digits, int range) {
  return f90_type(MPI_COMBINER_F90_REAL, digits, range, find_float(digits, range).real);
}

MPI_Datatype f90_complex(int digits, int range) {
  return f90_type(MPI_COMBINER_F90_COMPLEX, digits, range, find_float(digits, range).complex);
}

MPI_Datatype f90_integer(int range) {
  for (const Integer& i : integers)
    if (range <= i.range) return f90_type(MPI_COMBINER_F90_INTEGER, 0, range, i.type);
  fail(MPI_ERR_ARG, "no type has integers of r = %d decimal digits", range);
}

bool is_f90_type(const Datatype& type) {
  return type.combiner == MPI_COMBINER_F90_REAL || type.combiner == MPI_COMBINER_F90_COMPLEX ||
         type.combiner == MPI_COMBINER_F90_INTEGER;
}

MPI_Datatype value_index_type(MPI_Datatype value, MPI_Datatype index) {
  datatype(value);
  datatype(index);
  for (const PairOfTypes& p : pairs)
    if (p.value == value && p.index == index) return p.pair;
  return MPI_DATATYPE_NULL;
}

}  // namespace bamboo::mpi
