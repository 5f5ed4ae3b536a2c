// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameters of the installed MPI that make windows worth something.
#pragma once

#include <cstdint>

namespace bamboo::overlap {

/// Before MPI_Init: lets messages of up to BAMBOO_OVERLAP_EAGER bytes (1 MB; 0 changes nothing)
/// leave without the receiver's answer, so that they travel while both sides compute. Where the
/// program gains nothing by that (window_site.h), only what BAMBOO_OVERLAP_EAGER asks for. In a job
/// of two processes Open MPI's MPI_Iallreduce exchanges both vectors at once. What the user has set
/// stays.
void set_parameters();

/// Behind set_parameters(): up to how many bytes a message leaves without the receiver's answer.
/// Where that is not known, 64 KB.
uint64_t eager_bytes();

/// How many bytes the kernel's buffers of a connection hold, as far as a process may ask for.
uint64_t kernel_bytes();

}  // namespace bamboo::overlap
