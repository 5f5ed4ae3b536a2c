// SPDX-License-Identifier: Apache-2.0
#include "transport/mpi/mpi_transport.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <thread>
#include <utility>

#include "bamboo/support/unread_output.h"

namespace bamboo {
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

MpiTransport::MpiTransport(MPI_Comm pieces, std::size_t piece_bytes, MpiOwner owner,
                           MpiThreads threads)
    : owner_(owner), threads_(threads), pieces_(pieces) {
  if (owner_ == MpiOwner::Program) finalize_watch_.emplace();
  MPI_Comm_dup(pieces_, &control_);
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
  if (owner_ == MpiOwner::Program) cancel_receives();  // unless finalize() has done that
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

void MpiTransport::cancel_receives() {
  for (Posted& slot : posted_) {
    MPI_Cancel(&slot.request);
    MPI_Wait(&slot.request, MPI_STATUS_IGNORE);
    MPI_Request_free(&slot.request);
  }
  posted_.clear();
}

void MpiTransport::finalize() {
  cancel_receives();
  MPI_Comm_free(&pieces_);
  MPI_Comm_free(&control_);
  MPI_Comm_free(&here_);
  finalize_watch_.reset();
  if (owner_ == MpiOwner::Program) return;
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
  int job = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &job);
  if (job == 1) end_job(code);
#endif
  // MPI_Abort may call exit(), which would destroy what other threads still use.
  std::atexit([] { std::_Exit(abort_code); });
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace bamboo
