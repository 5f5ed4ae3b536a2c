// SPDX-License-Identifier: Apache-2.0
// Bamboo_Plan_load: plans that were made beforehand (bamboo_plans.h).
#include <stdexcept>

#include "bamboo/support/diagnostic.h"
#include "bamboo_plans.h"
#include "communicator/communicator.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

int Bamboo_Plan_load(const char file[], MPI_Comm comm) {
  before_blocking();
  Communicator* communicator = Communicator::find(comm);
  if (!communicator || !communicator->open_channel()) return MPI_SUCCESS;
  try {
    communicator->take(load_plan_file(file, communicator->channel(), communicator->size()));
    return MPI_SUCCESS;
  } catch (const std::invalid_argument& error) {
    if (communicator->rank() == 0) bamboo::support::print_line(error.what());
    return MPI_ERR_ARG;
  }
}
