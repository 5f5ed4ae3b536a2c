// SPDX-License-Identifier: Apache-2.0
#include "image/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

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

void Output::write(const char* text, std::size_t n) {
  text_.append(text, n);
  if (text_.size() > keep_bytes) flush_lines();
}

void Output::flush_lines() {
  const std::size_t end = text_.rfind('\n');
  if (end == std::string::npos) return;
  write_out(text_.data(), end + 1);
  text_.erase(0, end + 1);
}

void Output::flush() {
  write_out(text_.data(), text_.size());
  text_.clear();
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
