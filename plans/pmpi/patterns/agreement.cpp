// SPDX-License-Identifier: Apache-2.0
#include "patterns/agreement.h"

namespace bamboo::plans::pmpi {

bool do_all_agree(bool yes, std::size_t number, MPI_Comm channel) {
  using Number = unsigned long long;
  // The minimum of a number and of its complement show both ends.
  const Number own[] = {yes ? Number{1} : 0, number, ~static_cast<Number>(number)};
  Number least[3];
  PMPI_Allreduce(own, least, 3, MPI_UNSIGNED_LONG_LONG, MPI_MIN, channel);
  return least[0] == 1 && least[1] == ~least[2];
}

}  // namespace bamboo::plans::pmpi
