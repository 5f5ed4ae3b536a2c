// SPDX-License-Identifier: Apache-2.0
#include "matching/mailbox.h"

#include "matching/local_message.h"
#include "matching/request.h"

namespace bamboo::mpi {

namespace {
Pattern pattern_of(const Request& receive) {
  return {receive.peer, receive.tag, receive.context};
}
}  // namespace

Request* Mailbox::match(const Header& header) {
  for (Request* r = posted_.front(); r; r = r->next) {
    if (pattern_of(*r).matches(header)) {
      posted_.remove(r);
      return r;
    }
  }
  return nullptr;
}

Message* Mailbox::find(const Pattern& pattern) const {
  for (Message* m = unexpected_.front(); m; m = m->next)
    if (pattern.matches(m->header)) return m;
  return nullptr;
}

Message* Mailbox::match(const Pattern& pattern) {
  Message* message = find(pattern);
  if (message) take_out(message);
  return message;
}

void Mailbox::add(Message* message) {
  unexpected_.push_back(message);
  if (message->local) copies_.add(static_cast<LocalMessage*>(message)->copy_bytes());
}

void Mailbox::take_out(Message* message) {
  unexpected_.remove(message);
  if (!message->local) return;
  auto& taken = static_cast<LocalMessage&>(*message);
  copies_.add(-taken.copy_bytes());
  release(taken);
  taken.claim();
}

void Mailbox::hold(LocalMessage& message) {
  if (message.held.message) return;
  message.held.message = &message;
  held_.push_back(&message.held);
  unexpected_memory.count_held(1);
  if (holding_.is_listed) return;
  holding_.is_listed = true;
  holding_.id = message.header.destination;
  unexpected_memory.announce(holding_);
}

void Mailbox::release(LocalMessage& message) {
  if (!message.held.message) return;
  held_.remove(&message.held);
  message.held.message = nullptr;
  unexpected_memory.count_held(-1);
}

bool Mailbox::detach_held(std::int64_t bytes, std::vector<Request*>& sends) {
  while (!held_.empty() && bytes > 0) {
    LocalMessage& message = *held_.front()->message;
    sends.push_back(message.sender());
    try {
      detach(message, true);
    } catch (...) {
      sends.pop_back();
      throw;
    }
    bytes -= message.copy_bytes();
  }
  holding_.is_listed = !held_.empty();
  return holding_.is_listed;
}

void Mailbox::detach(LocalMessage& message, bool pooled) {
  message.detach(pooled);
  release(message);
  copies_.add(message.copy_bytes());
}

std::vector<Request*> Mailbox::withdraw_receives() {
  std::vector<Request*> found;
  for (Request *r = posted_.front(), *next; r; r = next) {
    next = r->next;
    if (r->is_step()) continue;
    if (r->state.now() ==
        RequestState::Abandoned) {  // it takes its message all the same, and writes nothing
      r->count = 0;
      continue;
    }
    posted_.remove(r);
    found.push_back(r);
  }
  return found;
}

void Mailbox::add(Request* receive) {
  posted_.push_back(receive);
}

bool Mailbox::remove_posted(Request* receive) {
  for (const Request* r = posted_.front(); r; r = r->next) {
    if (r != receive) continue;
    posted_.remove(receive);
    return true;
  }
  return false;
}

}  // namespace bamboo::mpi
