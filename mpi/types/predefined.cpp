// SPDX-License-Identifier: Apache-2.0
// The predefined datatypes and the objects behind handles.
#include <array>
#include <complex>
#include <cwchar>

#include "errors/errors.h"
#include "objects/process_handles.h"
#include "types/constructors.h"

namespace bamboo::mpi {
namespace {

// The standard ABI's predefined datatypes have the handles 0x200 … 0x2ff.
constexpr std::uintptr_t first = 0x200, last = 0x2ff;
using Table = std::array<DatatypeRef, last - first + 1>;

DatatypeRef& entry(Table& table, MPI_Datatype handle) {
  return table[handle_value(handle) - first];
}

void finish(Table& table, MPI_Datatype handle, const char* name, std::shared_ptr<Datatype> type) {
  type->name = name;
  type->uniform = handle;
  type->committed = true;
  entry(table, handle) = std::move(type);
}

void basic(Table& table, MPI_Datatype handle, const char* name, std::size_t size,
           std::size_t alignment) {
  auto type = std::make_shared<Datatype>();
  type->size = size;
  type->extent = type->true_extent = static_cast<MPI_Aint>(size);
  type->contiguous = true;
  type->segments = {{0, size, 1, 0}};
  type->alignment = alignment;
  finish(table, handle, name, std::move(type));
}

/// struct { value; index; } as C lays it out.
void pair(Table& table, MPI_Datatype handle, const char* name, MPI_Datatype value,
          MPI_Datatype index) {
  const DatatypeRef &v = entry(table, value), &i = entry(table, index);
  const MPI_Aint a = static_cast<MPI_Aint>(i->alignment);
  TypeBuilder b;
  b.place(v, 0, 1, 0);
  b.place(i, (v->extent + a - 1) / a * a, 1, 0);
  finish(table, handle, name, b.finish());
}

#define BASIC(handle, ...) basic(table, handle, #handle, sizeof(__VA_ARGS__), alignof(__VA_ARGS__))
#define SIZED(handle, size, alignment) basic(table, handle, #handle, size, alignment)
#define PAIR(handle, value, index) pair(table, handle, #handle, value, index)

void add_c_types(Table& table) {
  BASIC(MPI_AINT, MPI_Aint);
  BASIC(MPI_COUNT, MPI_Count);
  BASIC(MPI_OFFSET, MPI_Offset);
  SIZED(MPI_PACKED, 1, 1);
  SIZED(MPI_BYTE, 1, 1);
  BASIC(MPI_CHAR, char);
  BASIC(MPI_SIGNED_CHAR, signed char);
  BASIC(MPI_UNSIGNED_CHAR, unsigned char);
  BASIC(MPI_WCHAR, wchar_t);
  BASIC(MPI_SHORT, short);
  BASIC(MPI_UNSIGNED_SHORT, unsigned short);
  BASIC(MPI_INT, int);
  BASIC(MPI_UNSIGNED, unsigned);
  BASIC(MPI_LONG, long);
  BASIC(MPI_UNSIGNED_LONG, unsigned long);
  BASIC(MPI_LONG_LONG_INT, long long);
  BASIC(MPI_UNSIGNED_LONG_LONG, unsigned long long);
  BASIC(MPI_INT8_T, std::int8_t);
  BASIC(MPI_UINT8_T, std::uint8_t);
  BASIC(MPI_INT16_T, std::int16_t);
  BASIC(MPI_UINT16_T, std::uint16_t);
  BASIC(MPI_INT32_T, std::int32_t);
  BASIC(MPI_UINT32_T, std::uint32_t);
  BASIC(MPI_INT64_T, std::int64_t);
  BASIC(MPI_UINT64_T, std::uint64_t);
  BASIC(MPI_FLOAT, float);
  BASIC(MPI_DOUBLE, double);
  BASIC(MPI_LONG_DOUBLE, long double);
  BASIC(MPI_C_BOOL, bool);
  BASIC(MPI_CXX_BOOL, bool);
  BASIC(MPI_C_COMPLEX, std::complex<float>);
  BASIC(MPI_C_DOUBLE_COMPLEX, std::complex<double>);
  BASIC(MPI_C_LONG_DOUBLE_COMPLEX, std::complex<long double>);
  BASIC(MPI_CXX_FLOAT_COMPLEX, std::complex<float>);
  BASIC(MPI_CXX_DOUBLE_COMPLEX, std::complex<double>);
  BASIC(MPI_CXX_LONG_DOUBLE_COMPLEX, std::complex<long double>);
  PAIR(MPI_FLOAT_INT, MPI_FLOAT, MPI_INT);
  PAIR(MPI_DOUBLE_INT, MPI_DOUBLE, MPI_INT);
  PAIR(MPI_LONG_INT, MPI_LONG, MPI_INT);
  PAIR(MPI_2INT, MPI_INT, MPI_INT);
  PAIR(MPI_SHORT_INT, MPI_SHORT, MPI_INT);
  PAIR(MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE, MPI_INT);
}

void add_fortran_types(Table& table) {
  BASIC(MPI_LOGICAL, int);
  BASIC(MPI_INTEGER, int);
  BASIC(MPI_REAL, float);
  BASIC(MPI_DOUBLE_PRECISION, double);
  BASIC(MPI_COMPLEX, std::complex<float>);
  BASIC(MPI_DOUBLE_COMPLEX, std::complex<double>);
  BASIC(MPI_CHARACTER, char);
  SIZED(MPI_LOGICAL1, 1, 1);
  SIZED(MPI_LOGICAL2, 2, 2);
  SIZED(MPI_LOGICAL4, 4, 4);
  SIZED(MPI_LOGICAL8, 8, 8);
  SIZED(MPI_LOGICAL16, 16, 16);
  SIZED(MPI_INTEGER1, 1, 1);
  SIZED(MPI_INTEGER2, 2, 2);
  SIZED(MPI_INTEGER4, 4, 4);
  SIZED(MPI_INTEGER8, 8, 8);
  SIZED(MPI_INTEGER16, 16, 16);
  SIZED(MPI_REAL2, 2, 2);
  SIZED(MPI_REAL4, 4, 4);
  SIZED(MPI_REAL8, 8, 8);
  SIZED(MPI_REAL16, 16, 16);
  SIZED(MPI_COMPLEX4, 4, 2);
  SIZED(MPI_COMPLEX8, 8, 4);
  SIZED(MPI_COMPLEX16, 16, 8);
  SIZED(MPI_COMPLEX32, 32, 16);
  PAIR(MPI_2REAL, MPI_REAL, MPI_REAL);
  PAIR(MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION);
  PAIR(MPI_2INTEGER, MPI_INTEGER, MPI_INTEGER);
}

Table make_table() {
  Table table;
  add_c_types(table);
  add_fortran_types(table);
  return table;
}

const Table table = make_table();
const DatatypeRef none;
ProcessHandles<const Datatype> derived;

[[noreturn]] void fail_unknown(MPI_Datatype handle) {
  if (handle == MPI_DATATYPE_NULL) fail(MPI_ERR_TYPE, "datatype is MPI_DATATYPE_NULL");
  fail(MPI_ERR_TYPE, "datatype is the handle %p, which is no datatype or one that was freed",
       static_cast<void*>(handle));
}

}  // namespace

const DatatypeRef& predefined(MPI_Datatype handle) {
  const std::uintptr_t value = handle_value(handle);
  return value >= first && value <= last ? table[value - first] : none;
}

const Datatype& datatype(MPI_Datatype handle, bool must_be_committed) {
  if (const DatatypeRef& type = predefined(handle)) return *type;
  const Datatype* type = derived.find(handle_value(handle));
  if (!type) [[unlikely]]
    fail_unknown(handle);
  if (must_be_committed && !type->committed) [[unlikely]]
    fail(MPI_ERR_TYPE, "datatype %s was not committed: call MPI_Type_commit first",
         type->name.empty() ? "(a derived type without a name)" : type->name.c_str());
  return *type;
}

DatatypeRef datatype_ref(MPI_Datatype handle) {
  if (const DatatypeRef& type = predefined(handle)) return type;
  DatatypeRef type = derived.share(handle_value(handle));
  if (!type) fail_unknown(handle);
  return type;
}

MPI_Datatype new_handle(DatatypeRef type) {
  if (type->combiner == MPI_COMBINER_NAMED) return type->uniform;
  return reinterpret_cast<MPI_Datatype>(derived.add(std::move(type)));
}

void free_handle(MPI_Datatype handle) {
  if (!predefined(handle)) derived.release(handle_value(handle));
}

TypeHandle::TypeHandle(DatatypeRef type) : handle_(new_handle(std::move(type))) {}

TypeHandle::TypeHandle(MPI_Datatype handle) : handle_(handle) {
  if (!predefined(handle)) derived.retain(handle_value(handle));
}

}  // namespace bamboo::mpi
