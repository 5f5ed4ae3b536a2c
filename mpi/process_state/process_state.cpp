// SPDX-License-Identifier: Apache-2.0
#include "process_state/process_state.h"

#include <mutex>
#include <set>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/runtime.h"
#include "process_state/environment.h"
#include "process_state/file_context.h"
#include "process_state/rank_locale.h"
#include "process_state/rank_signals.h"

namespace bamboo::mpi {

ProcessState::ProcessState(Task& its_task) : task(its_task), locks(its_task) {
  all_.push_back(this);
}

ProcessState::~ProcessState() {
  std::erase(all_, this);
}

void ProcessState::enter() {
  current_ = this;
  if (locale) locale->enter();
  if (files && FileContext::separate_worker()) [[unlikely]]
    files->enter();
  if (RankSignals* own = signals.load(std::memory_order_relaxed)) [[unlikely]]
    own->enter();
}

void ProcessState::leave() {
  if (locale) RankLocale::leave();
  if (files) [[unlikely]]
    files->leave();
  if (RankSignals* own = signals.load(std::memory_order_relaxed)) [[unlikely]]
    own->leave();
  current_ = nullptr;
}

void ProcessState::copy_from_process() {
  environment = std::make_unique<Environment>(is_alone());
  prepare_environment_for_children();
  Input::prepare_for_children();
  Output::prepare_for_children();
  if (is_alone_on_thread()) return;
  locale = std::make_unique<RankLocale>();
  locale->enter();
}

bool ProcessState::is_alone_on_thread() const {
  return is_alone() && Runtime::current()->options().workers == 1;
}

// The services of the runtime for the functions of libc/, which are part of every image.
extern "C" {

__attribute__((visibility("default"))) int bamboo_rank_shares_process() {
  return ProcessState::is_shared();
}

/// Warns, once in the process, that the function acts on the whole process. Returns false if no
/// rank runs yet, because a later call may have to warn.
__attribute__((visibility("default"))) bool bamboo_rank_warn_of_shared(const char* function,
                                                                       const char* what) {
  const ProcessState* own = ProcessState::current();
  if (!own) return false;
  if (!own->shares_process()) return true;
  static std::mutex lock;
  const RankSignals::Deferred deferred;  // a handler may call such a function
  static std::set<std::string> said;
  const std::lock_guard guard(lock);
  if (!said.insert(function).second) return true;
  support::warning(
      "rank %d calls %s, which acts on %s (see the documentation, Virtual ranks; printed once in "
      "each "
      "process)",
      own->task.id(), function, what);
  return true;
}
}

}  // namespace bamboo::mpi
