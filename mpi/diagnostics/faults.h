// SPDX-License-Identifier: Apache-2.0
// A rank that crashes ends the job, with a message that names the rank.
#pragma once

namespace bamboo::mpi {

/// Handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT that name the rank and the signal (or the
/// stack overflow and the knob) before the process dies of the signal. A process that a rank has
/// forked dies of the signal as a plain one does.
void install_fault_handlers();

}  // namespace bamboo::mpi
