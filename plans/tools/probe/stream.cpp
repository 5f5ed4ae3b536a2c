// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#include <algorithm>

#include "arrivals.h"

namespace bamboo::plans::probe {
namespace {

constexpr int data_tag = 1, confirmation_tag = 2, ping_tag = 3;
/// Pieces that may be unconfirmed. A piece takes half a millisecond, so 16 ms of a link: hosts that
/// share a processor answer each other that late.
constexpr int window = 32;
constexpr double up_to_speed = 0.03, measured = 0.06;  // seconds
/// Shorter than any piece: no further pieces follow.
constexpr int end_bytes = 1;

/// All messages of one process in a round, as slots of requests: first the arriving pieces, then
/// confirmations of sent pieces, then the sends.
class Exchange {
 public:
  Exchange(MPI_Comm comm, const Round& round)
      : comm_(comm),
        round_(round),
        out_(round.piece),
        in_(window * round.piece),
        requests_(4 * window, MPI_REQUEST_NULL),
        done_(requests_.size()),
        statuses_(requests_.size()) {}

  double run() {
    barrier(comm_);
    begin_ = MPI_Wtime();
    if (round_.from != no_rank)
      for (int slot = 0; slot < window; ++slot) expect_piece(slot);
    if (round_.to != no_rank)
      for (int slot = 0; slot < window; ++slot) expect_confirmation(slot);
    while (!is_over()) {
      send_pieces();
      if (!advance()) nap();
    }
    if (round_.from == no_rank) return 0;
    return arrivals_.rate(begin_, begin_ + up_to_speed, begin_ + up_to_speed + measured);
  }

 private:
  // Places of the kinds of requests.
  static constexpr int pieces = 0, confirmations = window, sent = 2 * window,
                       confirmed = 3 * window;

  void expect_piece(int slot) {
    MPI_Irecv(in_.data() + slot * round_.piece, static_cast<int>(round_.piece), MPI_BYTE,
              round_.from, data_tag, comm_, &requests_[pieces + slot]);
    ++expected_;
  }
  void expect_confirmation(int slot) {
    MPI_Irecv(nullptr, 0, MPI_BYTE, round_.to, confirmation_tag, comm_,
              &requests_[confirmations + slot]);
    ++expected_;
  }

  /// Each slot has one piece in flight. When the time is over, it sends the end instead, so that
  /// each receive gets a message.
  void send_pieces() {
    if (round_.to == no_rank) return;
    const bool time_is_up = MPI_Wtime() > begin_ + up_to_speed + measured;
    for (int slot = 0; slot < window; ++slot) {
      if (slots_[slot] != Slot::Free || requests_[sent + slot] != MPI_REQUEST_NULL) continue;
      MPI_Isend(out_.data(), time_is_up ? end_bytes : static_cast<int>(round_.piece), MPI_BYTE,
                round_.to, data_tag, comm_, &requests_[sent + slot]);
      ++expected_;
      slots_[slot] = time_is_up ? Slot::Ended : Slot::Busy;
    }
  }

  bool advance() {
    int count = 0;
    MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, done_.data(),
                 statuses_.data());
    if (count == MPI_UNDEFINED) return false;
    const double now = MPI_Wtime();
    for (int i = 0; i < count; ++i) {
      --expected_;
      if (done_[i] < confirmations)
        receive(done_[i], statuses_[i], now);
      else if (done_[i] < sent)
        be_confirmed(done_[i] - confirmations);
    }
    return count > 0;
  }

  void receive(int slot, const MPI_Status& status, double now) {
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes > end_bytes) {
      arrivals_.add(now, static_cast<std::size_t>(bytes));
      expect_piece(slot);
    }
    confirm();
  }

  /// The previous send in the slot is complete: its confirmation allowed the next piece.
  void confirm() {
    MPI_Request& request = requests_[confirmed + next_confirmed_];
    next_confirmed_ = (next_confirmed_ + 1) % window;
    if (request != MPI_REQUEST_NULL) {
      wait(request);
      --expected_;
    }
    MPI_Isend(nullptr, 0, MPI_BYTE, round_.from, confirmation_tag, comm_, &request);
    ++expected_;
  }

  /// All confirmations are equal, so any busy slot becomes free.
  void be_confirmed(int slot) {
    for (Slot& state : slots_)
      if (state == Slot::Busy) {
        state = Slot::Free;
        return expect_confirmation(slot);
      }
  }

  bool is_over() const { return expected_ == 0; }

  enum class Slot { Free, Busy, Ended };
  MPI_Comm comm_;
  const Round& round_;
  std::vector<char> out_, in_;
  std::vector<MPI_Request> requests_;
  std::vector<int> done_;
  std::vector<MPI_Status> statuses_;
  std::vector<Slot> slots_ = std::vector<Slot>(window, Slot::Free);
  Arrivals arrivals_;
  double begin_ = 0;
  int expected_ = 0, next_confirmed_ = 0;  ///< expected: requests that are not complete
};

}  // namespace

double run_round(MPI_Comm comm, const Round& round) {
  return Exchange(comm, round).run();
}

double round_trip(MPI_Comm comm, int peer, bool begins) {
  constexpr int times = 41;
  std::vector<double> seconds;
  for (int i = 0; i < times; ++i) {
    const double begin = MPI_Wtime();
    if (begins) MPI_Send(nullptr, 0, MPI_BYTE, peer, ping_tag, comm);
    MPI_Recv(nullptr, 0, MPI_BYTE, peer, ping_tag, comm, MPI_STATUS_IGNORE);
    if (!begins) MPI_Send(nullptr, 0, MPI_BYTE, peer, ping_tag, comm);
    seconds.push_back((MPI_Wtime() - begin) / 2);
  }
  // Other load can only make a measurement slower.
  std::ranges::nth_element(seconds, seconds.begin() + times / 4);
  return seconds[times / 4];
}

}  // namespace bamboo::plans::probe
