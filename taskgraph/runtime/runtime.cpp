// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/runtime.h"

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/scheduler.h"
#include "deadlock/deadlock_detector.h"
#include "options/option_agreement.h"
#include "runtime/runtime_impl.h"
#include "transport/communicator_transport.h"

namespace bamboo {
namespace {

/// …/lib/bamboo next to this library, both in the installed tree and in the build folder.
std::string folder_beside_library() {
  Dl_info self{};
  ::dladdr(reinterpret_cast<void*>(&folder_beside_library), &self);
  const std::string path = self.dli_fname != nullptr ? self.dli_fname : "";
  return path.substr(0, path.rfind('/') + 1) + "bamboo";
}

std::string folder_of_modules(const RuntimeOptions& options) {
  return options.module_folder.empty() ? folder_beside_library() : options.module_folder;
}

std::optional<std::string> why_not(const PlaceInProcess& place, const RuntimeOptions& options) {
  if (auto reason = place.why_not_now()) return reason;
  if (options.workers < 1) return "a Runtime needs at least one worker";
  return why_no_scheduler(options.scheduler);
}

/// With MPI_THREAD_MULTIPLE there may be a service thread. Otherwise the options must not ask for
/// other threads than the calling one.
MpiUse use_of_mpi(const PlaceInProcess& place, const RuntimeOptions& options) {
  MpiUse use{.refusal = why_not(place, options), .several = std::nullopt};
  if (options.workers > 1) {
    use.several = {"there are " + std::to_string(options.workers) + " workers",
                   "set BAMBOO_WORKERS=1"};
  } else if (options.service == ServiceMode::Dedicated || options.service == ServiceMode::Relief) {
    use.several = {"there is a service thread", "set BAMBOO_SERVICE=auto"};
  } else if (place.other_threads_have_one()) {
    use.several = {"another thread has a Runtime", "make both in one thread"};
  }
  return use;
}

}  // namespace

Runtime::Impl::Impl(std::unique_ptr<PlaceInProcess> given_place, RuntimeOptions given,
                    std::unique_ptr<Transport> transport, PeerMemory memory)
    : place(std::move(given_place)),
      options(std::move(given)),
      plan(ThreadPlan::decide(options, transport.get())),
      messenger(std::move(transport), options.eager_budget, plan.threads, std::move(memory)),
      graphs(plan.threads),
      engine(options, &messenger, plan, [this] { return graphs.describe_unfinished(); }) {
  messenger.set_deliver([this](Message* message) { graphs.deliver(message); });
}

Runtime::Runtime(RuntimeOptions options) {
  auto place = std::make_unique<PlaceInProcess>(PlaceInProcess::Of::Job, *this);
  auto transport = load_transport(folder_of_modules(options), options.piece_bytes);
  if (!options.may_run_alone) {
    if (const auto reason = bamboo::why_not_alone(*transport)) {
      support::error("%s", reason->c_str());
      std::exit(exit_task_failed);
    }
  }
  bamboo::require_same(*transport, "BAMBOO_TRACE", options.trace_file.empty() ? "not set" : "set");
  PeerMemory memory = PeerMemory::find(*transport, options.direct_bytes);
  impl_ = std::make_unique<Impl>(std::move(place), std::move(options), std::move(transport),
                                 std::move(memory));
}

Runtime::Runtime(Communicator communicator, RuntimeOptions options) {
  auto place = std::make_unique<PlaceInProcess>(PlaceInProcess::Of::Communicator, *this);
  auto transport = make_transport_on(communicator, folder_of_modules(options), options.piece_bytes,
                                     use_of_mpi(*place, options));
  if (!std::exchange(options.trace_file, {}).empty() && transport->process() == 0)
    support::warning("BAMBOO_TRACE: a Runtime on a communicator writes no trace");
  PeerMemory memory = PeerMemory::find(*transport, options.direct_bytes);
  impl_ = std::make_unique<Impl>(std::move(place), std::move(options), std::move(transport),
                                 std::move(memory));
}

Runtime::~Runtime() {
  if (!impl_->is_finished) {
    if (std::uncaught_exceptions() > 0) abort(exit_task_failed);
    finish();
  }
}

void Runtime::finish() {
  if (std::exchange(impl_->is_finished, true)) return;
  Impl& impl = *impl_;
  if (const auto reason = impl.place->why_not_now()) {
    support::error("a Runtime ends, but %s", reason->c_str());
    abort(exit_task_failed);
  }
  impl.engine.start();  // this process answers although it has no graph
  impl.engine.stop();
  // The others may still wait for something that never comes; this process no longer affects them.
  impl.messenger.detector().idle(true);
  impl.messenger.shutdown([&impl] {
    impl.engine.write_trace();
    if (const auto graph = impl.graphs.missing()) {
      support::error(
          "process %d ends without graph %u, to which other processes have sent: all "
          "processes make the same graphs, and collect the same results, in the same order",
          impl.messenger.transport().process(), *graph);
      impl.messenger.abort(exit_task_failed);
    }
  });
}

void Runtime::Impl::settle(const std::string& graph) {
  if (place->of() == PlaceInProcess::Of::Job || plan.service != ServiceMode::Inline) return;
  messenger.settle(std::chrono::duration<double>(options.deadlock_seconds), [&] {
    support::warning(
        "process %d: %s has finished here, and waits for processes to accept its messages; they "
        "do so in run() or wait(), or at any time if the MPI was initialised with "
        "MPI_THREAD_MULTIPLE",
        messenger.transport().process(), graph.c_str());
  });
}

Runtime* Runtime::current() {
  return PlaceInProcess::of_job();
}

Task* Runtime::running() {
  return Engine::running();
}

int Runtime::worker() {
  return Engine::worker();
}

ProcessId Runtime::process() const {
  return transport().process();
}

int Runtime::processes() const {
  return transport().processes();
}

Transport& Runtime::transport() const {
  return impl_->messenger.transport();
}

std::optional<std::string> Runtime::why_not_alone() const {
  return bamboo::why_not_alone(transport());
}

const RuntimeOptions& Runtime::options() const {
  return impl_->options;
}

Threads Runtime::threads() const {
  return impl_->plan.threads;
}

Statistics Runtime::statistics() const {
  Statistics result = impl_->engine.statistics();
  result.mapping_bytes = impl_->graphs.mapping_bytes();
  return result;
}

void Runtime::abort(int exit_code) {
  impl_->engine.abort(exit_code);
}

void Runtime::require_same(const std::string& variable, const std::string& value) {
  bamboo::require_same(transport(), variable, value);
}

void Runtime::before_abort(std::function<void()> last_words) {
  impl_->engine.last_words = std::move(last_words);
}

void Runtime::when_waiting(std::function<bool(Waiting)> call) {
  impl_->engine.when_waiting = std::move(call);
}

void Runtime::set_exit_code(int code) {
  transport().exit_code = code;
}

void Runtime::progress_if_due() {
  impl_->engine.progress_if_due();
}

bool Runtime::keep_thread(Task& task) {
  return impl_->engine.keep_thread(task);
}

int Runtime::worker_of(const Task& task) const {
  return impl_->engine.worker_of(task);
}

void Runtime::keep_thread_of(int worker, Task& task, std::function<void()> begins) {
  impl_->engine.keep_thread_of(worker, task, std::move(begins));
}

void Runtime::own_thread_waits() {
  impl_->engine.own_thread_waits();
}

void Runtime::own_thread_goes_on() {
  impl_->engine.own_thread_goes_on();
}

void Runtime::own_thread_polls() {
  impl_->engine.own_thread_polls();
}

void Runtime::wakes_own_thread() {
  impl_->engine.wakes_own_thread();
}

}  // namespace bamboo
