// SPDX-License-Identifier: Apache-2.0
// Leftovers of a rank when it ends MPI: requests that it never completed, messages that it
// never received.
#pragma once

namespace bamboo::mpi {

struct Job;

/// Warnings about this process's ranks, when the job has ended: a message without a receive and
/// a request without a wait are the program's faults, and other MPIs may hang there.
void report_leftovers(const Job& job);

}  // namespace bamboo::mpi
