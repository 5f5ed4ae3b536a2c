// SPDX-License-Identifier: Apache-2.0
// A virtual rank: one MPI process of the user's program, run as a task.
#pragma once

#include <mpi.h>

#include <string>
#include <unordered_map>

#include "comm/communicators.h"
#include "errors/errors.h"
#include "errors/user_errors.h"
#include "files/files.h"
#include "image/program_instance.h"
#include "objects/attributes.h"
#include "objects/integer_handles.h"
#include "one_sided/windows.h"
#include "p2p/messaging_task.h"
#include "process_state/process_state.h"
#include "rank/debugger_table.h"
#include "rank/life_cycle.h"
#include "rank/sessions.h"
#include "rank/tool_interface.h"
#include "region/region_state.h"

namespace bamboo::mpi {

struct Job;

/// Each member holds what one folder of the room needs of the rank; what messages need is in the
/// base.
class Rank final : public MessagingTask {
 public:
  Rank(TaskId id, Job& its_job);

  /// The rank that the calling thread runs, as a worker or as the rank's own, or in whose MPI
  /// functions it is (InMpi).
  static Rank& current() { return *current_or_null(); }
  static Rank* current_or_null();

  /// Runs the image's exit handlers and leaves: exit() in a rank.
  [[noreturn]] void exit(int code);
  /// Reports the code and ends the task, or the job: _exit() in a rank.
  [[noreturn]] void leave(int code);

  /// Ends the job where the launcher speaks of other ranks that this process does not find. A
  /// program that never calls MPI, such as a test of a configuration script, may run alone.
  void require_others() const;
  /// MPI_Init and MPI_Init_thread, which `call` says.
  void initialize(int required_thread_level);
  /// For MPI_THREAD_SERIALIZED and higher the rank keeps its thread, if it has just begun there.
  int provide_thread_level(int required);
  int highest_thread_level() const {
    return own_threads() ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
  }
  /// The object behind a handle. Throws MpiError(MPI_ERR_COMM).
  Communicator& communicator(MPI_Comm handle) { return communicators.find(handle); }
  int handle_error(MPI_Comm comm, const char* function, const MpiError& error);
  int handle_error(MPI_Win win, const char* function, const MpiError& error);
  int handle_error(MPI_File file, const char* function, const MpiError& error);
  int handle_error(MPI_Session session, const char* function, const MpiError& error);
  /// The function was called before MPI_Init or after MPI_Finalize.
  [[noreturn]] void fail_outside(const char* function) const;
  /// "rank 2 waits in MPI_Recv to receive from rank 1, …": what a suspended rank waits for.
  std::string describe_wait() const override;
  /// Writes out the lines that the rank has printed.
  void left() override;

  Job& job;
  LifeCycle life;
  Sessions sessions;
  ToolInterface tools;
  Communicators communicators;
  Windows windows;
  Files files{communicators};
  RegionState regions;
  ProcessState process;
  ProgramInstance program;
  IntegerHandles integers;
  UserErrors user_errors;
  std::unordered_map<MPI_Datatype, Attributes<MPI_Datatype>> type_attributes;  ///< by handle
  /// Names that the program gave to predefined types, which all ranks share.
  std::unordered_map<MPI_Datatype, std::string> type_names;

 private:
  DebuggedRank debugged_;

  /// The program has called MPI_Init and ended: the job's end, or misuse that the installed MPIs
  /// let pass, after which the other ranks go on.
  void end_without_finalize();

 protected:
  void body() override;
  /// A rank cannot leave its thread inside of an OpenMP parallel region: the OpenMP library goes by
  /// threads and would take the next rank's regions for nested ones. It keeps the thread then.
  void may_leave_thread() override;
  void leaves_thread() override;
  void enters_thread() override;
};

}  // namespace bamboo::mpi
