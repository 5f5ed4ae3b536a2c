// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/session.h"

#include <algorithm>

#include "session/engine.h"

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
  check(members);
  const std::uint64_t id = engine_->groups()->next_id(members);
  return open_group(id, std::move(members));
}

Group Session::open(std::vector<int> members, std::uint32_t number) {
  check(members);
  const std::uint64_t id = engine_->groups()->id_of(members, number);
  return open_group(id, std::move(members));
}

Group Session::open_within(const Group& group, std::uint32_t begun, std::vector<int> members) {
  check(members);
  const std::uint64_t id = engine_->groups()->id_within(group.id_, begun, members);
  return open_group(id, std::move(members));
}

void Session::check(const std::vector<int>& members) const {
  const auto own = std::find(members.begin(), members.end(), self());
  std::vector<int> sorted = members;
  std::sort(sorted.begin(), sorted.end());
  if (own == members.end() || sorted.front() < 0 || sorted.back() >= size() ||
      std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    throw Failure(
        "multicast: a group's members must be different members of the session, one of "
        "them the caller");
  }
}

Group Session::open_group(std::uint64_t id, std::vector<int> members) {
  const auto own = std::find(members.begin(), members.end(), self());
  const int place = static_cast<int>(own - members.begin());
  engine_->groups()->open(id, members, place);
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
