// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "errors/errors.h"

namespace bamboo::mpi::test {

/// The class of the error that `body` throws; MPI_SUCCESS if it returns.
int error_class(auto&& body) {
  try {
    body();
  } catch (const MpiError& e) {
    return e.error_class;
  }
  return MPI_SUCCESS;
}

}  // namespace bamboo::mpi::test
