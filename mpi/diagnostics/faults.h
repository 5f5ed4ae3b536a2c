// SPDX-License-Identifier: Apache-2.0
// What happens when a rank crashes: a message that names it, and the end of the job.
#pragma once

namespace bamboo::mpi {

/// Handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT that name the rank and the signal (or the
/// stack overflow and the knob) before the process dies of the signal.
void install_fault_handlers();

}  // namespace bamboo::mpi
