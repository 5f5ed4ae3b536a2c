// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was planned and what was not, by call site.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

class Communicator;

/// How the program calls an operation.
enum class Form : std::uint8_t { Blocking, Nonblocking, Persistent };

/// A call of the program.
struct Call {
  Operation operation;
  MPI_Comm comm;
  const void* site;  ///< where the call returns to
  Form form = Form::Blocking;
};

/// Of a function, as the report has it: "alltoallv", "ialltoallv", "alltoallv_init".
std::string reported_name(Operation operation, Form form);

/// Why a call stays with the installed MPI, whatever rules and trials say.
enum class Never : std::uint8_t {
  Neighbours,  ///< of a topology
  BetweenGroups,
  Strangers,    ///< some processes are not of MPI_COMM_WORLD
  NoChannel,    ///< the MPI can make no communicator for plans' messages
  LargeCounts,  ///< of MPI-4, and large or not known to all processes
};
struct NeverPlanned {
  const char* function;  ///< "neighbor_alltoallv", in letters of any case
  Never why;
  MPI_Comm comm;
  const void* site;
};

/// Whether its bound is another one with other roots or counts.
inline bool depends_on_arguments(Operation operation) {
  return operation == Operation::Bcast || operation == Operation::Gather ||
         operation == Operation::Scatter || operation == Operation::Reduce ||
         is_irregular(operation);
}

/// Adds a call to its site's sums; `algorithm` null: the installed MPI's own. `asked`: what of it
/// is known beyond its bytes, or null. Any thread.
void record(const Call& call, Communicator& communicator, std::size_t bytes,
            const Algorithm* algorithm, double seconds, const Problem* asked);
/// The same where nothing but the number of processes is known: behind a request. Of a persistent
/// one each start is a call, when it is planned; else its making is the only one.
void record(const Call& call, int processes, std::size_t bytes, const Algorithm* algorithm,
            double seconds);

/// Of a call that the installed MPI has served. Any thread.
void record(const NeverPlanned& call, double seconds);

/// Collective over MPI_COMM_WORLD, at the end: a table on the first process's standard error with
/// BAMBOO_PLANS=report, and JSON in the file that BAMBOO_PLANS_JSON names.
void write_report();

}  // namespace bamboo::plans::pmpi
