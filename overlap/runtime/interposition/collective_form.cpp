// SPDX-License-Identifier: Apache-2.0
#include "collective_form.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "collective_trial.h"
#include "windows/request_cost.h"
#include "windows/window_choice.h"

// Functions of the library that `bamboo run` loads in front of the MPI; null if it is not loaded.
// They record the call in which the thread is.
extern "C" {
[[gnu::weak]] void bamboo_call_begins(const char* function, const void* site, MPI_Comm comm);
[[gnu::weak]] void bamboo_call_ends(void);
}

namespace bamboo::overlap {
namespace {

/// The first contribution of a process; the maximum over all processes counts.
enum FirstWord : int { GainsNothing, HasWindows, KeepsWindows };

/// The form of one communicator's collectives.
struct AgreedForm {
  std::atomic<uint64_t> communicator{0};  ///< 0: of no communicator
  FirstWord word = HasWindows;            ///< the others are not tried
  bool sums_move = false;                 ///< two numbers may be equal by chance
  CollectiveTrial trial;
};

/// Forms without a communicator. A form is never freed, because another thread may check its owner.
class FreeForms {
 public:
  AgreedForm& take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return *new AgreedForm;
    AgreedForm* form = free_.back();
    free_.pop_back();
    return *form;
  }
  void give(AgreedForm& form) {
    form.communicator.store(0, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    free_.push_back(&form);
  }

 private:
  std::mutex mutex_;
  std::vector<AgreedForm*> free_;
};

FreeForms& free_forms() {
  static auto& forms = *new FreeForms;  // communicators may end behind static objects
  return forms;
}

/// Key of the forms of communicators.
int key = MPI_KEYVAL_INVALID;

/// The form that was requested last.
std::atomic<AgreedForm*> last{nullptr};

/// Returns a nonzero number for the handle. This is possible for both MPIs' handles: addresses of
/// objects, or 32 bits.
uint64_t number_of(MPI_Comm communicator) {
#ifdef OPEN_MPI
  return reinterpret_cast<uint64_t>(communicator) | 1;
#else
  return uint64_t{static_cast<uint32_t>(communicator)} << 1 | 1;
#endif
}

/// Duplicates inherit the form: MPI_Comm_dup is collective, so all processes have counted alike.
int inherit(MPI_Comm, int, void*, void* known, void* copied, int* is_copied) {
  const auto& from = *static_cast<AgreedForm*>(known);
  AgreedForm& form = free_forms().take();
  form.word = from.word;
  form.sums_move = from.sums_move;
  form.trial = from.trial;
  *static_cast<void**>(copied) = &form;
  *is_copied = 1;
  return MPI_SUCCESS;
}

int forget(MPI_Comm, int, void* known, void*) {
  free_forms().give(*static_cast<AgreedForm*>(known));
  return MPI_SUCCESS;
}

/// While this object exists, the thread is in a collective call for the roll call of the job.
class Agreement {
 public:
  Agreement(const void* site, MPI_Comm communicator) {
    if (&bamboo_call_begins != nullptr) bamboo_call_begins("a collective", site, communicator);
  }
  ~Agreement() {
    if (&bamboo_call_ends != nullptr) bamboo_call_ends();
  }
  Agreement(const Agreement&) = delete;
  Agreement& operator=(const Agreement&) = delete;
};

FirstWord own_word() {
  const WindowChoice choice = window_choice();
  if (choice == WindowChoice::Back || &bamboo_overlap_has_collective_windows == nullptr)
    return GainsNothing;
  return choice == WindowChoice::Keep ? KeepsWindows : HasWindows;
}

/// Between two groups collectives are nonblocking: an MPI_Allreduce gives each what the other has.
FirstWord agree_first(MPI_Comm communicator) {
  int between_groups = 0;
  PMPI_Comm_test_inter(communicator, &between_groups);
  if (between_groups != 0) return KeepsWindows;
  int word = own_word();
  // An error occurs in the program's own call as well, which comes next.
  const int error = PMPI_Allreduce(MPI_IN_PLACE, &word, 1, MPI_INT, MPI_MAX, communicator);
  return error == MPI_SUCCESS ? static_cast<FirstWord>(word) : KeepsWindows;
}

/// Returns null if there is nothing to agree on.
[[gnu::noinline]] AgreedForm* look_up(MPI_Comm communicator, const void* site) {
  if (key == MPI_KEYVAL_INVALID || communicator == MPI_COMM_NULL) return nullptr;
  void* known = nullptr;
  int found = 0;
  if (PMPI_Comm_get_attr(communicator, key, static_cast<void*>(&known), &found) != MPI_SUCCESS)
    return nullptr;
  if (found == 0) {
    AgreedForm& form = free_forms().take();
    int size = 0;
    PMPI_Comm_size(communicator, &size);
    const Agreement agreement(site, communicator);
    form.word = agree_first(communicator);
    form.sums_move = size <= 2;
    form.trial = {};
    known = &form;
    if (PMPI_Comm_set_attr(communicator, key, known) != MPI_SUCCESS) return nullptr;
  }
  auto* form = static_cast<AgreedForm*>(known);
  form->communicator.store(number_of(communicator), std::memory_order_relaxed);
  last.store(form, std::memory_order_release);
  return form;
}

[[gnu::noinline]] void agree_again(CollectiveTrial& trial, MPI_Comm communicator,
                                   const void* site) {
  const Agreement agreement(site, communicator);
  CollectiveGains gains = trial.own_gains(request_cost().count());
  int words[] = {gains.moves, gains.sums};
  if (PMPI_Allreduce(MPI_IN_PLACE, words, 2, MPI_INT, MPI_MAX, communicator) == MPI_SUCCESS)
    gains = {words[0], words[1]};
  trial.agree(gains);
}

int next_form(AgreedForm& form, MPI_Comm communicator, int32_t known, bamboo_window_trial* window,
              const void* site) {
  if (form.trial.is_due()) agree_again(form.trial, communicator, site);
  const bool adds_up = (known & bamboo_collective_adds_up) != 0 && !form.sums_move;
  const WindowState state = form.trial.next(adds_up ? CollectiveKind::Sums : CollectiveKind::Moves,
                                            (known & bamboo_collective_has_window) != 0);
  if (state == WindowState::WentBack) return bamboo_call_blocks;
  if (state == WindowState::Kept || window == nullptr) return bamboo_call_starts;
  __atomic_store_n(&window->summed, &form.trial.use_ns(), __ATOMIC_RELAXED);
  return bamboo_call_starts_timed;
}

}  // namespace

void start_agreements() {
  PMPI_Comm_create_keyval(inherit, forget, &key, nullptr);
}

void stop_agreements() {
  last = nullptr;
  // The key becomes MPI_KEYVAL_INVALID; the answers stay until their communicators end.
  if (key != MPI_KEYVAL_INVALID) PMPI_Comm_free_keyval(&key);
}

static inline int form_of(MPI_Comm communicator, int32_t known, bamboo_window_trial* trial,
                          const void* site) {
  if (&bamboo_overlap_has_plain_collectives != nullptr) return bamboo_call_blocks;
  AgreedForm* form = last.load(std::memory_order_acquire);
  if (form == nullptr ||
      form->communicator.load(std::memory_order_relaxed) != number_of(communicator))
    form = look_up(communicator, site);
  if (form == nullptr) return bamboo_call_starts;
  if (form->word == HasWindows) return next_form(*form, communicator, known, trial, site);
  return form->word == GainsNothing ? bamboo_call_blocks : bamboo_call_starts;
}

}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" {

int bamboo_overlap_form(MPI_Comm communicator, int32_t known, bamboo_window_trial* trial) {
  return form_of(communicator, known, trial, __builtin_return_address(0));
}

int bamboo_overlap_form_fortran(const MPI_Fint* communicator, int32_t known,
                                bamboo_window_trial* trial) {
  return form_of(PMPI_Comm_f2c(*communicator), known, trial, __builtin_return_address(0));
}

void bamboo_overlap_no_request_fortran(MPI_Fint* request) {
  *request = PMPI_Request_c2f(MPI_REQUEST_NULL);
}
}
