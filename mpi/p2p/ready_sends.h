// SPDX-License-Identifier: Apache-2.0
// MPI_Rsend and its other forms: the program asserts that the receive is posted. Bamboo does not
// depend on it. Other MPIs may lose the message if the receive is not posted.
#pragma once

namespace bamboo::mpi {

struct Request;

/// Warns that `send` found no receive. It does so once in each process, and not in regions, where
/// receive blocks are executed in another order than the program's. Any thread may call it, without
/// the mailbox's lock.
void warn_of_ready_send(const Request& send);

}  // namespace bamboo::mpi
