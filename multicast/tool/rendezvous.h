// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bamboo::plans::multicast::tool {

/// A TCP connection of whole messages.
class Connection {
 public:
  explicit Connection(int handle);
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) noexcept;
  ~Connection();

  void send(const std::string& message);
  std::string receive();
  void write(const void* bytes, std::size_t count);
  void read(void* bytes, std::size_t count);

 private:
  int handle_;
};

/// A place where others can connect to.
class Door {
 public:
  explicit Door(int port);  ///< 0: any
  ~Door();
  int port() const { return port_; }
  Connection accept();

 private:
  int handle_, port_;
};

/// Tries for half a minute, because the other side may start later.
Connection connect(const std::string& host, int port);

/// Members who start separately find each other: number 0 waits at a known port.
class Rendezvous {
 public:
  Rendezvous(const std::string& host, int port, int size, int self);
  int size() const { return size_; }
  int self() const { return self_; }
  /// Everyone's text, by member.
  std::vector<std::string> all_gather(const std::string& own);
  void barrier() { all_gather(""); }

 private:
  int size_, self_;
  std::vector<Connection> connections_;  // of 0: to 1, 2, …; of others: to 0
};

}  // namespace bamboo::plans::multicast::tool
