// SPDX-License-Identifier: Apache-2.0
#include "process_state/output.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>

#include "process_state/process_state.h"
#include "process_state/rank_signals.h"

namespace bamboo::mpi {

namespace {

/// The limit of bytes that wait for the rank's next suspension.
constexpr std::size_t keep_bytes = 32 * 1024;

void write_out(int descriptor, const char* text, std::size_t n) {
  while (n > 0) {
    const ssize_t written = ::write(descriptor, text, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // no reader is left: as with plain stdio, the text is lost
    text += written;
    n -= static_cast<std::size_t>(written);
  }
}

/// How many bytes they take.
std::size_t complete_lines(const std::string& text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string::npos ? 0 : end + 1;
}

FILE* first_stdout = nullptr;

int open_flags(const char* mode) {
  int flags = std::strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  if (*mode == 'w') flags |= O_CREAT | O_TRUNC;
  if (*mode == 'a') flags |= O_CREAT | O_APPEND;
  if (std::strchr(mode, 'x')) flags |= O_EXCL;
  if (std::strchr(mode, 'e')) flags |= O_CLOEXEC;
  return flags;
}

/// Handlers of the rank's signals may print as well.
class Held {
 public:
  explicit Held(SpinLock& lock) : guard_(lock) {}

 private:
  RankSignals::Deferred deferred_;
  std::lock_guard<SpinLock> guard_;
};

Output& process_output() {
  static Output output;
  return output;
}

ssize_t cookie_write(void*, const char* text, std::size_t n) {
  ProcessState* own = ProcessState::current();
  Output& output = own ? own->output : process_output();
  output.write(text, n);
  if (!own) output.flush();
  return static_cast<ssize_t>(n);
}

}  // namespace

Output::Output() {
  take_descriptor(STDOUT_FILENO);
}

Output::~Output() {
  flush();
  close_file();
}

void Output::close() {
  flush();
  const Held held(lock_);
  close_file();
  closed_ = true;
}

void Output::close_file() {
  // The other ranks of the process still need that descriptor.
  if (descriptor_ > STDOUT_FILENO) ::close(descriptor_);
  descriptor_ = -1;
}

void Output::take_descriptor(int descriptor) {
  descriptor_ = descriptor;
  is_terminal_ = descriptor >= 0 && ::isatty(descriptor) != 0;
}

bool Output::replace(int descriptor, bool shares_process) {
  const Held held(lock_);
  const int own = shares_process ? ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                 : ::dup2(descriptor, STDOUT_FILENO);
  if (own < 0) return false;
  close_file();
  take_descriptor(own);
  closed_ = false;
  return true;
}

bool Output::reopen(const char* path, const char* mode) {
  flush();
  const Held held(lock_);
  if (!path) return !closed_;  // another mode for the same file: it can be written
  close_file();
  take_descriptor(::open(path, open_flags(mode), 0666));
  closed_ = descriptor_ < 0;
  return !closed_;
}

void Output::write_out(std::size_t n) {
  mpi::write_out(descriptor_, text_.data(), n);
  text_.erase(0, n);
  pending_.store(!text_.empty(), std::memory_order_relaxed);
}

void Output::write(const char* text, std::size_t n) {
  const Held held(lock_);
  if (closed_) return;
  // A handler may print while the rank is in malloc().
  if (text_.capacity() < keep_bytes) text_.reserve(keep_bytes);
  text_.append(text, n);
  pending_.store(true, std::memory_order_relaxed);
  const bool ends_line_on_terminal = is_terminal_ && std::memchr(text, '\n', n) != nullptr;
  if (text_.size() > keep_bytes || ends_line_on_terminal) write_out(complete_lines(text_));
}

void Output::flush_lines() {
  const Held held(lock_);
  write_out(complete_lines(text_));
}

void Output::flush() {
  const Held held(lock_);
  write_out(text_.size());
}

void Output::flush_at_the_end() {
  for (int attempt = 0; !lock_.try_lock(); ++attempt) {
    if (attempt == 1000) return;
    std::this_thread::sleep_for(std::chrono::microseconds{100});
  }
  write_out(text_.size());
  closed_ = true;
  lock_.unlock();
}

void Output::prepare_for_children() {
  static const int prepared [[maybe_unused]] = ::pthread_atfork(
      [] {
        if (ProcessState* own = ProcessState::current()) own->output.flush_lines();
      },
      nullptr,
      [] {
        if (ProcessState* own = ProcessState::current()) own->output.become_output_of_process();
      });
}

void Output::become_output_of_process() {
  if (descriptor_ == STDOUT_FILENO) return;
  descriptor_ < 0 ? ::close(STDOUT_FILENO) : ::dup2(descriptor_, STDOUT_FILENO);
  close_file();
  if (!closed_) take_descriptor(STDOUT_FILENO);
}

void Output::redirect_stdout() {
  // Here, not at first use: a child of a process with threads may wait forever in atexit(), whose
  // lock another thread held at the fork.
  process_output();
  std::fflush(stdout);
  first_stdout = stdout;
  FILE* stream = ::fopencookie(
      nullptr, "w", {.read = nullptr, .write = cookie_write, .seek = nullptr, .close = nullptr});
  if (!stream) return;
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stdout = stream;
}

bool Output::is_stdout(const FILE* stream) {
  return stream == stdout || stream == first_stdout;
}

extern "C" {

__attribute__((visibility("default"))) int bamboo_rank_close_stdout() {
  if (ProcessState* own = ProcessState::current()) own->output.close();
  return 0;
}

__attribute__((visibility("default"))) FILE* bamboo_rank_reopen(const char* path, const char* mode,
                                                                FILE* stream) {
  ProcessState* own = ProcessState::current();
  if (!own || stream != stdout) return std::freopen(path, mode, stream);
  return own->output.reopen(path, mode) ? stream : nullptr;
}

__attribute__((visibility("default"))) void bamboo_rank_flush() {
  if (ProcessState* own = ProcessState::current()) own->output.flush();
}

__attribute__((visibility("default"))) int bamboo_rank_stdout_descriptor() {
  const ProcessState* own = ProcessState::current();
  return own ? own->output.descriptor() : STDOUT_FILENO;
}

/// dup2(descriptor, 1).
__attribute__((visibility("default"))) int bamboo_rank_replace_stdout(int descriptor) {
  ProcessState* own = ProcessState::current();
  if (!own) return ::dup2(descriptor, STDOUT_FILENO);
  return own->output.replace(descriptor, own->shares_process()) ? STDOUT_FILENO : -1;
}
}

}  // namespace bamboo::mpi
