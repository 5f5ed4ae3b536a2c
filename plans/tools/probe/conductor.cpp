// SPDX-License-Identifier: Apache-2.0
#include "conductor.h"

#include <algorithm>
#include <cstdio>

#include "stream.h"

namespace bamboo::plans::probe {
namespace {

constexpr int do_end = 0, do_streams = 1, do_round_trips = 2;
constexpr std::size_t least_piece = 2048, most_piece = 256 << 10;
constexpr double seconds_of_a_piece = 0.5e-3;

/// An order: the kind of measurement, the bytes of a piece, and for each process the process to
/// which it sends.
std::vector<int> order_of(int size, int what, std::size_t piece = 0) {
  std::vector<int> order{what, static_cast<int>(piece)};
  order.resize(size + 2, no_rank);
  return order;
}

void share(std::vector<int>& order, MPI_Comm comm) {
  MPI_Request request;
  MPI_Ibcast(order.data(), static_cast<int>(order.size()), MPI_INT, 0, comm, &request);
  wait(request);
}

/// Executes this process's part. The result, a number for each process, exists only on the first
/// process.
std::vector<double> carry_out(const std::vector<int>& order, MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  const auto receivers = order.begin() + 2;
  const auto sender = std::find(receivers, order.end(), rank);
  Round round;
  round.to = receivers[rank];
  round.from = sender == order.end() ? no_rank : static_cast<int>(sender - receivers);
  round.piece = static_cast<std::size_t>(order[1]);
  double own = 0;
  if (order[0] == do_streams)
    own = run_round(comm, round);
  else if (round.to != no_rank || round.from != no_rank)
    own = round_trip(comm, round.to != no_rank ? round.to : round.from, round.to != no_rank);
  std::vector<double> all(receivers == order.end() ? 0 : order.end() - receivers);
  MPI_Request request;
  MPI_Igather(&own, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, comm, &request);
  wait(request);
  return all;
}

}  // namespace

Conductor::Conductor(MPI_Comm comm, double seconds)
    : comm_(comm), begin_(MPI_Wtime()), seconds_(seconds), piece_(least_piece) {
  MPI_Comm_size(comm_, &size_);
  find_piece();
}

Conductor::~Conductor() {
  auto order = order_of(size_, do_end);
  share(order, comm_);
}

/// Tries larger pieces as long as they make streams faster.
void Conductor::find_piece() {
  show("how much to send");
  const Stream there[] = {{0, 1}};
  for (int i = 0; i < 8; ++i) {
    const std::size_t before = piece_;
    rates(there);
    if (piece_ <= before + before / 4) return;
  }
}

std::vector<double> Conductor::rates(std::span<const Stream> streams) {
  auto order = order_of(size_, do_streams, piece_);
  for (const Stream& stream : streams) order[2 + stream.from] = stream.to;
  share(order, comm_);
  const auto all = carry_out(order, comm_);
  std::vector<double> out;
  std::size_t piece = 0;
  for (const Stream& stream : streams) {
    out.push_back(all[stream.to]);
    piece = std::max(piece, static_cast<std::size_t>(out.back() * seconds_of_a_piece));
  }
  // A single wrong rate must not make all later measurements long.
  piece_ = std::min({std::max(piece, piece_), 2 * piece_, most_piece});
  return out;
}

double Conductor::latency(int from, int to) {
  auto order = order_of(size_, do_round_trips);
  order[2 + from] = to;
  share(order, comm_);
  return carry_out(order, comm_)[from];
}

double Conductor::time_left() {
  return 1 - (MPI_Wtime() - begin_) / seconds_;
}

void Conductor::show(const std::string& what) {
  std::fprintf(stderr, "probe: %3.0f s: %s\n", MPI_Wtime() - begin_, what.c_str());
}

void follow(MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  while (true) {
    auto order = order_of(size, do_end);
    share(order, comm);
    if (order[0] == do_end) return;
    carry_out(order, comm);
  }
}

}  // namespace bamboo::plans::probe
