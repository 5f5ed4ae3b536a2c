// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/gated_exchange.h"

namespace bamboo::plans {
namespace {

/// Bytes: below what MPIs make a handshake for.
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

// Every block goes straight from its rank to all others: as many bytes on every link as in a ring,
// but no rank waits for a block to pass it on.
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
