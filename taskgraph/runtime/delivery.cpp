// SPDX-License-Identifier: Apache-2.0
// Messages of a graph, within the process and between processes.
#include <fmt/format.h>

#include <utility>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/task_graph.h"
#include "engine/engine.h"
#include "messenger/messenger.h"

namespace bamboo {

void TaskGraph::deliver(Message* message) {
  std::uint32_t begun = 0;
  {
    const auto delivery = delivery_.lock();
    if (delivery->catching_up || message->header.run > delivery->run) {
      delivery->early.push_back(message);
      return;
    }
    begun = delivery->run;
  }
  inject(message, begun);
}

void TaskGraph::inject(Message* message, std::uint32_t begun) {
  const Header& header = message->header;
  const std::size_t index = index_of(header.destination);
  if (index >= tasks_.size()) {
    support::error(
        "%s: a message from %s %d came to a process without its destination, %s %d: all "
        "processes make the same graphs in the same order",
        name_.c_str(), noun_.c_str(), header.source, noun_.c_str(), header.destination);
    engine_.abort(exit_task_failed);
  }
  if (header.run < begun) {
    support::error("%s had finished run %u when a message of %s %d for it came (tag %d)",
                   name_of(header.destination).c_str(), header.run, noun_.c_str(), header.source,
                   header.tag);
    engine_.abort(exit_task_failed);
  }
  tasks_[index]->inject(message);
}

/// Begins run run_. A message that comes meanwhile stays behind older ones of its source.
void TaskGraph::inject_early() {
  std::vector<Message*> mine, later;
  {
    const auto delivery = delivery_.lock();
    delivery->run = run_;
    delivery->catching_up = true;
  }
  for (;;) {
    {
      const auto delivery = delivery_.lock();
      later.clear();
      for (Message* message : delivery->early)
        (message->header.run <= run_ ? mine : later).push_back(message);
      std::swap(delivery->early, later);
      if (mine.empty()) {
        delivery->catching_up = false;
        return;
      }
    }
    for (Message* message : std::exchange(mine, {})) inject(message, run_);
  }
}

void TaskGraph::hand_over(Task& destination, Message* message, int copies) {
  engine_.count_local_message(message->header.bytes, copies);
  if (Trace* trace = Trace::current()) [[unlikely]] {
    message->header.graph = number_;
    trace->handed_over(message->header);
  }
  destination.inject(message);
}

bool TaskGraph::send(ProcessId process, Header header, PayloadSource& source, SendMode mode,
                     SendCompletion* completion, bool pooled) {
  header.graph = number_;
  header.run = run_;
  return messenger_.send(process, header, source, mode, completion, pooled);
}

}  // namespace bamboo
