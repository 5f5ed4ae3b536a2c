// SPDX-License-Identifier: Apache-2.0
#include "graph/mapping_table.h"

#include <cstdint>

namespace bamboo {
namespace {
constexpr std::size_t first_capacity = 16;
}

MappingTable::MappingTable(Placement placement, ProcessId here, FindLocal local)
    : placement_(std::move(placement)), here_(here), local_(std::move(local)) {
  generations_.push_back(std::make_unique<Slots>(first_capacity));
  current_.store(generations_.back().get());
}

MappingTable::~MappingTable() = default;

std::size_t MappingTable::place_of(TaskId task) {
  return static_cast<std::uint64_t>(task) * 0x9E3779B97F4A7C15u >> 32;
}

void MappingTable::prebuild(const Layout& layout, const Geometry& geometry) {
  if (layout.joins_all()) return;
  for (TaskId task : placement_.tasks_of(here_))
    for (TaskId target : layout.targets(task, geometry)) channel(target);
}

Channel MappingTable::channel(TaskId destination) {
  const Slots& slots = *current_.load(std::memory_order_acquire);
  for (std::size_t at = place_of(destination);; ++at) {
    const Slot& slot = slots.slot[at & slots.mask];
    const TaskId task = slot.task.load(std::memory_order_acquire);
    if (task == destination) return {task, slot.process, slot.local};
    if (task == -1) return add(destination);
  }
}

void MappingTable::insert(Slots& slots, const Channel& channel) {
  std::size_t at = place_of(channel.task);
  while (slots.slot[at & slots.mask].task.load(std::memory_order_relaxed) != -1) ++at;
  Slot& slot = slots.slot[at & slots.mask];
  slot.process = channel.process;
  slot.local = channel.local;
  slot.task.store(channel.task, std::memory_order_release);
}

Channel MappingTable::add(TaskId destination) {
  std::lock_guard guard(growing_);
  Slots* slots = generations_.back().get();
  for (std::size_t at = place_of(destination);; ++at) {  // another thread may have been quicker
    const Slot& slot = slots->slot[at & slots->mask];
    const TaskId task = slot.task.load(std::memory_order_relaxed);
    if (task == destination) return {task, slot.process, slot.local};
    if (task == -1) break;
  }
  const std::size_t capacity = slots->mask + 1;
  if (4 * (entries_ + 1) > 3 * capacity) {
    auto larger = std::make_unique<Slots>(2 * capacity);
    for (std::size_t i = 0; i < capacity; ++i) {
      const Slot& slot = slots->slot[i];
      const TaskId task = slot.task.load(std::memory_order_relaxed);
      if (task != -1) insert(*larger, {task, slot.process, slot.local});
    }
    slots = larger.get();
    generations_.push_back(std::move(larger));
  }
  const ProcessId process = placement_.process_of(destination);
  const Channel channel{destination, process, process == here_ ? local_(destination) : nullptr};
  insert(*slots, channel);
  ++entries_;
  current_.store(slots, std::memory_order_release);
  return channel;
}

std::size_t MappingTable::entries() const {
  std::lock_guard guard(growing_);
  return entries_;
}

std::size_t MappingTable::bytes() const {
  std::lock_guard guard(growing_);
  std::size_t result = sizeof *this;
  for (const auto& slots : generations_) result += sizeof(Slots) + (slots->mask + 1) * sizeof(Slot);
  return result;
}

}  // namespace bamboo
