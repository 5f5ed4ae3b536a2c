// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/support/unread_output.h"
#include "transport/mpi/measurements.h"
#include "transport/transport.h"

namespace bamboo {

/// Pieces over an installed MPI. Receives from any process are posted beforehand, in a ring of
/// persistent requests: matching follows the order of posting and messages of a pair do not
/// overtake, so that looking at the head of the ring alone yields every pair's pieces in order.
class MpiTransport final : public Transport {
 public:
  /// Call it after MPI_Init_thread. Collective: measures the eager size unless it is given. With
  /// `finalizes`, finalize() ends the MPI, which was initialised for this object.
  MpiTransport(std::size_t piece_bytes, bool finalizes);
  ~MpiTransport() override;

  ProcessId process() const override { return process_; }
  int processes() const override { return processes_; }
  int local_processes() const override { return local_processes_; }
  int local_process() const override { return local_process_; }
  std::size_t piece_bytes() const override { return piece_bytes_; }
  std::string name() const override;
  std::string broadcast_text(const std::string& mine) override;
  std::vector<std::string> allgather_texts_on_host(const std::string& mine) override;
  JobClock job_clock() override { return compare_clocks(control_); }

  std::byte* allocate() override;
  void send(ProcessId destination, std::byte* piece, std::size_t bytes) override;
  std::size_t unsent() const override { return sending_.size(); }
  bool poll(PieceReceiver& receiver) override;

  void shutdown_begin() override;
  bool shutdown_done() override;
  void finalize() override;
  [[noreturn]] void abort(int code) override;

 private:
  struct Posted {
    std::unique_ptr<std::byte[]> memory;
    MPI_Request request;
  };
  struct Sending {
    MPI_Request request;
    std::byte* piece;
  };
  /// The steps of the shutdown: all processes have entered it; all know how many pieces to expect;
  /// all have received them.
  enum class End { None, Entering, Counting, Draining, Leaving, Done };

  /// Posts `count` receives more.
  void post(std::size_t count);
  bool finish_sends();
  bool complete(MPI_Request& request);

  const bool finalizes_;
  MPI_Comm pieces_ = MPI_COMM_NULL;
  MPI_Comm control_ = MPI_COMM_NULL;
  MPI_Comm here_ = MPI_COMM_NULL;  // the processes on this machine
  int process_ = 0, processes_ = 1, local_processes_ = 1, local_process_ = 0;
  std::size_t piece_bytes_ = 0;

  std::vector<Posted> posted_;  // the ring, at most slots_limit_ of them
  std::size_t slots_limit_ = 0;
  std::size_t head_ = 0;   // the one that is matched first
  std::size_t burst_ = 0;  // pieces received since a check of the ring's head found none

  std::vector<std::byte*> free_;
  std::deque<Sending> sending_;  // in the order of sending

  End end_ = End::None;
  MPI_Request end_request_ = MPI_REQUEST_NULL;
  std::vector<std::uint64_t> sent_, received_, expected_;  // pieces, by process
};

namespace {

#ifdef MPICH_VERSION
/// Requests Hydra to end a job of one process with an exit code. MPI_Abort ends such a job by
/// exit(), and Hydra treats the closed connection as exit code 1 if it has already waited for the
/// process (pmip_cb.c: pmi_cb in MPICH 4.0). The command is the one that MPICH uses for several
/// processes. Does nothing without Hydra.
void end_job(int exit_code) {
  const char* connection = std::getenv("PMI_FD");
  if (!connection) return;
  const std::string command = "cmd=abort exitcode=" + std::to_string(exit_code) + "\n";
  // If the connection is closed, MPI_Abort reports that.
  [[maybe_unused]] const auto written =
      ::write(std::atoi(connection), command.data(), command.size());
}
#endif

/// The number of receives posted in advance, that is, of messages that can arrive between two polls
/// before the MPI has to buffer them. It is small at first, because a short run would pay for page
/// faults in the buffers, and doubles whenever a burst has filled all of them.
constexpr std::size_t first_slots = 16;
/// The largest number of receives: as many as fit into this size, within these bounds.
constexpr std::size_t ring_bytes = 4u << 20;
constexpr std::size_t lowest_limit = 64, highest_limit = 256;
/// Pieces handed over in one poll; senders of other threads wait meanwhile.
constexpr int pieces_per_poll = 16;
constexpr int piece_tag = 0;

}  // namespace

MpiTransport::MpiTransport(std::size_t piece_bytes, bool finalizes) : finalizes_(finalizes) {
  MPI_Comm_dup(MPI_COMM_WORLD, &pieces_);
  MPI_Comm_dup(MPI_COMM_WORLD, &control_);
  MPI_Comm_rank(pieces_, &process_);
  MPI_Comm_size(pieces_, &processes_);
  MPI_Comm_split_type(control_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here_);
  MPI_Comm_size(here_, &local_processes_);
  MPI_Comm_rank(here_, &local_process_);
  piece_bytes_ = find_eager_size(control_, local_processes_, piece_bytes);

  sent_.assign(processes_, 0);
  received_.assign(processes_, 0);
  expected_.assign(processes_, 0);
  if (processes_ > 1) {
    slots_limit_ = std::clamp(ring_bytes / piece_bytes_, lowest_limit, highest_limit);
    post(first_slots);
  }
  MPI_Barrier(control_);  // from here on every piece finds its receive posted
}

MpiTransport::~MpiTransport() {
  for (const std::byte* piece : free_) delete[] piece;
}

std::string MpiTransport::name() const {
#ifdef OPEN_MPI
  return "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." +
         std::to_string(OMPI_MINOR_VERSION) + "." + std::to_string(OMPI_RELEASE_VERSION);
#else
  return "MPICH " MPICH_VERSION;
#endif
}

std::string MpiTransport::broadcast_text(const std::string& mine) {
  int length = static_cast<int>(mine.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, control_);
  std::string text = mine;
  text.resize(length);
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, control_);
  return text;
}

