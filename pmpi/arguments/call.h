// SPDX-License-Identifier: Apache-2.0
// A call of the program, as all layers speak of it.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// How the program calls an operation.
enum class Form : std::uint8_t { Blocking, Nonblocking, Persistent };

/// A call of the program.
struct Call {
  Operation operation;
  MPI_Comm comm;
  const void* site;  ///< where the call returns to
  Form form = Form::Blocking;
};

/// While this object exists, calls of this thread are reported as made from `site`: another form of
/// the call, such as a Fortran binding, makes it for the program.
class CallOrigin {
 public:
  explicit CallOrigin(const void* site) { current = site; }
  ~CallOrigin() { current = nullptr; }
  CallOrigin(const CallOrigin&) = delete;
  CallOrigin& operator=(const CallOrigin&) = delete;

  static const void* or_else(const void* site) { return current ? current : site; }

 private:
  static inline thread_local const void* current = nullptr;
};

/// The name of a function in the report: "alltoallv", "ialltoallv", "alltoallv_init".
std::string reported_name(Operation operation, Form form);

/// Why a call stays with the installed MPI, whatever rules and trials say.
enum class Unplannable : std::uint8_t {
  BetweenGroups,
  OtherJobs,    ///< some processes are not of MPI_COMM_WORLD
  NoChannel,    ///< the MPI can make no communicator for plans' messages
  Threads,      ///< World::may_make_communicators
  LargeCounts,  ///< of MPI-4, and large or not known to all processes
};
/// The text that follows "never: " in the report.
const char* text_of(Unplannable why);

struct UnplannableCall {
  const char* function;  ///< "neighbor_alltoallv", in letters of any case
  Unplannable why;
  MPI_Comm comm;
  const void* site;
};

}  // namespace bamboo::plans::pmpi

/// The call site of the interposed function that uses this macro.
#define BAMBOO_ORIGIN bamboo::plans::pmpi::CallOrigin::or_else(__builtin_return_address(0))
