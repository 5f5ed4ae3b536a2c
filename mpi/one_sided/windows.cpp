// SPDX-License-Identifier: Apache-2.0
#include "one_sided/windows.h"

#include <algorithm>
#include <utility>

#include "comm/agreement.h"
#include "errors/errors.h"
#include "objects/errhandler.h"
#include "objects/process_handles.h"
#include "one_sided/arriving_operation.h"
#include "one_sided/lock_request.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

ProcessHandles<Window> handles;  // does not own them: each rank does

}  // namespace

void barrier(Window& window) {
  allreduce_max(members_of(window.comm), 0);
}

Window& Windows::find(MPI_Win handle) const {
  if (Window* window = handles.find(handle_value(handle)); window && &window->windows == this)
    return *window;
  if (handle == MPI_WIN_NULL) fail(MPI_ERR_WIN, "win is MPI_WIN_NULL");
  fail(MPI_ERR_WIN, "win is the handle %p, which is no window or one that was freed",
       static_cast<void*>(handle));
}

Communicator& Windows::own_communicator(Communicators& mine, Communicator& parent) {
  const std::uint32_t context = agree_on_context(mine, members_of(parent));
  return *mine.add(parent, parent.group, context);
}

Window& Windows::publish(std::shared_ptr<Window> window) {
  Window& made = *window;
  made.handle = reinterpret_cast<MPI_Win>(
      handles.add(std::shared_ptr<Window>(std::shared_ptr<void>(), &made)));
  all_.lock()->push_back(std::move(window));
  barrier(made);  // nothing may come for it before it is here
  return made;
}

void Windows::free(Communicators& mine, Window& window) {
  window.attributes.erase_all(window.handle);
  window.for_each_target(
      [&](Target& target) { target.outstanding.wait(window.comm, target.task); });
  barrier(window);
  release_errhandler(window.errhandler);
  handles.release(handle_value(window.handle));
  Communicator& comm = window.comm;
  std::shared_ptr<Window> last;
  {
    const auto all = all_.lock();
    const auto found = std::ranges::find(*all, &window, &std::shared_ptr<Window>::get);
    last = std::move(*found);
    all->erase(found);
  }
  last.reset();
  mine.free(comm);
}

std::shared_ptr<Window> Windows::with_context(std::uint32_t context) {
  const auto all = all_.lock();
  const auto found = std::ranges::find(*all, context, [](const auto& w) { return w->context; });
  return found == all->end() ? nullptr : *found;
}

Exposure* Windows::exposure_of(TaskId other, std::uint32_t context) const {
  MessagingTask* const there = task.neighbour(other);
  return there ? &of(*there).with_context(context)->exposure : nullptr;
}

void Windows::notify(const Window& window, TaskId to, MessageKind kind) {
  if (MessagingTask* const there = task.neighbour(to)) {
    Windows& theirs = of(*there);
    theirs.notified(*theirs.with_context(window.context), task.id(), kind);
  } else {
    send_notice(task, to, window.context, kind);
  }
}

void Windows::notified(Window& window, TaskId from, MessageKind kind) {
  if (kind == MessageKind::Post) return window.exposure.posts.arrive(from);
  if (kind == MessageKind::Complete) return window.exposure.completes.arrive(from);
  std::vector<LockQueue::Claim> granted = window.exposure.locks.lock()->release();
  for (const LockQueue::Claim& claim : granted) grant(window.context, claim);
}

void Windows::grant(std::uint32_t context, const LockQueue::Claim& claim) {
  if (MessagingTask* const there = task.neighbour(claim.origin))
    of(*there).questions.take(claim.question).done();
  else
    send_notice(task, claim.origin, context, MessageKind::Answer, claim.question);
}

void Windows::arrived(Message* message) {
  const Header header = message->header;
  const auto kind = static_cast<MessageKind>(header.tag);
  if (kind == MessageKind::Answer || kind == MessageKind::Refusal) {
    Question& question = questions.take(header.label);
    question.answered(kind == MessageKind::Refusal);
    return message->receive(question);
  }
  const std::shared_ptr<Window> window = with_context(header.context & ~active_context);
  if (!window) return message->discard();  // an unlock that the end of the window has overtaken
  switch (kind) {
    case MessageKind::Operation:
    case MessageKind::OrderedOperation:
      return message->receive(*new ArrivingOperation(task, window->exposure, header));
    case MessageKind::Lock:
      return message->receive(*new ArrivingClaim(*window, header));
    default:
      message->discard();
      notified(*window, header.source, kind);
  }
}

}  // namespace bamboo::mpi
