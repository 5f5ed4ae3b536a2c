// SPDX-License-Identifier: Apache-2.0
// MPI's functions that ask what a datatype is.
#include <algorithm>
#include <cstring>

#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "types/datatype.h"

using namespace bamboo::mpi;

namespace {

void check_room(MPI_Count room, std::size_t needed, const char* argument) {
  if (room < 0 || static_cast<std::size_t>(room) < needed)
    fail(MPI_ERR_ARG, "%s is %ld, must be %zu or more for this datatype", argument, room, needed);
}

/// The functions without large counts have no place for them.
void check_no_large_counts(const Datatype& type, const char* instead) {
  if (!type.counts.empty())
    fail(MPI_ERR_TYPE, "datatype was made by a function with large counts: use %s", instead);
}

/// Throws for a type that was not made from others.
const Datatype& made_type(MPI_Datatype handle) {
  const Datatype& type = datatype(handle, false);
  if (type.combiner == MPI_COMBINER_NAMED)
    fail(MPI_ERR_TYPE, "datatype is %s: a predefined type has no contents", type.name.c_str());
  return type;
}

void give_types(const Datatype& type, MPI_Datatype types[]) {
  for (std::size_t i = 0; i < type.types.size(); i++) types[i] = new_handle(type.types[i]);
}

}  // namespace

void body::type_size(Rank&, MPI_Datatype type, CountResult size) {
  check_pointer(size, "size");
  size.set(static_cast<MPI_Count>(datatype(type, false).size));
}

void body::type_get_extent(Rank&, MPI_Datatype type, CountResult lb, CountResult extent) {
  check_pointer(lb, "lb");
  check_pointer(extent, "extent");
  const Datatype& object = datatype(type, false);
  lb.set(object.lb);
  extent.set(object.extent);
}

void body::type_get_true_extent(Rank&, MPI_Datatype type, CountResult lb, CountResult extent) {
  check_pointer(lb, "true_lb");
  check_pointer(extent, "true_extent");
  const Datatype& object = datatype(type, false);
  lb.set(object.true_lb);
  extent.set(object.true_extent);
}

int MPI_Type_size_x(MPI_Datatype type, MPI_Count* size) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(size, "size");
    *size = static_cast<MPI_Count>(datatype(type, false).size);
  });
}

int MPI_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(extent, "extent");
    *extent = datatype(type, false).extent;
  });
}

int MPI_Type_lb(MPI_Datatype type, MPI_Aint* displacement) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(displacement, "displacement");
    *displacement = datatype(type, false).lb;
  });
}

int MPI_Type_ub(MPI_Datatype type, MPI_Aint* displacement) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(displacement, "displacement");
    *displacement = datatype(type, false).ub();
  });
}

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count* lb, MPI_Count* extent) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(lb, "lb");
    check_pointer(extent, "extent");
    const Datatype& object = datatype(type, false);
    *lb = object.lb;
    *extent = object.extent;
  });
}

int MPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count* lb, MPI_Count* extent) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(lb, "true_lb");
    check_pointer(extent, "true_extent");
    const Datatype& object = datatype(type, false);
    *lb = object.true_lb;
    *extent = object.true_extent;
  });
}

int MPI_Type_get_envelope(MPI_Datatype type, int* integers, int* addresses, int* types,
                          int* combiner) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(integers, "num_integers");
    check_pointer(addresses, "num_addresses");
    check_pointer(types, "num_datatypes");
    check_pointer(combiner, "combiner");
    const Datatype& object = datatype(type, false);
    check_no_large_counts(object, "MPI_Type_get_envelope_c");
    *integers = static_cast<int>(object.integers.size());
    *addresses = static_cast<int>(object.addresses.size());
    *types = static_cast<int>(object.types.size());
    *combiner = object.combiner;
  });
}

int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count* integers, MPI_Count* addresses,
                            MPI_Count* large_counts, MPI_Count* types, int* combiner) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(integers, "num_integers");
    check_pointer(addresses, "num_addresses");
    check_pointer(large_counts, "num_large_counts");
    check_pointer(types, "num_datatypes");
    check_pointer(combiner, "combiner");
    const Datatype& object = datatype(type, false);
    *integers = static_cast<MPI_Count>(object.integers.size());
    *addresses = static_cast<MPI_Count>(object.addresses.size());
    *large_counts = static_cast<MPI_Count>(object.counts.size());
    *types = static_cast<MPI_Count>(object.types.size());
    *combiner = object.combiner;
  });
}

int MPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types,
                          int integers[], MPI_Aint addresses[], MPI_Datatype types[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    const Datatype& object = made_type(type);
    check_no_large_counts(object, "MPI_Type_get_contents_c");
    check_room(max_integers, object.integers.size(), "max_integers");
    check_room(max_addresses, object.addresses.size(), "max_addresses");
    check_room(max_types, object.types.size(), "max_datatypes");
    std::ranges::copy(object.integers, integers);
    std::ranges::copy(object.addresses, addresses);
    give_types(object, types);
  });
}

int MPI_Type_get_contents_c(MPI_Datatype type, MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_types, int integers[],
                            MPI_Aint addresses[], MPI_Count large_counts[], MPI_Datatype types[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    const Datatype& object = made_type(type);
    check_room(max_integers, object.integers.size(), "max_integers");
    check_room(max_addresses, object.addresses.size(), "max_addresses");
    check_room(max_large_counts, object.counts.size(), "max_large_counts");
    check_room(max_types, object.types.size(), "max_datatypes");
    std::ranges::copy(object.integers, integers);
    std::ranges::copy(object.addresses, addresses);
    std::ranges::copy(object.counts, large_counts);
    give_types(object, types);
  });
}

int MPI_Type_get_name(MPI_Datatype type, char* name, int* length) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(name, "type_name");
    check_pointer(length, "resultlen");
    const Datatype& object = datatype(type, false);
    const auto given = rank.type_names.find(type);
    const std::string& text = given == rank.type_names.end() ? object.name : given->second;
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  });
}

int MPI_Get_address(const void* location, MPI_Aint* address) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(address, "address");
    *address = reinterpret_cast<MPI_Aint>(location);
  });
}

int MPI_Address(void* location, MPI_Aint* address) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(address, "address");
    *address = reinterpret_cast<MPI_Aint>(location);
  });
}

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
  return base + displacement;
}
MPI_Aint MPI_Aint_diff(MPI_Aint a, MPI_Aint b) {
  return a - b;
}
