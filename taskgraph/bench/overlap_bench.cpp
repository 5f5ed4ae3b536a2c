// SPDX-License-Identifier: Apache-2.0
// How much of a large message's transfer is hidden behind computation that never calls the runtime.
// Two processes send each other BYTES, compute for MILLISECONDS, then receive:
//
//     mpirun -n 2 overlap_bench [BYTES [MILLISECONDS [ROUNDS]]]
//
// hidden = (serial - overlapped) / (serial - computation), medians, where serial exchanges first
// and computes afterwards. The three are measured in turn. The last line of output is JSON.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "messenger/messenger.h"

using namespace bamboo;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Buffer final : public PayloadSource, public PayloadSink {
 public:
  explicit Buffer(std::size_t bytes) : bytes_(bytes) {}
  void start() {
    at_ = 0;
    done_ = false;
  }
  bool is_done() const { return done_; }
  void read(std::byte* out, std::size_t n) override {
    std::memcpy(out, bytes_.data() + at_, n);
    at_ += n;
  }
  void write(const std::byte* in, std::size_t n) override {
    std::memcpy(bytes_.data() + at_, in, n);
    at_ += n;
  }
  void done() override { done_ = true; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
  bool done_ = false;
};

class Sent final : public SendCompletion {
 public:
  void sent() override { is = true; }
  bool is = false;
};

class Exchange {
 public:
  Exchange(Messenger& messenger, std::size_t bytes)
      : messenger_(messenger), bytes_(bytes), out_(bytes), in_(bytes) {
    messenger_.set_deliver([this](Message* message) {
      // As a posted receive would: the payload goes straight where it is wanted.
      if (message->header.bytes == 0) {
        message->discard();
        ++synchronised_;
      } else if (expecting_) {
        expecting_ = false;
        message->receive(in_);
      } else {
        early_.push_back(message);
      }
    });
  }

  void start() {
    in_.start();
    out_.start();
    expecting_ = true;
    if (!early_.empty()) {
      Message* message = early_.front();
      early_.pop_front();
      expecting_ = false;
      message->receive(in_);
    }
    sent_.is = messenger_.send(other(), header(bytes_), out_, SendMode::Standard, &sent_);
  }

  void wait() {
    while (!in_.is_done() || !sent_.is) messenger_.progress();
  }

  void barrier() {
    Buffer nothing(0);
    messenger_.send(other(), header(0), nothing, SendMode::Put, nullptr);
    const int round = ++rounds_;
    while (synchronised_ < round) messenger_.progress();
  }

 private:
  ProcessId other() const { return 1 - messenger_.transport().process(); }
  Header header(std::uint64_t bytes) const {
    return {messenger_.transport().process(), other(), 0, 0, bytes};
  }

  Messenger& messenger_;
  const std::size_t bytes_;
  Buffer out_, in_;
  Sent sent_;
  std::deque<Message*> early_;
  bool expecting_ = false;
  int synchronised_ = 0, rounds_ = 0;
};

/// A fixed amount of work, found by trying: a loop until a point in time would hide anything.
class Work {
 public:
  explicit Work(double seconds) {
    double took = 0;
    for (loops_ = 1000; took < seconds / 4; loops_ *= 2) took = time();
    loops_ = static_cast<long>(static_cast<double>(loops_ / 2) * seconds / took);
  }
  void run() {
    for (long i = 0; i < loops_; ++i) x_ = x_ * 0.999999 + 1e-9;
    [[maybe_unused]] volatile double result = x_;  // so that it is computed
  }

 private:
  double time() {
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {  // others may disturb it
      const double start = now();
      run();
      best = std::min(best, now() - start);
    }
    return best;
  }
  long loops_ = 0;
  double x_ = 1;
};

double median(std::vector<double>& values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t bytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 512u << 10;
  const double milliseconds = argc > 2 ? std::strtod(argv[2], nullptr) : 17;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 20;

  Messenger messenger(load_transport(BAMBOO_MODULE_FOLDER), 64u << 20);
  if (messenger.transport().processes() != 2) {
    std::fprintf(stderr, "overlap_bench: start it with two processes: mpirun -n 2 %s\n", argv[0]);
    messenger.transport().abort(2);
  }
  Exchange exchange(messenger, bytes);
  Work work(milliseconds / 1000);
  std::vector<double> computing, serial, overlapped;
  for (int round = 0; round < rounds; ++round) {
    const auto measure = [&](std::vector<double>& times, auto body) {
      exchange.barrier();
      const double start = now();
      body();
      exchange.barrier();  // the slower side counts
      times.push_back(1000 * (now() - start));
    };
    measure(computing, [&] { work.run(); });
    measure(serial, [&] {
      exchange.start();
      exchange.wait();
      work.run();
    });
    measure(overlapped, [&] {
      exchange.start();
      work.run();
      exchange.wait();
    });
  }
  const double c = median(computing), s = median(serial), o = median(overlapped);
  if (messenger.transport().process() == 0) {
    const std::string name = messenger.transport().name();
    const std::size_t piece = messenger.transport().piece_bytes();
    std::printf("%s, pieces of %zu bytes, %zu bytes each way\n", name.c_str(), piece, bytes);
    std::printf("computation %.2f ms, serial %.2f ms, overlapped %.2f ms, hidden %.0f %%\n", c, s,
                o, 100 * (s - o) / (s - c));
    std::printf(
        "{\"transport\": \"%s\", \"piece_bytes\": %zu, \"bytes\": %zu, \"computation_ms\": %.3f, "
        "\"serial_ms\": %.3f, \"overlapped_ms\": %.3f, \"hidden\": %.3f}\n",
        name.c_str(), piece, bytes, c, s, o, (s - o) / (s - c));
  }
  messenger.shutdown();
}
