// SPDX-License-Identifier: Apache-2.0
#include "row_keeper.h"

#include <algorithm>

namespace bamboo::overlap {

std::vector<RowKeeper::Entry>::const_iterator RowKeeper::find(const RowQuestion& question) const {
  return std::find_if(entries_.begin(), entries_.end(),
                      [&](const Entry& entry) { return entry.question == question; });
}

RowKeeper::Entry* RowKeeper::recent(const RowQuestion& question) {
  const auto place = entries_.begin() + (find(question) - entries_.cbegin());
  if (place == entries_.end()) return nullptr;
  std::rotate(entries_.begin(), place, place + 1);
  return &entries_.front();
}

std::shared_ptr<const FoundRows> RowKeeper::ask(const RowQuestion& question) {
  Entry* entry = recent(question);
  if (entry == nullptr) return nullptr;
  if (entry->state == State::kept) {
    if (entry->watch->is_unchanged()) {
      entry->changes = 0;
      return entry->rows;
    }
    entry->state = State::seen;
    entry->watch.reset();
    entry->looks = std::min(kMostLooks, 1U << std::min(entry->changes++, 31U)) - 1;
  }
  if (entry->state != State::seen || entry->memory.empty()) return nullptr;
  if (entry->looks > 0) {
    --entry->looks;
    return nullptr;
  }
  entry->watch = std::make_unique<MemoryWatch>(entry->memory);
  entry->state = entry->watch->watches() ? State::watched : State::looked;
  return nullptr;
}

void RowKeeper::found(const RowQuestion& question, const FoundRows& rows,
                      const std::optional<std::vector<AddressRange>>& indices) {
  Entry* entry = recent(question);
  if (entry == nullptr) {
    if (entries_.size() == kMostQuestions) {
      entries_.pop_back();
      ++replaced_;
    }
    entry = &*entries_.emplace(entries_.begin());
    entry->question = question;
  }
  if (!indices) {
    entry->state = State::looked;
    return;
  }
  std::vector<AddressRange> memory = question.linear;
  memory.insert(memory.end(), indices->begin(), indices->end());
  if (entry->state == State::watched) {
    // What was read elsewhere was not watched.
    const bool is_watched = memory == entry->memory;
    entry->state = is_watched ? State::kept : State::seen;
    if (is_watched) entry->rows = std::make_shared<const FoundRows>(rows);
  }
  entry->memory = std::move(memory);
}

bool RowKeeper::learns(const RowQuestion& question) const {
  const auto entry = find(question);
  if (entry == entries_.end()) return replaced_ < kMostReplaced;
  return (entry->state == State::seen || entry->state == State::watched) && entry->changes < 2;
}

}  // namespace bamboo::overlap
