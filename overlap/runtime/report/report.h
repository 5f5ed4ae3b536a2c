// SPDX-License-Identifier: Apache-2.0
// The measurements of windows and split nests of all ranks.
#pragma once

namespace bamboo::overlap {

/// Collective over all processes, before MPI is finalised: the first process prints tables to
/// standard error, and writes JSON to the file that BAMBOO_WINDOWS names. Does nothing where no
/// window was measured anywhere.
void report_windows();

}  // namespace bamboo::overlap
