// SPDX-License-Identifier: Apache-2.0
#include "image/output.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "core/rank.h"

namespace bamboo::mpi {

namespace {

/// So much may wait for the rank's next suspension.
constexpr std::size_t keep_bytes = 32 * 1024;

void write_out(const char* text, std::size_t n) {
  while (n > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, text, n);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nobody reads any more: as with plain stdio, the text is lost
    text += written;
    n -= static_cast<std::size_t>(written);
  }
}

/// How many bytes they take.
std::size_t complete_lines(const std::string& text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string::npos ? 0 : end + 1;
}

Output& process_output() {
  static Output output;
  return output;
}

ssize_t cookie_write(void*, const char* text, std::size_t n) {
  Rank* rank = Rank::current_or_null();
  Output& output = rank && rank->output ? *rank->output : process_output();
  output.write(text, n);
  if (!rank) output.flush();
  return static_cast<ssize_t>(n);
}

}  // namespace

void Output::write_out(std::size_t n) {
  mpi::write_out(text_.data(), n);
  text_.erase(0, n);
  pending_.store(!text_.empty(), std::memory_order_relaxed);
}

void Output::write(const char* text, std::size_t n) {
  const std::lock_guard guard(lock_);
  if (closed_) return;
  text_.append(text, n);
  pending_.store(true, std::memory_order_relaxed);
  if (text_.size() > keep_bytes) write_out(complete_lines(text_));
}

void Output::flush_lines() {
  const std::lock_guard guard(lock_);
  write_out(complete_lines(text_));
}

void Output::flush() {
  const std::lock_guard guard(lock_);
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

void Output::redirect_stdout() {
  std::fflush(stdout);
  FILE* stream = ::fopencookie(
      nullptr, "w", {.read = nullptr, .write = cookie_write, .seek = nullptr, .close = nullptr});
  if (!stream) return;
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stdout = stream;
}

}  // namespace bamboo::mpi
