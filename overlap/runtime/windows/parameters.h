// SPDX-License-Identifier: Apache-2.0
// Parameters of the installed MPI that make windows worth something.
#pragma once

#include <cstdint>

namespace bamboo::overlap {

/// Call it before MPI_Init. Messages of up to BAMBOO_OVERLAP_EAGER bytes then leave without the
/// receiver's answer, so that they travel while both sides compute. Without the variable these are
/// 1 MB, in jobs of many processes less (support/eager_limit.h); 0 changes nothing. If the program
/// gains nothing by that (window_site.h), only an explicit BAMBOO_OVERLAP_EAGER applies. In a job
/// of two processes Open MPI's MPI_Iallreduce exchanges both vectors at once. Settings of the user
/// take precedence.
void set_parameters();

/// The largest message that leaves without the receiver's answer; 64 KB if unknown. Call it after
/// set_parameters().
uint64_t eager_bytes();

/// How many bytes the kernel's buffers of a connection hold, as far as a process may ask for.
uint64_t kernel_bytes();

}  // namespace bamboo::overlap
