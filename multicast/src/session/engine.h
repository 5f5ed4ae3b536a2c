// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "session/connection.h"
#include "session/groups.h"
#include "session/probe.h"

namespace bamboo::plans::multicast {

/// The engine behind a session: its lock, its thread, and threads that wait. One mutex guards all
/// members; a thread that sleeps does not hold it.
class Engine {
 public:
  explicit Engine(Settings settings);
  ~Engine();

  const std::string& card() const { return card_; }
  void join(std::span<const std::string> cards, int self);
  int self() const { return joined_ ? joined_->connection.members.self : -1; }
  const std::vector<std::string>& names() const;
  Statistics statistics() const;

  /// The groups, until the end of the statement.
  class LockedGroups {
   public:
    explicit LockedGroups(Engine& engine) : lock_(engine.mutex_), groups_(engine.joined_->groups) {}
    Groups* operator->() const { return &groups_; }

   private:
    const std::lock_guard<std::mutex> lock_;
    Groups& groups_;
  };
  LockedGroups groups() { return LockedGroups(*this); }

  /// Starts a broadcast with begin(OpenGroup&, now), which returns its number.
  template <class Begin>
  std::uint32_t start(std::uint64_t group, Begin&& begin) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t number = begin(joined_->groups.at(group), Clock::now());
    joined_->progress(Clock::now());
    wake_for_room();
    return number;
  }
  /// Returns true when the operation is complete. Throws Failure.
  bool progress(std::uint64_t group, std::uint32_t operation);
  /// Returns false if `end` came first.
  bool wait(std::uint64_t group, std::uint32_t operation, Time end);

  Reach probe(Duration at_most);
  void progress();
  void linger(Duration time);

 private:
  /// What exists when the members are known. Its caller has the clock.
  struct Joined {
    Joined(Socket& its_socket, Statistics& statistics, const Settings& settings, Members members)
        : socket(its_socket),
          connection(its_socket, statistics, settings, std::move(members)),
          probe(connection),
          groups(connection, settings, probe) {}
    /// Handles the datagrams in the sockets, and sends those whose time has come.
    void progress(Time now);
    bool receive_all(Time now);

    Socket& socket;
    Connection connection;
    Probe probe;
    Groups groups;
  };

  Due next_due() const;
  void wake_for_room();
  void serve();

  const Settings settings_;
  std::unique_ptr<Socket> socket_;
  std::string card_;
  mutable std::mutex mutex_;
  Statistics statistics_;
  std::optional<Joined> joined_;

  std::condition_variable stopped_;
  int waiters_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace bamboo::plans::multicast
