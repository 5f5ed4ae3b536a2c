// SPDX-License-Identifier: Apache-2.0
// Pending operations in words, for reports.
#include "rank/describe.h"

#include <algorithm>
#include <vector>

#include "comm/communicator.h"
#include "errors/source_location.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

std::string tag_text(int tag) {
  return tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(tag);
}

std::string communicator_text(const Request& request) {
  const Communicator* comm = communicator_of(request);
  if (!comm) return "";
  return comm->name.empty() ? ", communicator of size " + std::to_string(comm->size())
                            : ", " + comm->name;
}

std::string peer_text(TaskId peer) {
  return peer == any_source ? "any rank" : "rank " + std::to_string(peer);
}

/// Describes the rank that a step of a collective waits for, and that rank's call if it is another
/// one.
std::string partner_text(const Request& step) {
  const auto in = step.owner->inbox.lock();
  for (const Message* m = in->mailbox.unexpected(); m; m = m->next) {
    const Header& h = m->header;
    // Data and tokens of one call have different tags.
    const bool there =
        h.source == step.peer && h.context == step.context && h.tag / 2 == step.tag / 2;
    if (const CollectiveCall call(h.label); there && !call.agrees_with(step.call))
      return peer_text(step.peer) + ", which calls " + call.function() + " instead";
  }
  return peer_text(step.peer);
}

/// Its tag counts the collectives of the communicator.
std::string number_text(int tag) {
  if (tag < 0) return "";
  const bool persistent = tag >= first_persistent_tag;
  const int number = (persistent ? tag - first_persistent_tag : tag) / 2 + 1;
  return (persistent ? ", its persistent collective " : ", its collective ") +
         std::to_string(number);
}

/// A collective's own message.
std::string step_text(const Request& r) {
  const std::string root = r.call.root() >= 0 ? ", root " + std::to_string(r.call.root()) : "";
  return "for " + partner_text(r) + communicator_text(r) + number_text(r.tag) + root;
}

/// The ranks whose messages a nonblocking collective still needs, and the place where it was
/// started.
std::string progress_text(const Request& r) {
  constexpr std::size_t most = 4;
  std::vector<const Request*> steps;
  if (const PendingOperation* operation = r.owner->pending.behind(r))
    steps = operation->waits_for();
  std::string text;
  for (std::size_t i = 0; i < std::min(steps.size(), most); ++i)
    text += (i == 0 ? ", which needs " : ", ") + partner_text(*steps[i]);
  if (steps.size() > most) text += ", …";
  if (r.started_by.address)
    text += " (started at " + describe_call_site(r.started_by.address) + ")";
  return text;
}

}  // namespace

std::string describe(const Pattern& p) {
  return "a message from " + peer_text(p.source) + ", " + tag_text(p.tag);
}

std::string describe(const Request& r) {
  if (r.is<CollectiveRequest>())
    return std::string("for ") + (r.started_by.function ? r.started_by.function : "a collective") +
           brief(r) + progress_text(r);
  if (r.is<GeneralizedRequest>()) return "for the program's call of MPI_Grequest_complete";
  if (r.is<SendRequest>())
    return "to send " + std::to_string(r.count * r.type->size) + " bytes" + brief(r);
  if (r.is<ReceiveRequest>()) return r.call.is_one() ? step_text(r) : "to receive" + brief(r);
  return (r.peer == any_source ? "for other ranks" : "for " + peer_text(r.peer)) + brief(r);
}

std::string brief(const Request& r) {
  const std::string where = communicator_text(r);
  if (r.is<SendRequest>()) return " to " + peer_text(r.peer) + ", " + tag_text(r.tag) + where;
  if (r.is<ReceiveRequest>()) return " from " + peer_text(r.peer) + ", " + tag_text(r.tag) + where;
  return where;
}

}  // namespace bamboo::mpi
