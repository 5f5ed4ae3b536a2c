// SPDX-License-Identifier: Apache-2.0
// The report: calls that were planned and calls that were not, by call site.
#pragma once

namespace bamboo::plans::pmpi {

/// Collective over MPI_COMM_WORLD, at the end: a table on the first process's standard error with
/// BAMBOO_PLANS=report, and JSON in the file that BAMBOO_PLANS_JSON names.
void write_report();

/// Prints a warning for each plan file that has served no call; with BAMBOO_PLANS=report also the
/// number of calls of the other files. Collective over MPI_COMM_WORLD, at the end.
void report_plan_files();

}  // namespace bamboo::plans::pmpi
