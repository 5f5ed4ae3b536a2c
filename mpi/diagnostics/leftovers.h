// SPDX-License-Identifier: Apache-2.0
// Leftovers of a rank when it ends MPI: requests that it never completed, messages that it
// never received.
#pragma once

#include <cstddef>

namespace bamboo::mpi {

class Rank;
struct Job;

/// The rank's memory will go away, so nothing may point at it any more: receives that no message
/// has met are withdrawn, what has begun is brought to its end. Remembers what the program forgot.
void complete_pending(Rank& rank);

/// Warnings about this process's ranks, when the job has ended: a message without a receive and
/// a request without a wait are the program's faults, and other MPIs may hang there.
void report_leftovers(const Job& job);

}  // namespace bamboo::mpi
