// SPDX-License-Identifier: Apache-2.0
#include "forcing/forced_algorithms.h"

namespace bamboo::plans::pmpi {

const char* text_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::Unknown:
      return "this MPI has no such algorithm";
    case Obstacle::User:
      return "a variable of the MPI that is set says how it chooses";
    case Obstacle::Switch:
      return "Open MPI does so only with OMPI_MCA_coll_tuned_use_dynamic_rules=1, which 'bamboo "
             "run' sets";
    case Obstacle::Refusal:
      return "the MPI's variable for it cannot be changed";
    case Obstacle::Later:
      return "the program has called MPI_Comm_idup, whose communicator might take it as well";
    case Obstacle::NoRoom:
      return "Open MPI makes no further communicator";
  }
  return "";
}

}  // namespace bamboo::plans::pmpi
