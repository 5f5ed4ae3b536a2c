// SPDX-License-Identifier: Apache-2.0
// MPI's functions that make datatypes of parts of arrays.
#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/datatypes/contents.h"
#include "types/darray.h"

namespace bamboo::mpi {

namespace {

using List = std::vector<MPI_Count>;

void check_dimensions(int dims) {
  if (dims < 1) fail(MPI_ERR_ARG, "ndims is %d, must be 1 or more", dims);
}

void check_order(int order) {
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    fail(MPI_ERR_ARG, "order is %d, must be MPI_ORDER_C or MPI_ORDER_FORTRAN", order);
}

void check_subarray(const List& sizes, const List& subsizes, const List& starts) {
  for (std::size_t d = 0; d < sizes.size(); d++) {
    if (sizes[d] < 1)
      fail(MPI_ERR_ARG, "array_of_sizes[%zu] is %ld, must be 1 or more", d, sizes[d]);
    if (subsizes[d] < 1 || subsizes[d] > sizes[d])
      fail(MPI_ERR_ARG, "array_of_subsizes[%zu] is %ld, must be 1 … %ld", d, subsizes[d], sizes[d]);
    if (starts[d] < 0 || starts[d] > sizes[d] - subsizes[d])
      fail(MPI_ERR_ARG, "array_of_starts[%zu] is %ld, must be 0 … %ld", d, starts[d],
           sizes[d] - subsizes[d]);
  }
}

}  // namespace

void body::type_create_subarray(Rank&, CountForm form, int ndims, Counts sizes, Counts subsizes,
                                Counts starts, int order, MPI_Datatype oldtype,
                                MPI_Datatype* newtype) {
  check_dimensions(ndims);
  check_pointer(sizes, "array_of_sizes");
  check_pointer(subsizes, "array_of_subsizes");
  check_pointer(starts, "array_of_starts");
  const List all = sizes.list(ndims), mine = subsizes.list(ndims), first = starts.list(ndims);
  check_subarray(all, mine, first);
  check_order(order);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_SUBARRAY, form)
                 .integer(ndims)
                 .counts(all)
                 .counts(mine)
                 .counts(first)
                 .integer(order)
                 .give(make_subarray(all, mine, first, order, old), {old});
}

void body::type_create_darray(Rank&, CountForm form, int size, int rank, int ndims, Counts gsizes,
                              const int distribs[], const int dargs[], const int psizes[],
                              int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  check_dimensions(ndims);
  check_pointer(gsizes, "array_of_gsizes");
  check_pointer(distribs, "array_of_distribs");
  check_pointer(dargs, "array_of_dargs");
  check_pointer(psizes, "array_of_psizes");
  check_order(order);
  check_pointer(newtype, "newtype");
  const std::size_t n = static_cast<std::size_t>(ndims);
  const List sizes = gsizes.list(ndims);
  const auto dimensions = distribute({size, rank, sizes, {distribs, n}, {dargs, n}, {psizes, n}});
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_DARRAY, form)
                 .integer(size)
                 .integer(rank)
                 .integer(ndims)
                 .counts(sizes)
                 .integers({distribs, n})
                 .integers({dargs, n})
                 .integers({psizes, n})
                 .integer(order)
                 .give(make_darray(dimensions, order, old), {old});
}

}  // namespace bamboo::mpi
