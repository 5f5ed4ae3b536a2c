// SPDX-License-Identifier: Apache-2.0
#include "rendezvous.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace bamboo::plans::multicast::tool {
namespace {

constexpr std::uint32_t longest_message = 64 << 20;
constexpr auto retry_after = std::chrono::milliseconds(20);
constexpr int tries = 1500;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

}  // namespace

Connection::Connection(int handle) : handle_(handle) {
  const int yes = 1;
  setsockopt(handle_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

Connection::Connection(Connection&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

Connection& Connection::operator=(Connection&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

Connection::~Connection() {
  if (handle_ >= 0) close(handle_);
}

void Connection::write(const void* bytes, std::size_t count) {
  for (const char* next = static_cast<const char*>(bytes); count > 0;) {
    const ssize_t done = ::send(handle_, next, count, MSG_NOSIGNAL);
    if (done < 0 && errno != EINTR) fail("another member has gone");
    next += std::max<ssize_t>(done, 0);
    count -= static_cast<std::size_t>(std::max<ssize_t>(done, 0));
  }
}

void Connection::read(void* bytes, std::size_t count) {
  for (char* next = static_cast<char*>(bytes); count > 0;) {
    const ssize_t done = recv(handle_, next, count, 0);
    if (done == 0 || (done < 0 && errno != EINTR)) fail("another member has gone");
    next += std::max<ssize_t>(done, 0);
    count -= static_cast<std::size_t>(std::max<ssize_t>(done, 0));
  }
}

void Connection::send(const std::string& message) {
  const auto length = static_cast<std::uint32_t>(message.size());
  std::string whole(reinterpret_cast<const char*>(&length), sizeof length);
  whole += message;
  write(whole.data(), whole.size());
}

std::string Connection::receive() {
  std::uint32_t length;
  read(&length, sizeof length);
  if (length > longest_message) throw std::runtime_error("another program answers at this port");
  std::string message(length, '\0');
  read(message.data(), length);
  return message;
}

Door::Door(int port) : handle_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), port_(port) {
  const int yes = 1;
  setsockopt(handle_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  socklen_t length = sizeof address;
  if (bind(handle_, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      listen(handle_, SOMAXCONN) != 0) {
    fail("cannot listen at port " + std::to_string(port));
  }
  getsockname(handle_, reinterpret_cast<sockaddr*>(&address), &length);
  port_ = ntohs(address.sin_port);
}

Door::~Door() {
  close(handle_);
}

Connection Door::accept() {
  const int handle = accept4(handle_, nullptr, nullptr, SOCK_CLOEXEC);
  if (handle < 0) fail("cannot accept a connection");
  return Connection(handle);
}

Connection connect(const std::string& host, int port) {
  addrinfo wanted{}, *found = nullptr;
  wanted.ai_family = AF_INET;
  wanted.ai_socktype = SOCK_STREAM;
  if (const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found))
    throw std::runtime_error(host + ": " + gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  for (int i = 0; i < tries; ++i) {
    const int handle = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(handle, found->ai_addr, found->ai_addrlen) == 0) return Connection(handle);
    close(handle);
    std::this_thread::sleep_for(retry_after);
  }
  fail("cannot connect to " + host + ":" + std::to_string(port));
}

Rendezvous::Rendezvous(const std::string& host, int port, int size, int self)
    : size_(size), self_(self) {
  if (self != 0) {
    connections_.push_back(connect(host, port));
    connections_[0].send(std::to_string(self));
    return;
  }
  Door door(port);
  std::vector<std::optional<Connection>> arrived(static_cast<std::size_t>(size));
  for (int i = 1; i < size; ++i) {
    Connection connection = door.accept();
    const int member = std::stoi(connection.receive());
    if (member < 1 || member >= size || arrived[member])
      throw std::runtime_error("two members with number " + std::to_string(member));
    arrived[member] = std::move(connection);
  }
  for (int i = 1; i < size; ++i) connections_.push_back(std::move(*arrived[i]));
}

std::vector<std::string> Rendezvous::all_gather(const std::string& own) {
  std::vector<std::string> all;
  if (self_ != 0) {
    connections_[0].send(own);
    for (int i = 0; i < size_; ++i) all.push_back(connections_[0].receive());
    return all;
  }
  all.push_back(own);
  for (Connection& connection : connections_) all.push_back(connection.receive());
  std::string answer;
  for (const std::string& each : all) {
    const auto length = static_cast<std::uint32_t>(each.size());
    answer.append(reinterpret_cast<const char*>(&length), sizeof length);
    answer += each;
  }
  for (Connection& connection : connections_) connection.write(answer.data(), answer.size());
  return all;
}

}  // namespace bamboo::plans::multicast::tool
