// SPDX-License-Identifier: Apache-2.0
#include "row_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bamboo::overlap {
namespace {

/// The ranges that overlap the merged `compared`, in ascending order.
std::vector<AddressRange> those_in(const std::vector<AddressRange>& compared,
                                   const std::vector<AddressRange>& ranges) {
  std::vector<AddressRange> those;
  std::ranges::copy_if(ranges, std::back_inserter(those),
                       [&](const AddressRange& range) { return meets(compared, range); });
  std::ranges::sort(those, {},
                    [](const AddressRange& range) { return std::pair(range.first, range.end); });
  return those;
}

}  // namespace

bool RowQuestion::is_like(const RowQuestion& other,
                          const std::vector<AddressRange>& compared) const {
  return row == other.row && held == other.held && linear == other.linear &&
         (coming == other.coming || those_in(compared, coming) == those_in(compared, other.coming));
}

bool RowCache::Entry::answers(const RowQuestion& other) const {
  return compared ? question.is_like(other, *compared) : question == other;
}

void RowCache::Entry::change() {
  state = State::Seen;
  watch.reset();
  uses = 0;
  looks = std::min(most_looks, first_looks << std::min(changes++, 20U)) - 1;
}

void RowCache::Entry::watch_memory() {
  if (!memory) return;
  if (memory->empty()) {
    state = State::Watched;
  } else if (looks > 0) {
    --looks;
  } else {
    watch = std::make_unique<MemoryWatch>(*memory);
    state = watch->watches() ? State::Watched : State::Looked;
  }
}

RowCache::Entry* RowCache::find(const RowQuestion& question) {
  const auto place = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.answers(question); });
  if (place == entries_.end()) return nullptr;
  std::rotate(entries_.begin(), place, place + 1);
  return &entries_.front();
}

RowCache::Entry& RowCache::add(const RowQuestion& question) {
  if (entries_.size() == most_questions) {
    entries_.pop_back();
    ++replaced_;
  }
  Entry& entry = *entries_.emplace(entries_.begin());
  entry.question = question;
  return entry;
}

RowCache::Answer RowCache::ask(const RowQuestion& question) {
  Entry* known = find(question);
  Entry& entry = known != nullptr ? *known : add(question);
  if (entry.state == State::Kept && (entry.watch == nullptr || entry.watch->is_unchanged())) {
    if (++entry.uses >= good_uses) entry.changes = 0;
    return {entry.rows};
  }
  // The watched inspection was abandoned, or another thread still runs it with another watch.
  if (entry.state == State::Kept || entry.state == State::Watched) entry.change();
  if (entry.state == State::Seen) entry.watch_memory();
  entry.look = ++looks_;
  const bool learns =
      entry.state != State::Looked && entry.made < learning_executions && replaced_ < most_replaced;
  ++entry.made;
  return {nullptr, entry.look, learns};
}

void RowCache::found(const RowQuestion& question, uint64_t look, const FoundRows& rows,
                     const std::optional<std::vector<AddressRange>>& indices) {
  Entry* entry = find(question);
  if (entry == nullptr || entry->look != look) return;
  entry->question = question;
  entry->compared = rows.compared;
  if (!indices || rows.before.size() + rows.behind.size() > most_runs) {
    entry->state = State::Looked;
    entry->watch.reset();
    return;
  }
  std::vector<AddressRange> memory = question.linear;
  memory.insert(memory.end(), indices->begin(), indices->end());
  if (entry->state == State::Watched && memory == entry->memory) {
    entry->state = State::Kept;
    entry->rows = std::make_shared<const FoundRows>(rows);
  } else if (entry->state == State::Watched) {
    entry->change();  // memory that was read in another way was not watched
  }
  entry->memory = std::move(memory);
}

}  // namespace bamboo::overlap
