// SPDX-License-Identifier: Apache-2.0
// MPI's functions that make datatypes of blocks.
#include "types/constructors.h"

#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/datatypes/contents.h"
#include "functions/entry.h"

namespace bamboo::mpi {

namespace {

using List = std::vector<MPI_Count>;

List check_blocks(MPI_Count count, Counts blocks) {
  check_count(count);
  check_array(blocks, count, "array_of_blocklengths");
  List list = blocks.list(count);
  for (std::size_t i = 0; i < list.size(); i++)
    if (list[i] < 0)
      fail(MPI_ERR_ARG, "array_of_blocklengths[%zu] is %ld, must be 0 or more", i, list[i]);
  return list;
}

List check_equal_blocks(MPI_Count count, MPI_Count block) {
  check_count(count);
  check_count(block, "blocklength");
  return List(static_cast<std::size_t>(count), block);
}

List check_displacements(MPI_Count count, Counts displacements) {
  check_array(displacements, count, "array_of_displacements");
  return displacements.list(count);
}

void check_vector(MPI_Count count, MPI_Count block, const MPI_Datatype* newtype) {
  check_count(count);
  check_count(block, "blocklength");
  check_pointer(newtype, "newtype");
}

}  // namespace

void body::type_contiguous(Rank&, CountForm form, MPI_Count count, MPI_Datatype oldtype,
                           MPI_Datatype* newtype) {
  check_count(count);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_CONTIGUOUS, form)
                 .count(count)
                 .give(make_contiguous(static_cast<std::size_t>(count), old), {old});
}

void body::type_vector(Rank&, CountForm form, MPI_Count count, MPI_Count block, MPI_Count stride,
                       MPI_Datatype oldtype, MPI_Datatype* newtype) {
  check_vector(count, block, newtype);
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_VECTOR, form)
                 .count(count)
                 .count(block)
                 .count(stride)
                 .give(make_vector(static_cast<std::size_t>(count), static_cast<std::size_t>(block),
                                   stride * old->extent, old),
                       {old});
}

void body::type_create_hvector(Rank&, CountForm form, MPI_Count count, MPI_Count block,
                               MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  check_vector(count, block, newtype);
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_HVECTOR, form)
                 .count(count)
                 .count(block)
                 .addresses({&stride, 1})
                 .give(make_vector(static_cast<std::size_t>(count), static_cast<std::size_t>(block),
                                   stride, old),
                       {old});
}

void body::type_indexed(Rank&, CountForm form, MPI_Count count, Counts blocks, Counts displacements,
                        MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const List lengths = check_blocks(count, blocks);
  const List places = check_displacements(count, displacements);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_INDEXED, form)
                 .count(count)
                 .counts(lengths)
                 .counts(places)
                 .give(make_indexed(lengths, places, old->extent, old), {old});
}

void body::type_create_hindexed(Rank&, CountForm form, MPI_Count count, Counts blocks,
                                Counts displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const List lengths = check_blocks(count, blocks);
  const List places = check_displacements(count, displacements);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_HINDEXED, form)
                 .count(count)
                 .counts(lengths)
                 .addresses(places)
                 .give(make_indexed(lengths, places, 1, old), {old});
}

void body::type_create_indexed_block(Rank&, CountForm form, MPI_Count count, MPI_Count block,
                                     Counts displacements, MPI_Datatype oldtype,
                                     MPI_Datatype* newtype) {
  const List lengths = check_equal_blocks(count, block);
  const List places = check_displacements(count, displacements);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_INDEXED_BLOCK, form)
                 .count(count)
                 .count(block)
                 .counts(places)
                 .give(make_indexed(lengths, places, old->extent, old), {old});
}

void body::type_create_hindexed_block(Rank&, CountForm form, MPI_Count count, MPI_Count block,
                                      Counts displacements, MPI_Datatype oldtype,
                                      MPI_Datatype* newtype) {
  const List lengths = check_equal_blocks(count, block);
  const List places = check_displacements(count, displacements);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_HINDEXED_BLOCK, form)
                 .count(count)
                 .count(block)
                 .addresses(places)
                 .give(make_indexed(lengths, places, 1, old), {old});
}

void body::type_create_struct(Rank&, CountForm form, MPI_Count count, Counts blocks,
                              Counts displacements, const MPI_Datatype types[],
                              MPI_Datatype* newtype) {
  const List lengths = check_blocks(count, blocks);
  const List places = check_displacements(count, displacements);
  check_array(static_cast<const void*>(types), count, "array_of_types");
  check_pointer(newtype, "newtype");
  std::vector<DatatypeRef> members;
  for (MPI_Count i = 0; i < count; i++) members.push_back(datatype_ref(types[i]));
  *newtype = Contents(MPI_COMBINER_STRUCT, form)
                 .count(count)
                 .counts(lengths)
                 .addresses(places)
                 .give(make_struct(lengths, places, members), members);
}

void body::type_create_resized(Rank&, CountForm form, MPI_Datatype oldtype, MPI_Count lb,
                               MPI_Count extent, MPI_Datatype* newtype) {
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  const MPI_Aint bounds[] = {lb, extent};
  *newtype = Contents(MPI_COMBINER_RESIZED, form)
                 .addresses(bounds)
                 .give(make_resized(old, lb, extent), {old});
}

extern "C" {

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                     MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    body::type_create_hvector(rank, CountForm::Narrow, count, blocklength, stride, oldtype,
                              newtype);
  });
}

int MPI_Type_hindexed(int count, const int blocks[], const MPI_Aint displacements[],
                      MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    body::type_create_hindexed(rank, CountForm::Narrow, count, blocks, displacements, oldtype,
                               newtype);
  });
}

int MPI_Type_struct(int count, const int blocks[], const MPI_Aint displacements[],
                    const MPI_Datatype types[], MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    body::type_create_struct(rank, CountForm::Narrow, count, blocks, displacements, types, newtype);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
