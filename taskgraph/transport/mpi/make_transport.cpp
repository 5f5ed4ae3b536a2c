// SPDX-License-Identifier: Apache-2.0
// The entry points of a module: the transport of a job, and that on a communicator of a program.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "transport/communicator_transport.h"
#include "transport/mpi/mpi_transport.h"

namespace bamboo {
namespace {

using Refusal = std::optional<std::string>;

int level_of_threads() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  return provided;
}

/// Why this process must not use the communicator. Without communication.
Refusal refusal_of(MPI_Comm communicator) {
  if (communicator == MPI_COMM_NULL)
    return "the communicator is MPI_COMM_NULL: only its processes make the Runtime";
  int joins_groups = 0;
  MPI_Comm_test_inter(communicator, &joins_groups);
  if (joins_groups != 0)
    return "the communicator joins two groups: merge them by MPI_Intercomm_merge";
  return std::nullopt;
}

/// Why the MPI must not be used in this way.
Refusal refusal_of(const MpiUse& use) {
  if (use.refusal) return use.refusal;
  const int level = level_of_threads();
  if (level >= MPI_THREAD_MULTIPLE) return std::nullopt;
  if (use.several) {
    return use.several->because +
           ", so several threads call the MPI: initialise it by MPI_Init_thread with "
           "MPI_THREAD_MULTIPLE, or " +
           use.several->remedy;
  }
  int is_main = 0;
  MPI_Is_thread_main(&is_main);
  if (level >= MPI_THREAD_SERIALIZED || is_main != 0) return std::nullopt;
  return "the program has initialised the MPI for its main thread, and another one makes the "
         "Runtime: call MPI_Init_thread with MPI_THREAD_SERIALIZED";
}

/// A communicator with the same processes, without the program's attributes, hints and error
/// handler. Collective.
MPI_Comm private_copy(MPI_Comm communicator) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(communicator, &group);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_create(communicator, group, &copy);
  MPI_Group_free(&group);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_ARE_FATAL);
  return copy;
}

/// All processes refuse, or none: the others would wait for this one. Collective.
Refusal agree(MPI_Comm communicator, Refusal refusal) {
  int rank = 0, none = 0;
  MPI_Comm_size(communicator, &none);
  MPI_Comm_rank(communicator, &rank);
  int first = refusal ? rank : none;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, communicator);
  if (first == none || refusal) return refusal;
  return "process " + std::to_string(first) +
         " of the communicator refuses it, and has thrown the reason";
}

}  // namespace
}  // namespace bamboo

/// The entry point that load_transport() looks up. Returns null after a message if the MPI cannot
/// be used. A program that initialised the MPI itself also finalises it.
extern "C" [[gnu::visibility("default")]] bamboo::Transport* bamboo_make_transport(
    std::size_t piece_bytes) {
  int initialized = 0, provided = MPI_THREAD_SINGLE;
  MPI_Initialized(&initialized);
  if (initialized)
    provided = bamboo::level_of_threads();
  else
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    std::fprintf(stderr, initialized
                             ? "bamboo: error: the program has initialised the MPI for one thread; "
                               "call MPI_Init_thread with MPI_THREAD_SERIALIZED, because Bamboo's "
                               "threads take turns in calling it\n"
                             : "bamboo: error: this MPI was built without MPI_THREAD_SERIALIZED, "
                               "which Bamboo needs: its threads take turns in calling it\n");
    if (!initialized) MPI_Finalize();
    return nullptr;
  }
  MPI_Comm pieces = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &pieces);
  return new bamboo::MpiTransport(
      pieces, piece_bytes, initialized ? bamboo::MpiOwner::Program : bamboo::MpiOwner::Transport,
      bamboo::MpiThreads::TakeTurns);
}

/// The entry point that make_transport_on() looks up. `handle` is an MPI_Comm. Returns null with a
/// refusal.
extern "C" [[gnu::visibility("default")]] bamboo::Transport* bamboo_make_transport_on(
    std::intptr_t handle, std::size_t piece_bytes, const bamboo::MpiUse& use,
    std::optional<std::string>& refusal) {
  const auto communicator = (MPI_Comm)handle;  // NOLINT: a pointer or an int
  int initialized = 0, finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  if (initialized == 0 || finalized != 0) {
    refusal = finalized != 0 ? "the program has finalised the MPI"
                             : "the program has not initialised the MPI: call MPI_Init_thread";
    return nullptr;
  }
  refusal = bamboo::refusal_of(communicator);
  if (refusal) return nullptr;
  const bool may_any = bamboo::level_of_threads() >= MPI_THREAD_MULTIPLE;
  MPI_Comm pieces = bamboo::private_copy(communicator);
  refusal = bamboo::agree(pieces, bamboo::refusal_of(use));
  if (refusal) {
    MPI_Comm_free(&pieces);
    return nullptr;
  }
  return new bamboo::MpiTransport(
      pieces, piece_bytes, bamboo::MpiOwner::Program,
      may_any ? bamboo::MpiThreads::AnyAtOnce : bamboo::MpiThreads::OnlyTheCaller);
}
