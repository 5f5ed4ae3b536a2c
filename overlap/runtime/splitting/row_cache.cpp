// SPDX-License-Identifier: Apache-2.0
#include "row_cache.h"

#include <algorithm>

namespace bamboo::overlap {

void RowCache::Entry::change() {
  state = State::seen;
  watch.reset();
  uses = 0;
  looks = std::min(kMostLooks, kFirstLooks << std::min(changes++, 20U)) - 1;
}

void RowCache::Entry::watch_memory() {
  if (!memory) return;
  if (memory->empty()) {
    state = State::watched;
  } else if (looks > 0) {
    --looks;
  } else {
    watch = std::make_unique<MemoryWatch>(*memory);
    state = watch->watches() ? State::watched : State::looked;
  }
}

RowCache::Entry* RowCache::find(const RowQuestion& question) {
  const auto place = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.question == question; });
  if (place == entries_.end()) return nullptr;
  std::rotate(entries_.begin(), place, place + 1);
  return &entries_.front();
}

RowCache::Entry& RowCache::add(const RowQuestion& question) {
  if (entries_.size() == kMostQuestions) {
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
  if (entry.state == State::kept && (entry.watch == nullptr || entry.watch->is_unchanged())) {
    if (++entry.uses >= kGoodUses) entry.changes = 0;
    return {entry.rows};
  }
  // The watched inspection was abandoned, or another thread still makes it with another watch.
  if (entry.state == State::kept || entry.state == State::watched) entry.change();
  if (entry.state == State::seen) entry.watch_memory();
  entry.look = ++looks_;
  const bool learns =
      entry.state != State::looked && entry.made < kLearning && replaced_ < kMostReplaced;
  ++entry.made;
  return {nullptr, entry.look, learns};
}

void RowCache::found(const RowQuestion& question, uint64_t look, const FoundRows& rows,
                     const std::optional<std::vector<AddressRange>>& indices) {
  Entry* entry = find(question);
  if (entry == nullptr || entry->look != look) return;
  if (!indices || rows.before.size() + rows.behind.size() > kMostRuns) {
    entry->state = State::looked;
    entry->watch.reset();
    return;
  }
  std::vector<AddressRange> memory = question.linear;
  memory.insert(memory.end(), indices->begin(), indices->end());
  if (entry->state == State::watched && memory == entry->memory) {
    entry->state = State::kept;
    entry->rows = std::make_shared<const FoundRows>(rows);
  } else if (entry->state == State::watched) {
    entry->change();  // memory that was read elsewhere was not watched
  }
  entry->memory = std::move(memory);
}

}  // namespace bamboo::overlap
