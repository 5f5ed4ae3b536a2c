// SPDX-License-Identifier: Apache-2.0
#include "datatypes/kept_types.h"

namespace bamboo::plans::pmpi {

KeptTypes::~KeptTypes() {
  for (MPI_Datatype& type : copies_) PMPI_Type_free(&type);
}

MPI_Datatype KeptTypes::keep(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  if (type == MPI_DATATYPE_NULL) return type;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) return type;
  PMPI_Type_dup(type, &copies_.emplace_back());
  return copies_.back();
}

std::vector<MPI_Datatype> KeptTypes::keep(const MPI_Datatype types[], int count) {
  std::vector<MPI_Datatype> kept;
  for (int i = 0; i < count; ++i) kept.push_back(keep(types[i]));
  return kept;
}

}  // namespace bamboo::plans::pmpi
