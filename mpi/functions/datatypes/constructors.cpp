// SPDX-License-Identifier: Apache-2.0
// MPI's functions that make and free datatypes.
#include "types/constructors.h"

#include "errors/checks.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

namespace {

/// Remembers the arguments for MPI_Type_get_contents and gives the type a handle.
MPI_Datatype record(NewType type, int combiner, std::vector<int> integers,
                    std::vector<MPI_Aint> addresses, std::vector<DatatypeRef> types) {
  type->combiner = combiner;
  type->integers = std::move(integers);
  type->addresses = std::move(addresses);
  type->types = std::move(types);
  return new_handle(std::move(type));
}

void check_blocks(int count, const int* blocks, const void* displacements) {
  check_count(count);
  check_array(blocks, count, "array_of_blocklengths");
  check_array(displacements, count, "array_of_displacements");
  for (int i = 0; i < count; i++)
    if (blocks[i] < 0)
      fail(MPI_ERR_ARG, "array_of_blocklengths[%d] is %d, must be 0 or more", i, blocks[i]);
}

void append(std::vector<int>& list, const int* values, int count) {
  list.insert(list.end(), values, values + count);
}

void check_subarray(int dims, const int* sizes, const int* subsizes, const int* starts, int order) {
  if (dims < 1) fail(MPI_ERR_ARG, "ndims is %d, must be 1 or more", dims);
  check_pointer(sizes, "array_of_sizes");
  check_pointer(subsizes, "array_of_subsizes");
  check_pointer(starts, "array_of_starts");
  for (int d = 0; d < dims; d++) {
    if (sizes[d] < 1) fail(MPI_ERR_ARG, "array_of_sizes[%d] is %d, must be 1 or more", d, sizes[d]);
    if (subsizes[d] < 1 || subsizes[d] > sizes[d])
      fail(MPI_ERR_ARG, "array_of_subsizes[%d] is %d, must be 1 … %d", d, subsizes[d], sizes[d]);
    if (starts[d] < 0 || starts[d] > sizes[d] - subsizes[d])
      fail(MPI_ERR_ARG, "array_of_starts[%d] is %d, must be 0 … %d", d, starts[d],
           sizes[d] - subsizes[d]);
  }
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    fail(MPI_ERR_ARG, "order is %d, must be MPI_ORDER_C or MPI_ORDER_FORTRAN", order);
}

void hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
             MPI_Datatype* newtype) {
  check_count(count);
  check_count(blocklength, "blocklength");
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = record(make_vector(count, blocklength, stride, old), MPI_COMBINER_HVECTOR,
                    {count, blocklength}, {stride}, {old});
}

void hindexed(int count, const int blocks[], const MPI_Aint displacements[], MPI_Datatype oldtype,
              MPI_Datatype* newtype) {
  check_blocks(count, blocks, displacements);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  const std::vector<MPI_Aint> addresses(displacements, displacements + count);
  std::vector<int> integers{count};
  append(integers, blocks, count);
  *newtype = record(make_indexed({blocks, addresses.size()}, addresses, 1, old),
                    MPI_COMBINER_HINDEXED, integers, addresses, {old});
}

void structure(int count, const int blocks[], const MPI_Aint displacements[],
               const MPI_Datatype types[], MPI_Datatype* newtype) {
  check_blocks(count, blocks, displacements);
  check_array(types, count, "array_of_types");
  check_pointer(newtype, "newtype");
  const std::vector<MPI_Aint> addresses(displacements, displacements + count);
  std::vector<DatatypeRef> members;
  for (int i = 0; i < count; i++) members.push_back(datatype_ref(types[i]));
  std::vector<int> integers{count};
  append(integers, blocks, count);
  *newtype = record(make_struct({blocks, members.size()}, addresses, members), MPI_COMBINER_STRUCT,
                    integers, addresses, members);
}

}  // namespace

int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_count(count);
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    *newtype = record(make_contiguous(count, old), MPI_COMBINER_CONTIGUOUS, {count}, {}, {old});
  });
}

int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                    MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_count(count);
    check_count(blocklength, "blocklength");
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    *newtype = record(make_vector(count, blocklength, stride * old->extent, old),
                      MPI_COMBINER_VECTOR, {count, blocklength, stride}, {}, {old});
  });
}

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                            MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { hvector(count, blocklength, stride, oldtype, newtype); });
}
int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                     MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { hvector(count, blocklength, stride, oldtype, newtype); });
}

