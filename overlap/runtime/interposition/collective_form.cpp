// SPDX-License-Identifier: Apache-2.0
#include "collective_form.h"

#include <atomic>

namespace bamboo::overlap {
namespace {

/// Key of the answers at communicators. Duplicates inherit them: MPI_Comm_dup is collective, so
/// either all processes have agreed before it or none has.
int key = MPI_KEYVAL_INVALID;

/// Attributes are pointers; only these two addresses matter.
char is_blocking, is_nonblocking;

/// The communicator that was asked about last, twice, plus the answer; one word, so that threads
/// see both or neither. Both MPIs' handles leave room for that: addresses of objects, and 32 bits.
std::atomic<uint64_t> last{0};

uint64_t number_of(MPI_Comm communicator) {
#ifdef OPEN_MPI
  return reinterpret_cast<uint64_t>(communicator) << 1;
#else
  return uint64_t{static_cast<uint32_t>(communicator)} << 1;
#endif
}

/// Another communicator may get the handle of one that is freed.
int forget(MPI_Comm communicator, int, void*, void*) {
  uint64_t known = last.load(std::memory_order_relaxed);
  if ((known | 1) == (number_of(communicator) | 1))
    last.compare_exchange_strong(known, 0, std::memory_order_relaxed);
  return MPI_SUCCESS;
}

/// Between two groups collectives are nonblocking: an MPI_Allreduce gives each what the other has.
bool agree(MPI_Comm communicator) {
  int between_groups = 0;
  PMPI_Comm_test_inter(communicator, &between_groups);
  if (between_groups != 0) return true;
  int gains = &bamboo_overlap_has_collective_windows != nullptr ? 1 : 0;
  // An error is the program's as well: its own call comes next.
  return PMPI_Allreduce(MPI_IN_PLACE, &gains, 1, MPI_INT, MPI_MAX, communicator) != MPI_SUCCESS ||
         gains != 0;
}

[[gnu::noinline]] int look_up(MPI_Comm communicator) {
  if (key == MPI_KEYVAL_INVALID || communicator == MPI_COMM_NULL) return 1;
  void* known = nullptr;
  int found = 0;
  if (PMPI_Comm_get_attr(communicator, key, &known, &found) != MPI_SUCCESS) return 1;
  if (found == 0) {
    known = agree(communicator) ? &is_nonblocking : &is_blocking;
    if (PMPI_Comm_set_attr(communicator, key, known) != MPI_SUCCESS) return 1;
  }
  const uint64_t answer = known == &is_nonblocking ? 1 : 0;
  last.store(number_of(communicator) | answer, std::memory_order_relaxed);
  return static_cast<int>(answer);
}

}  // namespace

void start_agreements() {
  PMPI_Comm_create_keyval(MPI_COMM_DUP_FN, forget, &key, nullptr);
}

void stop_agreements() {
  last = 0;
  // The key becomes MPI_KEYVAL_INVALID; the answers stay until their communicators end.
  if (key != MPI_KEYVAL_INVALID) PMPI_Comm_free_keyval(&key);
}

}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" {

int bamboo_overlap_is_nonblocking(MPI_Comm communicator) {
  const uint64_t known = last.load(std::memory_order_relaxed);
  const uint64_t differs = known ^ number_of(communicator);
  return differs <= 1 ? static_cast<int>(differs) : look_up(communicator);
}

int bamboo_overlap_is_nonblocking_fortran(const MPI_Fint* communicator) {
  return bamboo_overlap_is_nonblocking(PMPI_Comm_f2c(*communicator));
}

void bamboo_overlap_no_request_fortran(MPI_Fint* request) {
  *request = PMPI_Request_c2f(MPI_REQUEST_NULL);
}
}
