// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

class Rank;

/// The rank's memory will go away, so nothing may point at it any more: receives that no message
/// has met are withdrawn, what has begun is brought to its end. Remembers what the program forgot.
void complete_pending(Rank& rank);

}  // namespace bamboo::mpi
