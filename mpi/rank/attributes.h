// SPDX-License-Identifier: Apache-2.0
// The attributes of a rank's objects, by their handles.
#pragma once

#include "objects/attributes.h"

namespace bamboo::mpi {

class Rank;

/// The attributes that the program sets. Throws for an invalid object.
Attributes<MPI_Comm>& attributes_of(Rank& rank, MPI_Comm comm);
Attributes<MPI_Datatype>& attributes_of(Rank& rank, MPI_Datatype type);
Attributes<MPI_Win>& attributes_of(Rank& rank, MPI_Win win);

/// Like above, including attributes that MPI sets. Empty if the object does not have it.
std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Comm comm, int keyval);
std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Datatype type, int keyval);
std::optional<AttributeValue> attribute_of(Rank& rank, MPI_Win win, int keyval);

}  // namespace bamboo::mpi
