// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace bamboo {
namespace {

/// More tasks than that are counted, not named.
constexpr int most_named = 20;
/// Up to this number of entries are searched linearly.
constexpr int few = 8;

std::string of_tag(int tag) {
  return tag == Rule::any ? "" : fmt::format(" of tag {}", tag);
}

int checked(int tag) {
  if (tag >= 0 || tag == Rule::any) return tag;
  throw std::invalid_argument(fmt::format("a firing rule for the tag {}, which is negative", tag));
}

}  // namespace

Rule::Rule(Kind kind, int needed, std::span<const TaskId> sources, int tag) {
  auto count = static_cast<std::uint32_t>(sources.size());
  const std::span<Source> mine = sources_.extend(count);
  std::ranges::transform(sources, mine.begin(), [](TaskId task) { return Source{task, false}; });
  if (!std::ranges::is_sorted(mine, std::ranges::less_equal{}, &Source::task)) {
    std::ranges::sort(mine, {}, &Source::task);
    count -= static_cast<std::uint32_t>(std::ranges::unique(mine, {}, &Source::task).size());
    sources_.shrink(count);
  }
  if (kind == Kind::AllOf) needed = static_cast<int>(count);
  parts_.extend(1)[0] = {kind, tag, needed, needed, 0, count};
  unmet_ = needed > 0 ? 1 : 0;
}

Rule Rule::count(int n, int tag) {
  if (n < 0) throw std::invalid_argument(fmt::format("a firing rule of {} messages", n));
  return {Kind::Count, n, {}, checked(tag)};
}

Rule Rule::result(std::uint32_t call) {
  return {Kind::Count, 1, {}, tag_of(call)};
}

Rule Rule::all_of(std::span<const TaskId> sources, int tag) {
  return {Kind::AllOf, 0, sources, checked(tag)};
}

Rule Rule::any_of(std::span<const TaskId> sources, int tag) {
  if (sources.empty())
    throw std::invalid_argument(
        "a firing rule for any message of an empty list of tasks is never met");
  return {Kind::AnyOf, 1, sources, checked(tag)};
}

Rule operator&&(Rule first, Rule second) {
  const auto shift = static_cast<std::uint32_t>(first.sources().size());
  const auto sources = static_cast<std::uint32_t>(second.sources().size());
  const auto parts = static_cast<std::uint32_t>(second.parts().size());
  std::ranges::copy(second.sources(), first.sources_.extend(sources).begin());
  std::ranges::transform(second.parts(), first.parts_.extend(parts).begin(), [&](Rule::Part part) {
    part.first += shift;
    part.last += shift;
    return part;
  });
  first.unmet_ += second.unmet_;
  return first;
}

bool Rule::accepts(TaskId source, int tag) const {
  return std::ranges::any_of(parts(), [&](const Part& part) {
    return fits(part, tag) &&
           (part.kind == Kind::Count || const_cast<Rule*>(this)->find(part, source) != nullptr);
  });
}

Rule::Source* Rule::find(const Part& part, TaskId task) {
  Source* at = sources().data() + part.first;
  Source* const end = sources().data() + part.last;
  if (end - at > few)
    at = std::ranges::lower_bound(at, end, task, {}, &Source::task);
  else
    while (at != end && at->task < task) ++at;
  return at != end && at->task == task ? at : nullptr;
}

void Rule::restart() {
  unmet_ = 0;
  for (Part& part : parts()) {
    part.missing = part.needed;
    if (part.needed > 0) ++unmet_;
  }
  for (Source& source : sources()) source.here = false;
}

void Rule::add(TaskId source, int tag) {
  for (Part& part : parts()) {
    if (part.missing == 0 || !fits(part, tag)) continue;
    if (part.kind != Kind::Count) {
      Source* const from = find(part, source);
      if (from == nullptr || from->here) continue;
      from->here = true;
    }
    if (--part.missing == 0) --unmet_;
  }
}

void Rule::add_results_except(std::span<const std::uint32_t> calls) {
  for (Part& part : parts()) {
    if (!is_result(part) || part.missing == 0) continue;
    const auto is_this = [&](std::uint32_t call) { return tag_of(call) == part.tag; };
    if (std::ranges::any_of(calls, is_this)) continue;
    part.missing = 0;
    --unmet_;
  }
}

std::string Rule::names(const Part& part, bool only_missing) const {
  std::string text;
  int listed = 0, more = 0;
  for (std::uint32_t at = part.first; at < part.last; ++at) {
    if (only_missing && sources()[at].here) continue;
    if (listed == most_named) {
      ++more;
      continue;
    }
    text += fmt::format("{}{}", listed++ > 0 ? ", " : "", sources()[at].task);
  }
  const std::string noun = listed > 1 ? "tasks " : "task ";
  return noun + text + (more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string Rule::to_string() const {
  std::string text;
  for (const Part& part : parts()) {
    if (!text.empty()) text += " and ";
    if (is_result(part)) {
      text += fmt::format("the result of its collective call {}", any - part.tag);
      continue;
    }
    switch (part.kind) {
      case Kind::Count:
        text += fmt::format("{} message{}{}", part.needed, part.needed == 1 ? "" : "s",
                            of_tag(part.tag));
        break;
      case Kind::AllOf:
        text += part.needed == 0
                    ? "no message"
                    : fmt::format("{}{} from {}", part.needed == 1 ? "a message" : "messages",
                                  of_tag(part.tag), names(part, false));
        break;
      case Kind::AnyOf:
        text += fmt::format("a message{} from any of {}", of_tag(part.tag), names(part, false));
    }
  }
  return text;
}

std::string Rule::missing() const {
  std::string text;
  for (const Part& part : parts()) {
    if (part.missing == 0 || is_result(part)) continue;
    if (!text.empty()) text += ", ";
    const bool one = part.missing == 1;
    if (part.kind == Kind::AllOf) {
      text += fmt::format("{} {} missing", names(part, true), one ? "is" : "are");
    } else {
      text += fmt::format("{} more message{}{} {} missing", part.missing, one ? "" : "s",
                          of_tag(part.tag), one ? "is" : "are");
    }
  }
  return text;
}

}  // namespace bamboo
