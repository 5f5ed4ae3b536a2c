// SPDX-License-Identifier: Apache-2.0
#include "functions/tools/tools.h"

#include <algorithm>
#include <cstring>

#include "errors/misuse.h"
#include "rank/job.h"

namespace bamboo::mpi {

namespace {

constexpr ControlVariable controls[] = {
    {"ranks_in_process", "Virtual ranks that share this process",
     [](const Rank& rank) { return static_cast<int>(rank.job.local_ranks().size()); }},
    {"workers", "Threads that run the ranks of this process (BAMBOO_WORKERS)",
     [](const Rank& rank) { return rank.graph().runtime().options().workers; }},
    {"strict", "Whether misuse that the installed MPIs let pass is an error (BAMBOO_STRICT)",
     [](const Rank&) { return static_cast<int>(is_strict()); }},
};

/// Over the messages that have reached the rank and that no receive has taken.
template <class Figure>
std::uint64_t sum_over_unexpected(Rank& rank, Figure&& figure) {
  std::uint64_t sum = 0;
  const auto inbox = rank.inbox.lock();
  for (const Message* message = inbox->mailbox.unexpected(); message; message = message->next)
    sum += figure(*message);
  return sum;
}

constexpr PerformanceVariable figures[] = {
    {"unexpected_messages", "Messages that have reached the rank and that no receive has taken",
     MPI_T_PVAR_CLASS_LEVEL,
     [](Rank& rank) {
       return sum_over_unexpected(rank, [](const Message&) { return std::uint64_t{1}; });
     }},
    {"unexpected_bytes", "Their bytes", MPI_T_PVAR_CLASS_LEVEL,
     [](Rank& rank) {
       return sum_over_unexpected(rank, [](const Message& m) { return m.header.bytes; });
     }},
};

}  // namespace

std::span<const ControlVariable> control_variables() {
  return controls;
}
std::span<const PerformanceVariable> performance_variables() {
  return figures;
}

void give_text(std::string_view text, char* out, int* length) {
  if (!length) return;
  const int needed = static_cast<int>(text.size()) + 1;
  if (out && *length > 0) {
    const auto room = static_cast<std::size_t>(std::min(*length, needed) - 1);
    std::memcpy(out, text.data(), room);
    out[room] = '\0';
  }
  *length = needed;
}

extern "C" {

int MPI_T_init_thread(int required, int* provided) {
  const InMpi in_mpi(__func__, __builtin_return_address(0));
  Rank& rank = *in_mpi.rank;
  rank.tools.users++;
  give_value(provided, rank.provide_thread_level(required));
  return MPI_SUCCESS;
}

int MPI_T_finalize(void) {
  return BAMBOO_MPI_TOOLS({ rank.tools.users--; });
}

}  // extern "C"
}  // namespace bamboo::mpi