std::vector<std::string> MpiTransport::allgather_texts_on_host(const std::string& mine) {
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(local_processes_), starts(local_processes_);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, here_);
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(starts.back() + lengths.back(), '\0');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(), MPI_CHAR,
                 here_);
  std::vector<std::string> result;
  for (int i = 0; i < local_processes_; ++i) result.push_back(all.substr(starts[i], lengths[i]));
  return result;
}

std::byte* MpiTransport::allocate() {
  if (free_.empty()) return new std::byte[piece_bytes_];
  std::byte* piece = free_.back();
  free_.pop_back();
  return piece;
}

void MpiTransport::send(ProcessId destination, std::byte* piece, std::size_t bytes) {
  if (end_ > End::Entering) {  // all tasks everywhere have ended: no process needs it
    free_.push_back(piece);
    return;
  }
  ++sent_[destination];
  Sending sending{MPI_REQUEST_NULL, piece};
  MPI_Isend(piece, static_cast<int>(bytes), MPI_BYTE, destination, piece_tag, pieces_,
            &sending.request);
  // The MPI has accepted most pieces by now. The others wait until the network has space.
  if (complete(sending.request))
    free_.push_back(piece);
  else
    sending_.push_back(sending);
}

bool MpiTransport::complete(MPI_Request& request) {
  int done = 0;
  MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

bool MpiTransport::finish_sends() {
  bool something = false;
  while (!sending_.empty() && complete(sending_.front().request)) {
    free_.push_back(sending_.front().piece);
    sending_.pop_front();
    something = true;
  }
  return something;
}

void MpiTransport::post(std::size_t count) {
  // The receive posted last is matched last, so it comes last in the ring.
  std::rotate(posted_.begin(), std::next(posted_.begin(), static_cast<std::ptrdiff_t>(head_)),
              posted_.end());
  head_ = 0;
  for (; count > 0; --count) {
    Posted slot{std::make_unique_for_overwrite<std::byte[]>(piece_bytes_), MPI_REQUEST_NULL};
    MPI_Recv_init(slot.memory.get(), static_cast<int>(piece_bytes_), MPI_BYTE, MPI_ANY_SOURCE,
                  piece_tag, pieces_, &slot.request);
    MPI_Start(&slot.request);
    posted_.push_back(std::move(slot));
  }
}

bool MpiTransport::poll(PieceReceiver& receiver) {
  bool something = finish_sends();
  if (posted_.empty()) return something;
  for (int n = 0; n < pieces_per_poll; ++n) {
    int arrived = 0;
    MPI_Status status;
    MPI_Test(&posted_[head_].request, &arrived, &status);
    if (arrived == 0) {
      burst_ = 0;
      break;
    }
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    ++received_[status.MPI_SOURCE];
    receiver.piece(status.MPI_SOURCE, posted_[head_].memory.get(), static_cast<std::size_t>(bytes));
    MPI_Start(&posted_[head_].request);
    head_ = (head_ + 1) % posted_.size();
    something = true;
    if (++burst_ >= posted_.size() && posted_.size() < slots_limit_)
      post(std::min(posted_.size(), slots_limit_ - posted_.size()));
  }
  return something;
}

void MpiTransport::shutdown_begin() {
  end_ = End::Entering;
  MPI_Ibarrier(control_, &end_request_);
}

bool MpiTransport::shutdown_done() {
  switch (end_) {
    case End::Entering:
      if (!complete(end_request_)) break;
      end_ = End::Counting;
      MPI_Ialltoall(sent_.data(), 1, MPI_UINT64_T, expected_.data(), 1, MPI_UINT64_T, control_,
                    &end_request_);
      break;
    case End::Counting:
      if (complete(end_request_)) end_ = End::Draining;
      break;
    case End::Draining:
      if (received_ != expected_ || !sending_.empty()) break;
      end_ = End::Leaving;
      MPI_Ibarrier(control_, &end_request_);
      break;
    case End::Leaving:
      if (complete(end_request_)) end_ = End::Done;
      break;
    case End::None:
    case End::Done:
      break;
  }
  return end_ == End::Done;
}

#ifdef MPICH_VERSION
namespace {
/// MPICH 4.0 over UCX's TCP sometimes never returns from MPI_Finalize, also in plain programs: one
/// process flushes its connections, while the other has done that and does not serve them any more.
/// Every process has reported that it sends nothing more, so this process may exit.
void leave_if_finalize_hangs(int exit_code) {
  std::thread([exit_code] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    std::fflush(nullptr);
    std::_Exit(exit_code);
  }).detach();
}
}  // namespace
#endif

