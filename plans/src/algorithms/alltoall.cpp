// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/gated_exchange.h"
#include "plan/builder.h"

namespace bamboo::plans {

// In step k a rank sends to the rank k after it and receives from the rank k before it, so each
// rank has one sender and one receiver in each step. All receives are posted at once, so data go
// directly to their place. Only a few sends are in flight at a time, so that the ranks do not flood
// the first one.
Plan alltoall_pairwise(const Problem& p) {
  constexpr std::size_t window = 16;
  Builder plan(p, p.operation == Operation::Alltoallv ? "alltoallv/pairwise" : "alltoall/pairwise");
  const Blocks in = input_blocks(p), out = output_blocks(p);
  for (int step = 1; step < p.size; ++step) {
    const int source = shifted(p.rank, -step, p.size);
    plan.receive(source, output(out.offset(source)), out.count(source));
  }
  std::vector<Builder::Id> sends;
  for (int step = 1; step < p.size; ++step) {
    const int target = shifted(p.rank, step, p.size);
    const auto before = sends.size() < window ? Builder::none : sends[sends.size() - window];
    const auto send = plan.send(target, input(in.offset(target)), in.count(target), {before});
    if (send != Builder::none) sends.push_back(send);
  }
  plan.copy(input(in.offset(p.rank)), output(out.offset(p.rank)), in.count(p.rank));
  return plan.take();
}

// Bruck: ceil(log2 n) messages that carry many small blocks, instead of n - 1. The block for the
// rank i after travels the distances of the binary digits of i.
Plan alltoall_bruck(const Problem& p) {
  Builder plan(p, "alltoall/bruck");
  const std::size_t unit = p.count;
  const Place held = plan.scratch(p.size * unit);     // block i goes to the rank i places further
  const Place packed = plan.scratch(p.size * unit);   // what leaves
  const Place arrived = plan.scratch(p.size * unit);  // received blocks, split anew in every step
  std::vector<Builder::Id> filled(p.size);
  for (int i = 0; i < p.size; ++i)
    filled[i] = plan.copy(input(shifted(p.rank, i, p.size) * unit), held + i * unit, unit);

  Builder::Id sent = Builder::none;  // the last use of `packed`
  Builder::After unpacked;           // the last uses of `arrived`
  for (int distance = 1; distance < p.size; distance *= 2) {
    std::vector<int> moving;
    for (int i = 0; i < p.size; ++i)
      if (i & distance) moving.push_back(i);
    Builder::After ready;
    for (std::size_t k = 0; k < moving.size(); ++k)
      ready.push_back(
          plan.copy(held + moving[k] * unit, packed + k * unit, unit, {filled[moving[k]], sent}));
    const std::size_t units = moving.size() * unit;
    sent = plan.send(shifted(p.rank, distance, p.size), packed, units, ready);
    const auto here = plan.receive(shifted(p.rank, -distance, p.size), arrived, units, unpacked);
    unpacked.clear();
    for (std::size_t k = 0; k < moving.size(); ++k) {
      filled[moving[k]] =
          plan.copy(arrived + k * unit, held + moving[k] * unit, unit, {here, ready[k]});
      unpacked.push_back(filled[moving[k]]);
    }
  }
  for (int i = 0; i < p.size; ++i)
    plan.copy(held + i * unit, output(shifted(p.rank, -i, p.size) * unit), unit, {filled[i]});
  return plan.take();
}

namespace {

/// In bytes: messages below this size need no handshake in MPIs.
constexpr std::size_t piece = 32'000;
/// Bytes: shorter messages follow each other so fast that processes answer too late for
/// confirmations to be worth it.
constexpr std::size_t short_message = 64 << 10;

}  // namespace

// For counts that only the rank itself knows.
Plan alltoall_gated(const Problem& p) {
  Builder plan(p, p.operation == Operation::Alltoallv ? "alltoallv/gated" : "alltoall/gated");
  const Blocks in = input_blocks(p), out = output_blocks(p);
  GatedExchange exchange;
  exchange.piece = piece;
  exchange.confirmed_above = short_message;
  exchange.outgoing = [&](int to) {
    return GatedExchange::Part{input(in.offset(to)), in.count(to), {}};
  };
  exchange.incoming = [&](int from) {
    return GatedExchange::Part{output(out.offset(from)), out.count(from), {}};
  };
  exchange.add_to(plan, p.rank, p.size);
  plan.copy(input(in.offset(p.rank)), output(out.offset(p.rank)), in.count(p.rank));
  return plan.take();
}

// Every block goes directly from its rank to all others. Each link carries as many bytes as in a
// ring, but no rank waits for another one to forward a block.
Plan allgather_gated(const Problem& p) {
  Builder plan(p, p.operation == Operation::Allgatherv ? "allgatherv/gated" : "allgather/gated");
  const Blocks blocks = output_blocks(p);
  const Place place = output(blocks.offset(p.rank));
  GatedExchange exchange;
  exchange.piece = piece;
  exchange.confirmed_above = short_message;
  exchange.outgoing = [&](int) {
    return GatedExchange::Part{p.in_place ? place : input(), blocks.count(p.rank), {}};
  };
  exchange.incoming = [&](int from) {
    return GatedExchange::Part{output(blocks.offset(from)), blocks.count(from), {}};
  };
  exchange.add_to(plan, p.rank, p.size);
  if (!p.in_place) plan.copy(input(), place, blocks.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