int MPI_Type_indexed(int count, const int blocks[], const int displacements[], MPI_Datatype oldtype,
                     MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_blocks(count, blocks, displacements);
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const std::vector<MPI_Aint> wide(displacements, displacements + count);
    std::vector<int> integers{count};
    append(integers, blocks, count);
    append(integers, displacements, count);
    *newtype = record(make_indexed({blocks, wide.size()}, wide, old->extent, old),
                      MPI_COMBINER_INDEXED, integers, {}, {old});
  });
}

int MPI_Type_create_hindexed(int count, const int blocks[], const MPI_Aint displacements[],
                             MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { hindexed(count, blocks, displacements, oldtype, newtype); });
}
int MPI_Type_hindexed(int count, const int blocks[], const MPI_Aint displacements[],
                      MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { hindexed(count, blocks, displacements, oldtype, newtype); });
}

int MPI_Type_create_indexed_block(int count, int blocklength, const int displacements[],
                                  MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_count(count);
    check_count(blocklength, "blocklength");
    check_array(displacements, count, "array_of_displacements");
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const std::vector<MPI_Aint> wide(displacements, displacements + count);
    const std::vector<int> blocks(count, blocklength);
    std::vector<int> integers{count, blocklength};
    append(integers, displacements, count);
    *newtype = record(make_indexed(blocks, wide, old->extent, old), MPI_COMBINER_INDEXED_BLOCK,
                      integers, {}, {old});
  });
}

int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_count(count);
    check_count(blocklength, "blocklength");
    check_array(displacements, count, "array_of_displacements");
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const std::vector<MPI_Aint> addresses(displacements, displacements + count);
    const std::vector<int> blocks(count, blocklength);
    *newtype = record(make_indexed(blocks, addresses, 1, old), MPI_COMBINER_HINDEXED_BLOCK,
                      {count, blocklength}, addresses, {old});
  });
}

int MPI_Type_create_struct(int count, const int blocks[], const MPI_Aint displacements[],
                           const MPI_Datatype types[], MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { structure(count, blocks, displacements, types, newtype); });
}
int MPI_Type_struct(int count, const int blocks[], const MPI_Aint displacements[],
                    const MPI_Datatype types[], MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD,
                          { structure(count, blocks, displacements, types, newtype); });
}

int MPI_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[],
                             int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_subarray(ndims, sizes, subsizes, starts, order);
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const std::size_t n = ndims;
    std::vector<int> integers{ndims};
    append(integers, sizes, ndims);
    append(integers, subsizes, ndims);
    append(integers, starts, ndims);
    integers.push_back(order);
    *newtype = record(make_subarray({sizes, n}, {subsizes, n}, {starts, n}, order, old),
                      MPI_COMBINER_SUBARRAY, integers, {}, {old});
  });
}

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                            MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    *newtype = record(make_resized(old, lb, extent), MPI_COMBINER_RESIZED, {}, {lb, extent}, {old});
  });
}

int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const NewType copy = make_duplicate(old);
    copy->committed = old->committed;
    *newtype = record(copy, MPI_COMBINER_DUP, {}, {}, {old});
  });
}

int MPI_Type_commit(MPI_Datatype* type) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(type, "datatype");
    const Datatype& object = datatype(*type, false);
    if (!object.committed) const_cast<Datatype&>(object).committed = true;
  });
}

int MPI_Type_free(MPI_Datatype* type) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(type, "datatype");
    const Datatype& object = datatype(*type, false);
    if (object.combiner == MPI_COMBINER_NAMED)
      fail(MPI_ERR_TYPE, "datatype is %s: a predefined type cannot be freed", object.name.c_str());
    free_handle(*type);
    *type = MPI_DATATYPE_NULL;
  });
}

int MPI_Type_set_name(MPI_Datatype type, const char* name) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(name, "type_name");
    const Datatype& object = datatype(type, false);
    if (object.combiner == MPI_COMBINER_NAMED)
      fail(MPI_ERR_TYPE, "datatype is %s: all ranks share it, its name cannot be changed",
           object.name.c_str());
    const_cast<Datatype&>(object).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  });
}
