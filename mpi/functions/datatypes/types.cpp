// SPDX-License-Identifier: Apache-2.0
// MPI's functions that duplicate, commit, free and name a datatype.
#include <utility>

#include "errors/checks.h"
#include "functions/datatypes/contents.h"
#include "functions/entry.h"
#include "types/parameterized.h"

using namespace bamboo::mpi;

namespace {

/// Calls the program, which may have attached attributes.
void free_with_attributes(Rank& rank, MPI_Datatype type) {
  if (const auto found = rank.type_attributes.find(type); found != rank.type_attributes.end()) {
    found->second.erase_all(type);
    rank.type_attributes.erase(type);
  }
  free_handle(type);
}

void copy_attributes(Rank& rank, MPI_Datatype from, MPI_Datatype& to) {
  const auto found = rank.type_attributes.find(from);
  if (found == rank.type_attributes.end()) return;
  const Attributes<MPI_Datatype>& attributes = found->second;
  try {
    attributes.copy_to(rank.type_attributes[to], from);
  } catch (const MpiError&) {
    free_with_attributes(rank, std::exchange(to, MPI_DATATYPE_NULL));
    throw;
  }
}

}  // namespace

int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    const DatatypeRef old = datatype_ref(oldtype);
    const NewType copy = make_duplicate(old);
    copy->committed = old->committed;
    *newtype = Contents(MPI_COMBINER_DUP, CountForm::Narrow).give(copy, {old});
    copy_attributes(rank, oldtype, *newtype);
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
    if (object.combiner == MPI_COMBINER_NAMED || is_f90_type(object))
      fail(MPI_ERR_TYPE, "datatype is %s: a predefined type cannot be freed", object.name.c_str());
    free_with_attributes(rank, *type);
    *type = MPI_DATATYPE_NULL;
  });
}

int MPI_Type_set_name(MPI_Datatype type, const char* name) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(name, "type_name");
    const Datatype& object = datatype(type, false);
    const bool is_shared = object.combiner == MPI_COMBINER_NAMED;
    std::string& place = is_shared ? rank.type_names[type] : const_cast<Datatype&>(object).name;
    place = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  });
}
