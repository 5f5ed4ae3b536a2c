// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session.h"

namespace bamboo::driver {

/// Fails, pointing at the line, where a Fortran source uses the module `mpi_f08`: flang cannot read
/// the installed MPI's, and unlike `mpi` it cannot be made from mpif.h.
void refuse_mpi_f08(Session& session, const Argument& source);

}  // namespace bamboo::driver
