// SPDX-License-Identifier: Apache-2.0
#include "p2p/messaging_task.h"

#include "errors/errors.h"
#include "p2p/completion.h"

namespace bamboo::mpi {

MessagingTask* MessagingTask::running() {
  if (Task* task = Runtime::running()) return static_cast<MessagingTask*>(task);
  return of_thread_;
}

bool MessagingTask::keep_thread() {
  if (!graph().runtime().keep_thread(*this)) return false;
  of_thread_ = this;
  begin_own_threads();
  return true;
}

void MessagingTask::keep_thread_of(int worker, std::function<void()> successor_begins) {
  const bool is_mine = Runtime::running() == this;
  graph().runtime().keep_thread_of(worker, *this, std::move(successor_begins));
  if (is_mine) of_thread_ = this;
  begin_own_threads();
}

void MessagingTask::begin_own_threads() {
  own_threads_kept_ = std::make_unique<OwnThreads>(graph().runtime());
  own_threads_.store(own_threads_kept_.get(), std::memory_order_release);
  inbox.lock()->several_wait = true;
}

void MessagingTask::let_others_in(void (OwnThreads::*meanwhile)()) {
  const CallSite mine = call;
  (own_threads()->*meanwhile)();
  set_call(mine);
}

void MessagingTask::inject(Message* message) {
  if ((message->header.context & active_context) != 0) [[unlikely]]
    return active_messages->arrived(message);
  Request* receive = nullptr;
  bool fire = false;
  const MessageId id = id_of(message->header);
  {
    const auto in = inbox.lock();
    receive = in->mailbox.match(message->header);
    if (!receive) fire = in->keep(message);
  }
  if (receive) hand_over(message, *receive);
  if (fire) wake(id);
}

Request* MessagingTask::request_of(MPI_Request handle) const {
  if (handle == MPI_REQUEST_NULL) return nullptr;
  Request* request = requests.find(handle);
  if (!request)
    fail(MPI_ERR_REQUEST, "request is the handle %p, which was never set, or whose request is over",
         reinterpret_cast<void*>(handle));
  return request;
}

void MessagingTask::fail_in_reduction() {
  fail(MPI_ERR_OTHER,
       "called by the program's reduction function, in which MPI allows no communication");
}

}  // namespace bamboo::mpi
