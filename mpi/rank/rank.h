// SPDX-License-Identifier: Apache-2.0
// A virtual rank: one MPI process of the user's program, run as a task.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/stackful_task.h"
#include "comm/communicator.h"
#include "errors/errors.h"
#include "matching/mailbox.h"
#include "objects/integer_handles.h"
#include "objects/live_handles.h"
#include "p2p/post.h"

namespace bamboo::mpi {

class Environment;
class FileContext;
class Image;
class Output;
class RankLocale;
class RankSignals;
class RegionState;
struct Job;

/// Where the rank stands in MPI's life cycle.
enum class Phase : unsigned char { BeforeInit, Running, Finalized };

class Rank final : public StackfulTask {
 public:
  Rank(TaskId id, Job& job);
  ~Rank() override;

  /// The rank whose code the calling thread runs. On a thread that is not a rank's (the user's own
  /// pthreads, OpenMP threads): a message that names `function`, and the job ends.
  static Rank& current(const char* function);
  static Rank* current_or_null();

  void inject(Message* message) override;
  /// As StackfulTask's, except that a rank cannot leave its thread inside of an OpenMP parallel
  /// region: the OpenMP library goes by threads and would take the next rank's regions for nested
  /// ones. Then a message, and the job ends.
  void suspend();
  void yield();
  /// yield() of a rank that has looked for something in vain.
  void poll(std::span<Request* const> requests, const Pattern& pattern = {});
  /// Runs the image's exit handlers and leaves. What exit() means in a rank.
  [[noreturn]] void exit(int code);
  /// Reports the code and ends the task, or the job. What _exit() means in a rank.
  [[noreturn]] void leave(int code);

  CallPlace waits_in() const override { return {function, call_site}; }
  void took_lock();
  void left_lock();
  /// "MPI_Recv from rank 2, tag 5, MPI_COMM_WORLD, at file.c:12": what a suspended rank waits for.
  std::string describe_wait() const;

  /// The rank's communicator with this point-to-point context.
  Communicator& communicator_of(std::uint32_t context);

  int handle_error(MPI_Comm comm, const char* function, const MpiError& error);
  [[noreturn]] void fail_outside(const char* function);
  void refuse_in_parallel_region() const;
  /// MPI allows no communication in a function that reduces. Throws MpiError.
  void refuse_in_reduction() const;
  /// Before and after each suspension: what the kernel keeps for the thread goes with the rank.
  void leave_thread();
  void enter_thread();

  /// Copies of what the C library has once for the process, before the program begins.
  void take_process_state();

  /// Priority of a rank that sends to other processes; others have 0.
  static constexpr int feeds_other_process = 1;

  Job& job;
  int size = 0;  ///< of MPI_COMM_WORLD
  Phase phase = Phase::BeforeInit;
  int thread_level = MPI_THREAD_SINGLE;
  const char* function = nullptr;  ///< MPI function that the rank called last
  void* call_site = nullptr;       ///< where from
  int exit_code = 0;
  /// A copy for each rank: programs reorder and overwrite their arguments.
  std::vector<std::string> arguments;
  std::vector<char*> argv;

  std::unique_ptr<Communicator> world, self;
  std::vector<std::unique_ptr<Communicator>>
      communicators;  ///< the derived ones, in order of creation

  LiveHandles<Request, MPI_Request> requests;
  LiveHandles<Message, MPI_Message> matched;  ///< taken out by a matched probe, not yet received
  IntegerHandles integer_handles;
  /// Requests that the program has not completed when it ends MPI: the first, and how many.
  struct Unfinished {
    std::size_t count = 0;
    const char* function = nullptr;
    void* call_site = nullptr;
    std::string what;
  };
  Unfinished unfinished;
  std::uint64_t request_lists = 0;  ///< how many lists of requests it has waited for
  Mailbox mailbox;
  /// Completions that the suspended rank still needs; guarded by mailbox.lock. Reaching 0 satisfies
  /// the firing rule (which is armed with 1), so a wait for any is a wait for one.
  int missing = 0;
  bool advances_while_waiting = false;  ///< internal completions wake the rank; guarded likewise
  bool collective_news = false;         ///< an internal request completed; guarded by mailbox.lock
  std::vector<RunningCollective> collectives;
  // For reports: what it is suspended on, or, while `polls`, has looked for in vain.
  std::span<Request* const> waiting_for;
  Pattern probed;  ///< where there are no requests
  bool polls = false;
  bool reduces = false;  ///< runs the program's own reduction function

  std::unique_ptr<RegionState> region_state;
  RegionState* region = nullptr;  ///< null outside of olap regions
  /// Of the program's latest world-sized Cartesian communicator. Each one has an object of its own.
  std::shared_ptr<const Geometry> cartesian;
  std::unique_ptr<Image> image;
  std::unique_ptr<Output> output;
  std::FILE* input_stream = nullptr;         ///< null: the program asks for none, or the process's
  int input = -1;                            ///< descriptor of that
  std::unique_ptr<Environment> environment;  ///< null where all ranks share a function
  std::unique_ptr<RankLocale> locale;        ///< null: that of the process
  std::unique_ptr<FileContext> files;        ///< null: those of the process
  std::atomic<RankSignals*> signals{nullptr};  ///< null: the rank has set none
  /// Locks of threads that the rank holds; with them it stays on the worker that took the first.
  int held_locks = 0;
  int free_worker = -1;  ///< its pinned_worker without them
  void* bsend_buffer = nullptr;
  int bsend_bytes = 0;

 protected:
  void body() override;
};

}  // namespace bamboo::mpi
