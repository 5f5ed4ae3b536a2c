// SPDX-License-Identifier: Apache-2.0
#include "deadlock/wait_report.h"

#include <fmt/format.h>

#include <cstddef>

namespace bamboo {
namespace {

/// The age beyond which a description of a wait is out of date.
constexpr auto words_last = std::chrono::seconds(1);

}  // namespace

std::optional<std::string> WaitReport::of(Task& task) {
  const std::lock_guard guard(mutex_);
  // Only try the lock: a running task may wait for something that the caller holds.
  if (const std::unique_lock slice(task.slice, std::try_to_lock); slice.owns_lock())
    return describe_(task);
  Words& words = words_[&task];
  if (!words.asked && Clock::now() - words.when < words_last) return words.text;
  if (!std::exchange(words.asked, true)) wanted_.fetch_add(1, std::memory_order_relaxed);
  return std::nullopt;
}

void WaitReport::describe_if_asked(Task& task) {
  const std::lock_guard guard(mutex_);
  const auto found = words_.find(&task);
  if (found == words_.end() || !found->second.asked) return;
  found->second = {describe_(task), Clock::now(), false};
  wanted_.fetch_sub(1, std::memory_order_relaxed);
}

std::string polling_warning(double seconds) {
  return fmt::format(
      "bamboo: warning: this may be a deadlock: for {:g} s all tasks have only waited, or polled "
      "without success, and no message is in flight; the run continues\n",
      seconds);
}

std::string ended_tasks(const std::string& noun, const std::vector<TaskId>& tasks) {
  std::string text;
  for (std::size_t first = 0, last; first < tasks.size(); first = last + 1) {
    for (last = first; last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1;) ++last;
    if (first > 0) text += ", ";
    text += std::to_string(tasks[first]);
    if (last > first) text += (last > first + 1 ? "-" : ", ") + std::to_string(tasks[last]);
  }
  return tasks.size() == 1 ? noun + " " + text + " has ended" : noun + "s " + text + " have ended";
}

}  // namespace bamboo
