// SPDX-License-Identifier: Apache-2.0
// A job for the launchers of the installed MPIs: burst_job MODULE_FOLDER PIECE_BYTES. Every process
// sends bursts of pieces to all others before it looks for any, fewer and more than the receives
// that a transport posts beforehand. They must arrive whole and in the order of sending.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "transport/transport.h"

using namespace bamboo;

namespace {

/// Sizes around 16 receives and around each power of two up to the maximum that a transport posts.
/// Small bursts at the end check that receives posted for a burst stay in order.
constexpr std::array<std::uint32_t, 13> bursts = {1,  15, 16,  17,  1,   33, 63,
                                                  65, 3,  129, 257, 600, 5};

struct Label {
  std::uint32_t number;  // of the pieces from one process to another
  std::uint32_t bytes;   // of the piece
};

/// Alternates between short and long.
std::uint32_t size_of(std::uint32_t number, std::size_t piece_bytes) {
  return number % 3 == 0 ? static_cast<std::uint32_t>(piece_bytes)
                         : sizeof(Label) + number % (piece_bytes - sizeof(Label));
}

std::byte filling(ProcessId source, std::uint32_t number) {
  return static_cast<std::byte>(source * 31 + number);
}

class Numbers final : public PieceReceiver {
 public:
  explicit Numbers(Transport& transport) : transport_(transport), next_(transport.processes()) {}

  void piece(ProcessId source, const std::byte* data, std::size_t bytes) override {
    Label label;
    std::memcpy(&label, data, sizeof label);
    const std::uint32_t expected = next_[source]++;
    const auto other = [&](std::byte value) { return value != filling(source, expected); };
    if (label.number != expected || label.bytes != bytes ||
        bytes != size_of(expected, transport_.piece_bytes()) ||
        std::any_of(data + sizeof label, data + bytes, other)) {
      std::fprintf(stderr, "process %d: piece %u of process %d with %zu bytes, not piece %u\n",
                   transport_.process(), label.number, source, bytes, expected);
      transport_.abort(1);
    }
  }

  bool have(std::uint32_t sent) const {
    for (int source = 0; source < transport_.processes(); ++source) {
      if (source != transport_.process() && next_[source] < sent) return false;
    }
    return true;
  }

 private:
  Transport& transport_;
  std::vector<std::uint32_t> next_;  // by source
};

void send_piece(Transport& transport, ProcessId to, std::uint32_t number) {
  const Label label{number, size_of(number, transport.piece_bytes())};
  std::byte* piece = transport.allocate();
  std::fill(piece, piece + label.bytes, filling(transport.process(), number));
  std::memcpy(piece, &label, sizeof label);
  transport.send(to, piece, label.bytes);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::unique_ptr<Transport> transport = load_transport(argv[1], std::atoi(argv[2]));
  Numbers arrived(*transport);
  std::uint32_t sent = 0;
  for (const std::uint32_t burst : bursts) {
    for (int distance = 1; distance < transport->processes(); ++distance) {
      const ProcessId to = (transport->process() + distance) % transport->processes();
      for (std::uint32_t i = 0; i < burst; ++i) send_piece(*transport, to, sent + i);
    }
    sent += burst;
    while (!arrived.have(sent)) transport->poll(arrived);
  }
  transport->shutdown_begin();
  while (!transport->shutdown_done()) transport->poll(arrived);
  transport->finalize();
  if (transport->process() == 0) {
    std::printf("%u pieces of at most %zu bytes to each process went well\n", sent,
                transport->piece_bytes());
  }
  return 0;
}
