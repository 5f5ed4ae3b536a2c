// SPDX-License-Identifier: Apache-2.0
// std::terminate() in a program of virtual ranks: what an exception that nothing catches leads to.
#pragma once

namespace bamboo::mpi {

/// Makes std::terminate() call the function that the rank has passed to std::set_terminate().
/// Without one, a message names the rank and the exception, and the job ends.
void install_terminate_handler();

}  // namespace bamboo::mpi
