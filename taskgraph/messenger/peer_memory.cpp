// SPDX-License-Identifier: Apache-2.0
#include "messenger/peer_memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

namespace bamboo {
namespace {

/// Other processes read this number to test whether they may, and whether they read the right
/// process. It remains the same, because each Runtime of the process shows it.
const std::uint64_t& mark_of_process() {
  static const std::uint64_t mark = [] {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
  }();
  return mark;
}

/// Processes with the same text have the same process numbers and the same network. Hosts that are
/// emulated on one machine differ.
std::string namespaces() {
  std::string all;
  for (const char* each : {"/proc/self/ns/pid", "/proc/self/ns/net"}) {
    std::array<char, 64> target{};
    const ssize_t length = ::readlink(each, target.data(), target.size());
    all.append(target.data(), std::max<ssize_t>(length, 0)).append(1, '/');
  }
  return all;
}

struct Introduction {
  ProcessId process = -1;
  pid_t id = 0;
  std::uint64_t address = 0, mark = 0;
  std::string namespaces;

  std::string text() const {
    std::ostringstream out;
    out << process << ' ' << id << ' ' << address << ' ' << mark << ' ' << namespaces;
    return out.str();
  }
  static Introduction of(const std::string& text) {
    Introduction result;
    std::istringstream(text) >> result.process >> result.id >> result.address >> result.mark >>
        result.namespaces;
    return result;
  }
};

bool read_memory(pid_t id, std::uint64_t address, std::span<std::byte> to) {
  while (!to.empty()) {
    const iovec here{to.data(), to.size()};
    const iovec there{reinterpret_cast<void*>(address), to.size()};
    const ssize_t done = ::process_vm_readv(id, &here, 1, &there, 1, 0);
    if (done <= 0) return false;
    to = to.subspan(static_cast<std::size_t>(done));
    address += static_cast<std::uint64_t>(done);
  }
  return true;
}

std::string reason_of(int error) {
  std::string reason = std::string("process_vm_readv: ") + std::strerror(error);
  int scope = 0;
  if (std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> scope && scope > 0)
    reason += " (/proc/sys/kernel/yama/ptrace_scope is " + std::to_string(scope) + ")";
  return reason;
}

}  // namespace

PeerMemory PeerMemory::find(Transport& transport, std::optional<std::size_t> least) {
  PeerMemory result;
  if (transport.processes() == 1) return result;
  const std::uint64_t& mark = mark_of_process();
  const Introduction mine{transport.process(), ::getpid(), reinterpret_cast<std::uint64_t>(&mark),
                          mark, namespaces()};
  result.least_ = least;
  result.peers_.resize(transport.processes());
  std::string readable;
  for (const std::string& text : transport.allgather_texts_on_host(mine.text())) {
    const Introduction peer = Introduction::of(text);
    if (peer.process == mine.process || peer.namespaces != mine.namespaces) continue;
    std::uint64_t seen = 0;
    if (!read_memory(peer.id, peer.address, std::as_writable_bytes(std::span(&seen, 1)))) {
      result.refusal_ = reason_of(errno);
    } else if (seen == peer.mark) {
      result.peers_[peer.process].id = peer.id;
      readable += std::to_string(peer.process) + ' ';
    }
  }
  for (const std::string& text :
       transport.allgather_texts_on_host(std::to_string(mine.process) + ' ' + readable)) {
    std::istringstream words(text);
    ProcessId reader = -1, read = -1;
    words >> reader;
    while (words >> read)
      if (read == mine.process) result.peers_[reader].reads_us = true;
  }
  return result;
}

bool PeerMemory::read(ProcessId from, std::uint64_t address, std::span<std::byte> to) const {
  const pid_t id = peers_[from].id;
  return id != 0 && read_memory(id, address, to);
}

}  // namespace bamboo
