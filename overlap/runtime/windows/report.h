// SPDX-License-Identifier: Apache-2.0
/// \file
/// The windows of all ranks in one table, as Tables 1 to 3 of the code-motion paper have it.
#pragma once

namespace bamboo::overlap {

/// Collective over all processes, before MPI is finalised: the first process prints a table to
/// standard error, and writes JSON to the file that BAMBOO_WINDOWS names. Does nothing where no
/// window was measured anywhere.
void report_windows();

}  // namespace bamboo::overlap
