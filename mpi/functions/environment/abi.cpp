// SPDX-License-Identifier: Apache-2.0
// The standard binary interface (MPI 5.0, chapter 20). Fortran's types are those of gfortran and
// flang without options: they are fixed, and a program cannot set them.
#include <cstdint>
#include <cstring>
#include <string>

#include "errors/checks.h"
#include "functions/any_time.h"
#include "objects/info.h"

using namespace bamboo::mpi;

namespace {

/// The types that an MPI may omit; Bamboo has all of them.
constexpr const char* optional_types[] = {
    "logical1", "logical2", "logical4",  "logical8",  "logical16",     "integer1", "integer2",
    "integer4", "integer8", "integer16", "real2",     "real4",         "real8",    "real16",
    "complex4", "complex8", "complex16", "complex32", "double_complex"};

void add_size(Info& facts, const std::string& type, std::size_t bytes) {
  facts.set("mpi_" + type + "_size", std::to_string(bytes));
}

/// One of the sizes that LOGICAL may have.
using Logical = std::int32_t;

void check_logical_size(int size) {
  if (size != sizeof(Logical))
    fail(MPI_ERR_ABI, "logical_size is %d, Fortran's LOGICAL has %zu bytes", size, sizeof(Logical));
}

void give_logical(void* place, Logical value) {
  std::memcpy(place, &value, sizeof value);
}

[[noreturn]] void refuse_change(const char* what) {
  fail(MPI_ERR_ABI, "%s are those of gfortran and flang, and are set from the start", what);
}

}  // namespace

int MPI_Abi_get_version(int* major, int* minor) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(major, "abi_major");
    check_pointer(minor, "abi_minor");
    *major = MPI_ABI_VERSION;
    *minor = MPI_ABI_SUBVERSION;
  });
}

int MPI_Abi_get_info(MPI_Info* info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(info, "info");
    const auto facts = std::make_shared<Info>();
    add_size(*facts, "aint", sizeof(MPI_Aint));
    add_size(*facts, "count", sizeof(MPI_Count));
    add_size(*facts, "offset", sizeof(MPI_Offset));
    *info = new_handle(facts);
  });
}

int MPI_Abi_get_fortran_info(MPI_Info* info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(info, "info");
    const auto facts = std::make_shared<Info>();
    add_size(*facts, "logical", sizeof(Logical));
    add_size(*facts, "integer", sizeof(MPI_Fint));
    add_size(*facts, "real", sizeof(float));
    add_size(*facts, "double_precision", sizeof(double));
    for (const char* const type : optional_types)
      facts->set(std::string("mpi_") + type + "_supported", "true");
    *info = new_handle(facts);
  });
}

int MPI_Abi_set_fortran_info(MPI_Info) {
  return BAMBOO_MPI_ANY_TIME({ refuse_change("Fortran's types"); });
}

int MPI_Abi_get_fortran_booleans(int logical_size, void* logical_true, void* logical_false,
                                 int* is_set) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(logical_true, "logical_true");
    check_pointer(logical_false, "logical_false");
    check_pointer(is_set, "is_set");
    check_logical_size(logical_size);
    give_logical(logical_true, 1);
    give_logical(logical_false, 0);
    *is_set = 1;
  });
}

int MPI_Abi_set_fortran_booleans(int, void*, void*) {
  return BAMBOO_MPI_ANY_TIME({ refuse_change("the values of Fortran's LOGICAL"); });
}
