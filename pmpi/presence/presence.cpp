// SPDX-License-Identifier: Apache-2.0
#include "presence/presence.h"

#include <array>
#include <cstddef>

namespace bamboo::plans::pmpi {
namespace {

std::atomic<Presence*> newest{nullptr};

constexpr unsigned place_bits = 12;
std::array<StartedRequest, std::size_t{1} << place_bits> started_requests;

StartedRequest& place_of(MPI_Request request) {
  const auto handle = static_cast<std::uint64_t>((std::uintptr_t)request);
  return started_requests[(handle * 0x9e3779b97f4a7c15) >> (64 - place_bits)];
}

}  // namespace

Presence* new_presence() {
  auto* made = new Presence;  // read until the process ends
  made->next = newest.load(std::memory_order_relaxed);
  while (!newest.compare_exchange_weak(made->next, made, std::memory_order_release)) {
  }
  return made;
}

const Presence* newest_presence() {
  return newest.load(std::memory_order_acquire);
}

void remember_start(MPI_Request request, const CalledFunction& function, const void* site,
                    const CalledWith& with) {
  StartedRequest& place = place_of(request);
  place.request.store(request, std::memory_order_relaxed);
  place.call.store(function, site, with);
}

const StartedRequest* start_of(MPI_Request request) {
  const StartedRequest& place = place_of(request);
  const bool is_known =
      place.call.function() != nullptr && place.request.load(std::memory_order_relaxed) == request;
  return is_known ? &place : nullptr;
}

}  // namespace bamboo::plans::pmpi

using namespace bamboo::plans::pmpi;

extern "C" {

// For libraries between the program and the MPI that call PMPI_ for a call of the program.
void bamboo_call_begins(const char* function, const void* site, MPI_Comm comm) {
  static constexpr CalledFunction named{"", Stored::Named};
  Presence& here = presence();
  if ((here.changes.load(std::memory_order_relaxed) & 1) != 0) return;
  here.polls.store(false, std::memory_order_relaxed);
  here.call.store(named, site, {.comm = comm, .requests = function});
  here.change(coarse_nanoseconds());
}

void bamboo_call_ends() {
  Presence& here = presence();
  const CalledFunction* function = here.call.function();
  const bool is_open = (here.changes.load(std::memory_order_relaxed) & 1) != 0;
  if (is_open && function != nullptr && function->stored == Stored::Named)
    here.change(coarse_nanoseconds());
}
}
