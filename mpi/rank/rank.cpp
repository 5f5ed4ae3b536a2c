// SPDX-License-Identifier: Apache-2.0
#include "rank/rank.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "bamboo/support/diagnostic.h"
#include "comm/error_action.h"
#include "errors/end_job.h"
#include "errors/misuse.h"
#include "errors/source_location.h"
#include "one_sided/window_error.h"
#include "process_state/alternate_signal_stack.h"
#include "process_state/environment.h"
#include "process_state/file_context.h"
#include "rank/complete_pending.h"
#include "rank/describe.h"
#include "rank/job.h"
#include "rank/shared_calls.h"
#include "rank/undeclared_threads.h"

namespace bamboo::mpi {

Rank::Rank(TaskId id, Job& its_job)
    : MessagingTask(its_job.ranks, id, its_job.calls ? its_job.calls->add(id) : nullptr),
      job(its_job),
      communicators(*this, job.ranks.size()),
      windows(*this),
      regions(*this, job.regions),
      process(*this),
      program(job.program) {
  active_messages = &windows;
}

Rank* Rank::current_or_null() {
  // Every task of a process that runs an MPI program is a rank.
  if (MessagingTask* task = MessagingTask::running()) return static_cast<Rank*>(task);
  ProcessState* here = ProcessState::current();
  return here ? static_cast<Rank*>(&here->task) : nullptr;
}

void Rank::may_leave_thread() {
  if (program.in_parallel_region() && !process.is_alone_on_thread()) [[unlikely]]
    keep_thread_of_region(*this);
}

void Rank::leaves_thread() {
  if (asks_before_wait_) [[unlikely]]
    program.leave_team_size();
  process.leave();
}

void Rank::enters_thread() {
  use_alternate_signal_stack();  // the worker may run a rank for the first time
  process.enter();
  if (asks_before_wait_) [[unlikely]]
    program.enter_team_size();
}

void Rank::body() {
  show_to_debuggers(debugged_, *this);
  use_alternate_signal_stack();
  process.enter();
  if (program.program().has_code_on_stack && !allow_code_on_stack()) {
    support::error("rank %d: its stack cannot be made executable: %s", id(), std::strerror(errno));
    end_job(1);
  }
  if (!program.program().function) process.copy_from_process();
  int code = 1;
  try {
    code = program.run(*this, job.argc, job.argv,
                       process.environment ? process.environment->list() : nullptr);
  } catch (const std::exception& error) {
    support::error("rank %d: terminated by an exception: %s", id(), error.what());
    end_job(1);
  }
  exit(code);
}

void Rank::exit(int code) {
  program.run_exit_handlers();
  process.output.flush();
  leave(code);
}

void Rank::leave(int code) {
  if (process.in_forked_child()) ::_exit(code);  // a process that the program has forked
  life.exit_code = code & 0xff;                  // the parent of a process sees only these bits
  if (life.phase == Phase::Running || sessions.any()) end_without_finalize();
  if (life.exit_code != 0) {
    support::error("rank %d ended with exit code %d", id(), life.exit_code);
    if (life.phase == Phase::BeforeInit && !sessions.were_any()) end_job(life.exit_code);
    job.note_exit(life.exit_code);
  }
  program.leave_team_size();
  process.leave();
  leave_thread();
  hide_from_debuggers(debugged_);
  finish();
}

void Rank::end_without_finalize() {
  const bool in_session = life.phase != Phase::Running;
  if (life.exit_code != 0 || is_strict()) {
    support::error(
        "rank %d ended with exit code %d %s", id(), life.exit_code,
        in_session ? "before MPI_Session_finalize" : "between MPI_Init and MPI_Finalize");
    end_job(life.exit_code ? life.exit_code : 1);
  }
  if (is_first(Misuse::NeverFinalized))
    warn_of_misuse(id(), in_session ? "ended without MPI_Session_finalize; the other ranks continue"
                                    : "ended without MPI_Finalize; the other ranks continue");
  complete_pending(*this);
  life.phase = Phase::Finalized;
}

void Rank::require_others() const {
  if (const auto reason = graph().runtime().why_not_alone()) {
    support::error("%s", reason->c_str());
    end_job(1);
  }
}

int Rank::provide_thread_level(int required) {
  if (required >= MPI_THREAD_SERIALIZED && !own_threads()) {
    process.leave();  // the new worker inherits what its thread has
    if (keep_thread()) FileContext::keep_thread_apart();
    process.enter();
  }
  return std::min(required, highest_thread_level());
}

void Rank::initialize(int required_thread_level) {
  if (life.phase != Phase::BeforeInit) {
    support::error("rank %d: %s called %s (at %s)", id(), call.function,
                   life.phase == Phase::Running ? "twice" : "after MPI_Finalize",
                   describe_call_site(call.address).c_str());
    end_job(1);
  }
  life.phase = Phase::Running;
  asks_before_wait_ = program.has_parallel_regions();
  life.thread_level = provide_thread_level(required_thread_level);
}

int Rank::handle_error(MPI_Comm comm, const char* function, const MpiError& error) {
  Communicator* communicator = &communicators.world;
  try {
    if (comm != MPI_COMM_NULL) communicator = &communicators.find(comm);
  } catch (const MpiError&) {
    // A call with an invalid communicator is an error on MPI_COMM_WORLD.
  }
  if (error.communicator) communicator = error.communicator;
  return mpi::handle_error(*communicator, function, error);
}

int Rank::handle_error(MPI_Win win, const char* function, const MpiError& error) {
  const Window* window = nullptr;
  try {
    window = &windows.find(win);
  } catch (const MpiError&) {
    // An invalid window has no error handler.
    return handle_error(MPI_COMM_NULL, function, error);
  }
  return mpi::handle_error(*window, function, error);
}

int Rank::handle_error(MPI_File file, const char* function, const MpiError& error) {
  return files.call_errhandler(file, function, error.error_class, error.what());
}

int Rank::handle_error(MPI_Session handle, const char* function, const MpiError& error) {
  const Session* session = nullptr;
  try {
    session = &sessions.find(handle);
  } catch (const MpiError&) {
    // An invalid session has no error handler.
    return handle_error(MPI_COMM_NULL, function, error);
  }
  return call_errhandler(*this, session->errhandler, static_cast<void*>(&handle), "a session",
                         function, error.error_class, error.what());
}

void Rank::fail_outside(const char* function) const {
  support::error("rank %d: %s called %s (at %s)", id(), function,
                 life.phase == Phase::BeforeInit ? "before MPI_Init" : "after MPI_Finalize",
                 describe_call_site(call.address).c_str());
  end_job(1);
}

void Rank::left() {
  if (process.output.pending()) process.output.flush_lines();
}

std::string Rank::describe_wait() const {
  std::string text = "rank " + std::to_string(id()) + " " +
                     (waited_for.polls ? "polls with " : "waits in ") +
                     (call.function ? call.function : "no MPI call");
  if (waited_for.message) text += " for " + describe(*waited_for.message);
  int shown = 0;
  for (const Request* r : waited_for.requests) {
    if (!r || r->state.is_complete()) continue;
    if (++shown > 4) {
      text += ", …";
      break;
    }
    text += (shown == 1 ? " " : ", ") + describe(*r);
  }
  if (call.address) text += " at " + describe_call_site(call.address);
  return text;
}

extern "C" {
[[noreturn]] __attribute__((visibility("default"))) void bamboo_rank_exit(int code) {
  if (ProcessState::current()) Rank::current().exit(code);
  // A thread that the program has started: exit handlers of a rank would run on the wrong stack.
  ::_exit(code);
}

[[noreturn]] __attribute__((visibility("default"))) void bamboo_rank_leave(int code) {
  if (ProcessState::current()) Rank::current().leave(code);
  ::_exit(code);
}
}

}  // namespace bamboo::mpi
