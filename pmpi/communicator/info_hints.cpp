// SPDX-License-Identifier: Apache-2.0
#include "communicator/info_hints.h"

#include <string>

#include "communicator/communicator.h"
#include "configuration/hints.h"
#include "patterns/exchange_pattern.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

void warn_of_keys(const std::string& what) {
  warn_of_key("'" + std::string(plans_key) + "' or its like: " + what);
}

}  // namespace

void take_hints(MPI_Comm comm, MPI_Info info) {
  before_blocking();
  Communicator* communicator = comm == MPI_COMM_NULL ? nullptr : Communicator::find(comm);
  if (!communicator) return;
  const Hints hints = read_hints(info, communicator->rank(), communicator->size());
  if (do_all_agree(true, hints.fingerprint(), comm))
    communicator->take(hints);
  else if (communicator->rank() == 0)
    warn_of_keys("the processes pass different values");
}

void warn_of_hints_without_agreement(MPI_Comm comm, MPI_Info info) {
  int rank = 0;
  if (!has_hints(info) || PMPI_Comm_rank(comm, &rank) != MPI_SUCCESS || rank != 0) return;
  warn_of_keys(
      "MPI_Comm_idup_with_info does not wait until the processes agree; give it to "
      "MPI_Comm_set_info when the communicator is there");
}

}  // namespace bamboo::plans::pmpi
