// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/session.h"

#include <algorithm>

#include "engine.h"

namespace bamboo::plans::multicast {

Session::Session(Settings settings) : engine_(std::make_shared<Engine>(std::move(settings))) {}

Session::~Session() = default;

std::string Session::card() const {
  return engine_->card();
}

void Session::join(std::span<const std::string> cards, int self) {
  engine_->join(cards, self);
}

int Session::self() const {
  return engine_->self();
}

int Session::size() const {
  return static_cast<int>(engine_->names().size());
}

const std::vector<std::string>& Session::names() const {
  return engine_->names();
}

Reach Session::probe(Duration at_most) {
  return engine_->probe(at_most);
}

Group Session::open(std::vector<int> members) {
  return open_instance(std::move(members), std::nullopt);
}

Group Session::open(std::vector<int> members, std::uint32_t number) {
  return open_instance(std::move(members), number | 1u << 31);  // the others are counted from 0
}

Group Session::open_instance(std::vector<int> members, std::optional<std::uint32_t> instance) {
  const auto own = std::find(members.begin(), members.end(), self());
  std::vector<int> sorted = members;
  std::sort(sorted.begin(), sorted.end());
  if (own == members.end() || sorted.front() < 0 || sorted.back() >= size() ||
      std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    throw Failure(
        "multicast: a group's members must be different members of the session, one of "
        "them the caller");
  }
  const int place = static_cast<int>(own - members.begin());
  const std::uint64_t id = engine_->open(members, place, instance);
  return Group(engine_, id, std::move(members), place);
}

void Session::progress() {
  engine_->progress();
}

void Session::linger(Duration time) {
  engine_->linger(time);
}

Statistics Session::statistics() const {
  return engine_->statistics();
}

}  // namespace bamboo::plans::multicast
