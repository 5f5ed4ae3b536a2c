// SPDX-License-Identifier: Apache-2.0
#include "comm/communicators.h"

#include <bit>
#include <utility>

#include "errors/errors.h"
#include "matching/pattern.h"
#include "objects/errhandler.h"
#include "objects/process_handles.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {
namespace {

ProcessHandles<Communicator> handles;  // does not own them: each rank does

constexpr std::uint32_t led_context = active_context >> 1;

}  // namespace

Communicators::Communicators(MessagingTask& its_task, int world_size)
    : task(its_task), world(its_task), self(its_task) {
  world.context = 0;
  world.rank = task.id();
  world.handle = MPI_COMM_WORLD;
  world.group = Group::world(world_size);
  world.name = "MPI_COMM_WORLD";
  self.context = 2;
  self.handle = MPI_COMM_SELF;
  self.group = Group::of({task.id()});
  self.name = "MPI_COMM_SELF";
}

Communicator& Communicators::find(MPI_Comm handle) {
  if (handle == MPI_COMM_WORLD) [[likely]]
    return world;
  if (Communicator* comm = handles.find(handle_value(handle))) return *comm;
  if (handle == MPI_COMM_SELF) return self;
  if (handle == MPI_COMM_NULL) fail(MPI_ERR_COMM, "comm is MPI_COMM_NULL");
  fail(MPI_ERR_COMM, "comm is the handle %p, which is no communicator or one that was freed",
       static_cast<void*>(handle));
}

Communicator& Communicators::with_context(std::uint32_t context) {
  for (const auto& comm : derived_)
    if (comm->context == context) return *comm;
  return self.context == context ? self : world;
}

std::uint32_t Communicators::new_led_context() {
  // The fields of such a context: the bit `led_context`, the rank that leads, the number of
  // contexts that it has led before, and 0 for point-to-point. Contexts on which members agree are
  // counted upwards from 6.
  const int rank_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(world.size() - 1)));
  const int count_bits = 29 - rank_bits;
  if (led_contexts_ >> count_bits)
    fail(MPI_ERR_OTHER,
         "the rank has used all of its %u numbers for communicators that it names alone, because "
         "they were duplicated without waiting, or made by a rank with threads of its own",
         led_contexts_);
  const std::uint32_t leader = static_cast<std::uint32_t>(task.id()) << count_bits;
  return led_context | (leader | led_contexts_++) << 1;
}

int Communicators::proposed_context() {
  return static_cast<int>(task.own_threads() ? new_led_context() : next_context_);
}

std::uint32_t Communicators::take_context(int highest) {
  const auto context = static_cast<std::uint32_t>(highest);
  if (!(context & led_context)) next_context_ = context + 2;
  return context;
}

Communicator* Communicators::add(const Communicator& parent, GroupRef group,
                                 std::uint32_t context) {
  const int me = group->rank_of(task.id());
  if (me < 0) return nullptr;
  sweep();
  auto comm = std::make_unique<Communicator>(task);
  comm->context = context;
  comm->rank = me;
  const SessionBuffer& inherited = parent.group->session_buffer();
  if (inherited && !group->session_buffer()) group = Group::in_session(*group, inherited);
  comm->group = std::move(group);
  comm->errhandler = parent.errhandler;
  retain_errhandler(comm->errhandler);
  // Owned by the rank, not by the table.
  comm->handle = reinterpret_cast<MPI_Comm>(
      handles.add(std::shared_ptr<Communicator>(std::shared_ptr<void>(), comm.get())));
  derived_.push_back(std::move(comm));
  return derived_.back().get();
}

void Communicators::free(Communicator& comm) {
  comm.attributes.erase_all(comm.handle);
  release_errhandler(comm.errhandler);
  comm.errhandler = MPI_ERRORS_ARE_FATAL;
  handles.release(handle_value(comm.handle));
  comm.handle = MPI_COMM_NULL;
  comm.freed = true;
  sweep();
}

/// Ends freed ones whose last operation has ended.
void Communicators::sweep() {
  std::erase_if(derived_, [](const auto& comm) { return comm->freed && comm->pending == 0; });
}

}  // namespace bamboo::mpi