void MpiTransport::finalize() {
  for (Posted& slot : posted_) {
    MPI_Cancel(&slot.request);
    MPI_Wait(&slot.request, MPI_STATUS_IGNORE);
    MPI_Request_free(&slot.request);
  }
  posted_.clear();
  MPI_Comm_free(&pieces_);
  MPI_Comm_free(&control_);
  MPI_Comm_free(&here_);
  if (!finalizes_) return;
#ifdef MPICH_VERSION
  leave_if_finalize_hangs(exit_code);
#endif
  MPI_Finalize();
}

namespace {
volatile std::sig_atomic_t abort_code = 1;

/// The steps that follow take locks that a thread may hold forever, such as the lock of a stream
/// that it reads. MPI_Abort may also crash: Open MPI 4.1 frees its message in two threads at once.
void leave_in_any_case() {
  struct sigaction action{};
  action.sa_handler = [](int) { std::_Exit(abort_code); };
  action.sa_flags = SA_ONSTACK;
  sigset_t mine;
  sigemptyset(&mine);
  for (const int signal : {SIGALRM, SIGABRT, SIGSEGV, SIGBUS}) {
    ::sigaction(signal, &action, nullptr);
    sigaddset(&mine, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &mine, nullptr);
  ::alarm(10);
}
}  // namespace

void MpiTransport::abort(int code) {
  abort_code = code;
  leave_in_any_case();
  std::fflush(nullptr);
#ifdef MPICH_VERSION
  support::wait_until_output_is_read();
  if (processes_ == 1) end_job(code);
#endif
  // MPI_Abort may call exit(), which would destroy what other threads still use.
  std::atexit([] { std::_Exit(abort_code); });
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace bamboo

/// The entry point that load_transport() looks up. Returns null after a message if the MPI cannot
/// be used. A program that initialised the MPI itself also finalises it.
extern "C" [[gnu::visibility("default")]] bamboo::Transport* bamboo_make_transport(
    std::size_t piece_bytes) {
  int initialized = 0, provided = MPI_THREAD_SINGLE;
  MPI_Initialized(&initialized);
  if (initialized)
    MPI_Query_thread(&provided);
  else
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    std::fprintf(stderr, initialized
                             ? "bamboo: error: the program has initialised the MPI for one thread; "
                               "call MPI_Init_thread with MPI_THREAD_SERIALIZED, because Bamboo's "
                               "threads take turns in calling it\n"
                             : "bamboo: error: this MPI was built without MPI_THREAD_SERIALIZED, "
                               "which Bamboo needs: its threads take turns in calling it\n");
    if (!initialized) MPI_Finalize();
    return nullptr;
  }
  return new bamboo::MpiTransport(piece_bytes, !initialized);
}
