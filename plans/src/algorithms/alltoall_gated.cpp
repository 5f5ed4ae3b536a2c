// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../builder.h"
#include "algorithms.h"

namespace bamboo::plans {

// The ring shift, kept in step by what arrives: a rank begins to send to the rank k after it when
// it has sent to the one before that and has received from the rank k - 2 before it. So at most two
// senders ever meet at a receiver, whose link stays busy while one of them is late, and no rank has
// to know the others' counts. A send waits for steps of lower k only, so nobody waits for ever.
// Pieces are smaller than a large message's handshake would be worth (CC-MPI, PPoPP'03,
// section 4.2, separates phases by barriers instead).
Plan alltoall_gated(const Problem& p) {
  constexpr int behind = 2;
  constexpr std::size_t piece = 32'000;
  Builder plan(p, p.operation == Operation::Alltoallv ? "alltoallv/gated" : "alltoall/gated");
  const Blocks in = input_blocks(p), out = output_blocks(p);
  std::vector<Builder::Id> received(p.size, Builder::none);
  for (int step = 1; step < p.size; ++step) {
    const int source = shifted(p.rank, -step, p.size);
    const std::size_t begin = out.offset(source), count = out.count(source);
    for (std::size_t at = 0; at < count; at += piece)
      received[step] = plan.receive(source, output(begin + at), std::min(piece, count - at));
  }
  Builder::Id sent = Builder::none;
  for (int step = 1; step < p.size; ++step) {
    const int target = shifted(p.rank, step, p.size);
    const std::size_t begin = in.offset(target), count = in.count(target);
    const auto arrived = step > behind ? received[step - behind] : Builder::none;
    const auto before = sent;
    for (std::size_t at = 0; at < count; at += piece)
      sent = plan.send(target, input(begin + at), std::min(piece, count - at), {before, arrived});
  }
  plan.copy(input(in.offset(p.rank)), output(out.offset(p.rank)), in.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
