// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast/group.h"

#include <utility>

#include "session/engine.h"

namespace bamboo::plans::multicast {

Broadcast::Broadcast(std::shared_ptr<Engine> engine, std::uint64_t group, std::uint32_t operation)
    : engine_(std::move(engine)), group_(group), operation_(operation) {}

Broadcast::Broadcast(Broadcast&& other) noexcept
    : engine_(std::exchange(other.engine_, nullptr)),
      group_(other.group_),
      operation_(other.operation_) {}

Broadcast& Broadcast::operator=(Broadcast&& other) noexcept {
  if (this != &other) {
    give_up();
    engine_ = std::exchange(other.engine_, nullptr);
    group_ = other.group_;
    operation_ = other.operation_;
  }
  return *this;
}

Broadcast::~Broadcast() {
  give_up();
}

void Broadcast::give_up() {
  if (const auto engine = std::exchange(engine_, nullptr))
    engine->groups()->give_up(group_, operation_);
}

bool Broadcast::progress() {
  if (!engine_) return true;
  try {
    if (!engine_->progress(group_, operation_)) return false;
  } catch (...) {
    engine_ = nullptr;  // it is over, though not well
    throw;
  }
  engine_ = nullptr;
  return true;
}

void Broadcast::wait() {
  if (const auto engine = std::exchange(engine_, nullptr))
    engine->wait(group_, operation_, Time::max());
}

bool Broadcast::wait_for(Duration at_most) {
  if (const auto engine = std::exchange(engine_, nullptr)) {
    if (!engine->wait(group_, operation_, Clock::now() + at_most)) engine_ = engine;
  }
  return !engine_;
}

Group::Group(std::shared_ptr<Engine> engine, std::uint64_t id, std::vector<int> members, int self)
    : engine_(std::move(engine)), id_(id), members_(std::move(members)), self_(self) {}

Group::Group(Group&& other) noexcept
    : engine_(std::exchange(other.engine_, nullptr)),
      id_(other.id_),
      members_(std::move(other.members_)),
      self_(other.self_) {}

Group& Group::operator=(Group&& other) noexcept {
  if (this != &other) {
    close();
    engine_ = std::exchange(other.engine_, nullptr);
    id_ = other.id_;
    members_ = std::move(other.members_);
    self_ = other.self_;
  }
  return *this;
}

Group::~Group() {
  close();
}

void Group::close() {
  if (const auto engine = std::exchange(engine_, nullptr)) engine->groups()->close(id_);
}

std::uint32_t Group::begun() const {
  if (!engine_) throw Failure("multicast: the group is closed");
  return engine_->groups()->at(id_).begun();
}

void Group::fail(const std::string& text) {
  if (!engine_) throw Failure("multicast: the group is closed");
  engine_->groups()->at(id_).fail(text);
}

Broadcast Group::broadcast(void* buffer, std::size_t bytes, int root) {
  if (root != self_) return receive(buffer, {0, bytes}, bytes, root);
  if (!engine_) throw Failure("multicast: the group is closed");
  if (members_.size() == 1) return {};
  if (bytes == 0) {
    engine_->groups()->at(id_).pass_over();
    return {};
  }
  const std::span message(static_cast<const std::byte*>(buffer), bytes);
  return {engine_, id_, engine_->start(id_, [&](OpenGroup& group, Time now) {
            return group.start_sending(message, now);
          })};
}

Broadcast Group::receive(void* buffer, Part part, std::size_t message_bytes, int root) {
  if (!engine_) throw Failure("multicast: the group is closed");
  if (root < 0 || root >= static_cast<int>(members_.size()) || root == self_)
    throw Failure("multicast: " + std::to_string(root) + " cannot be the root of this broadcast");
  if (part.offset > message_bytes || part.bytes > message_bytes - part.offset)
    throw Failure("multicast: the part is not inside of the message");
  if (message_bytes == 0) {
    engine_->groups()->at(id_).pass_over();
    return {};
  }
  const std::span target(static_cast<std::byte*>(buffer), part.bytes);
  return {engine_, id_, engine_->start(id_, [&](OpenGroup& group, Time now) {
            return group.start_receiving(target, part, message_bytes, root, now);
          })};
}

}  // namespace bamboo::plans::multicast
