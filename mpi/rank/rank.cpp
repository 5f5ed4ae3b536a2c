// SPDX-License-Identifier: Apache-2.0
#include "rank/rank.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>

#include "bamboo/taskgraph/engine.h"
#include "comm/error_action.h"
#include "diagnostics/faults.h"
#include "errors/source_location.h"
#include "image/image.h"
#include "p2p/completion.h"
#include "process_state/environment.h"
#include "process_state/file_context.h"
#include "process_state/input.h"
#include "process_state/output.h"
#include "process_state/rank_locale.h"
#include "process_state/rank_signals.h"
#include "rank/describe.h"
#include "rank/job.h"
#include "region/region_state.h"

namespace bamboo::mpi {

Rank::Rank(TaskId id, Job& job)
    : StackfulTask(id, 0, job.engine->threads()),
      job(job),
      size(job.ranks),
      world(make_world(id, size)),
      self(make_self(id)),
      mailbox(job.engine->threads()),
      output(std::make_unique<Output>()) {}

Rank::~Rank() = default;

Rank* Rank::current_or_null() {
  // Every task of a process that runs an MPI program is a rank.
  return static_cast<Rank*>(Engine::running());
}

Rank& Rank::current(const char* function) {
  if (Rank* rank = current_or_null()) return *rank;
  std::fprintf(stderr,
               "bamboo: error: %s called on a thread that is not an MPI rank's: in tasks mode only "
               "the thread "
               "that runs main() may call MPI (MPI_THREAD_FUNNELED)\n",
               function);
  end_job(1);
}

void Rank::inject(Message* message) {
  Request* receive;
  bool fire = false;
  const MessageId id = id_of(message->header);
  {
    std::lock_guard guard(mailbox.lock);
    receive = mailbox.match(message->header);
    if (!receive) {
      mailbox.add(message);
      if (mailbox.probing) fire = --missing == 0;
    }
  }
  if (receive) hand_over(message, *receive);
  if (fire) Engine::current()->fire(*this, id);
}

void Rank::suspend() {
  refuse_in_parallel_region();
  leave_thread();
  StackfulTask::suspend();
  enter_thread();
}

void Rank::yield() {
  refuse_in_parallel_region();
  leave_thread();
  StackfulTask::yield();
  enter_thread();
}

void Rank::leave_thread() {
  if (locale) locale->leave();
  if (files) [[unlikely]]
    files->leave();
  if (RankSignals* own = signals.load(std::memory_order_relaxed)) [[unlikely]]
    own->leave();
}

void Rank::enter_thread() {
  if (locale) locale->enter();
  if (files && FileContext::separate_worker(job)) [[unlikely]]
    files->enter();
  if (RankSignals* own = signals.load(std::memory_order_relaxed)) [[unlikely]]
    own->enter();
}

void Rank::poll(std::span<Request* const> requests, const Pattern& pattern) {
  waiting_for = requests;
  probed = pattern;
  polls = true;
  yield();
  polls = false;
  waiting_for = {};
}

void Rank::refuse_in_parallel_region() const {
  if (job.has_one_rank_and_worker() || !image || !image->in_parallel_region()) return;
  std::fprintf(
      stderr,
      "bamboo: error: rank %d waits in %s inside of an OpenMP parallel region (at %s), where it "
      "cannot make room for the other ranks of its process: call it outside of the region, or "
      "run with VF 1 and one worker\n",
      id(), function, describe_call_site(call_site).c_str());
  end_job(1);
}

void Rank::refuse_in_reduction() const {
  if (reduces) [[unlikely]]
    fail(MPI_ERR_OTHER,
         "called by the program's reduction function, in which MPI allows no communication");
}

void Rank::body() {
  use_alternate_signal_stack();
  if (job.program.has_code_on_stack && !allow_code_on_stack()) {
    std::fprintf(stderr, "bamboo: error: rank %d: its stack cannot be made executable: %s\n", id(),
                 std::strerror(errno));
    end_job(1);
  }
  arguments.assign(job.argv, job.argv + job.argc);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int code = 1;
  try {
    if (job.program.function) {
      code = job.program.function(job.argc, argv.data());
    } else {
      take_process_state();
      image = std::make_unique<Image>(job.program, id());
      code = image->run_main(job.argc, argv.data(), environment->list());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bamboo: error: rank %d: terminated by an exception: %s\n", id(),
                 error.what());
    end_job(1);
  }
  exit(code);
}

void Rank::take_process_state() {
  const bool alone = job.local_ranks().size() == 1;
  environment = std::make_unique<Environment>(alone);
  prepare_environment_for_children();
  prepare_input_for_children();
  if (job.has_one_rank_and_worker()) return;
  locale = std::make_unique<RankLocale>();
  locale->enter();
}

void Rank::exit(int code) {
  if (image) image->run_exit_handlers();
  output->flush();
  leave(code);
}

void Rank::leave(int code) {
  if (job.in_forked_child()) ::_exit(code);  // a process of the program's own
  exit_code = code & 0xff;                   // what a process's parent sees of it
  if (phase == Phase::Running) {
    std::fprintf(
        stderr,
        "bamboo: error: rank %d ended with exit code %d between MPI_Init and MPI_Finalize\n", id(),
        exit_code);
    end_job(exit_code ? exit_code : 1);
  }
  if (exit_code != 0) {
    std::fprintf(stderr, "bamboo: rank %d ended with exit code %d\n", id(), exit_code);
    if (phase == Phase::BeforeInit) end_job(exit_code);
    job.note_exit(exit_code);
  }
  leave_thread();
  finish();
}

Communicator& Rank::communicator_of(std::uint32_t context) {
  for (const auto& c : communicators) {
    if (c->context == context) return *c;
  }
  return self->context == context ? *self : *world;
}

int Rank::handle_error(MPI_Comm comm, const char* name, const MpiError& error) {
  Communicator* communicator = world.get();
  try {
    if (comm != MPI_COMM_NULL) communicator = &mpi::communicator(comm);
  } catch (const MpiError&) {
    // A call with an invalid communicator is an error on MPI_COMM_WORLD.
  }
  if (error.communicator) communicator = error.communicator;
  return mpi::handle_error(*communicator, name, error);
}

void Rank::fail_outside(const char* name) {
  std::fprintf(stderr, "bamboo: error: rank %d: %s called %s (at %s)\n", id(), name,
               phase == Phase::BeforeInit ? "before MPI_Init" : "after MPI_Finalize",
               describe_call_site(call_site).c_str());
  end_job(1);
}

std::string Rank::describe_wait() const {
  std::string text = "rank " + std::to_string(id()) + " " + (polls ? "polls with " : "waits in ") +
                     (function ? function : "no MPI call");
  if (mailbox.probing || (polls && waiting_for.empty())) {
    text += " for " + describe(probed);
  }
  int shown = 0;
  for (const Request* r : waiting_for) {
    if (!r || r->complete.load(std::memory_order_acquire)) continue;
    if (++shown > 4) {
      text += ", …";
      break;
    }
    text += (shown == 1 ? " " : ", ") + describe(*r);
  }
  if (call_site) text += " at " + describe_call_site(call_site);
  return text;
}

extern "C" {
[[noreturn]] __attribute__((visibility("default"))) void bamboo_rank_exit(int code) {
  if (Rank* rank = Rank::current_or_null()) rank->exit(code);
  ::_exit(
      code);  // a thread of the user's own: exit handlers of a rank would run on the wrong stack
}

[[noreturn]] __attribute__((visibility("default"))) void bamboo_rank_leave(int code) {
  if (Rank* rank = Rank::current_or_null()) rank->leave(code);
  ::_exit(code);
}

__attribute__((visibility("default"))) void bamboo_rank_flush() {
  if (Rank* rank = Rank::current_or_null()) rank->output->flush();
}
}

}  // namespace bamboo::mpi
