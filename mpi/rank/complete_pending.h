// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

class Rank;

/// The rank's memory is about to be freed, so no operation may refer to it: receives without a
/// message are withdrawn, started operations are completed. Records what the program did not
/// complete.
void complete_pending(Rank& rank);

}  // namespace bamboo::mpi
