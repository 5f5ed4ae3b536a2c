// SPDX-License-Identifier: Apache-2.0
// Child processes. Always an argument vector, never a shell: paths may hold blanks and quotes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bamboo::driver {

using Words = std::vector<std::string>;

inline void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

struct Redirection {
  std::string input_file;       ///< becomes stdin; empty: ours
  bool discard_output = false;  ///< of stdout
  bool discard_errors = false;  ///< of stderr
};

struct Captured {
  int status = 0;  ///< as a shell reports it: the exit status, or 128 + signal
  std::string output;
  std::string errors;
};

/// Runs a command and waits. A terminating signal is forwarded to the child; temporary files are
/// then removed, and `interrupted_by` returns the signal.
int run(const Words& command, const Redirection& redirection = {});

enum class Capture { Output, Errors, Both };
/// Like run(), collecting the child's output; the part that is not captured goes to this process's
/// output.
Captured run_captured(const Words& command, Capture capture, const Redirection& redirection = {});

/// Forks. Returns nothing in the child, where the caller continues. This process waits for the
/// child and returns its exit status, as a shell reports it. A signal that asks this process to end
/// is passed on to the child; this process then ends by that signal.
std::optional<int> continue_in_child();

/// Replaces this process. Returns only by throwing.
[[noreturn]] void replace_process(const Words& command);

/// Passes this signal on to the child, too, from now on. It does not end this process.
void also_pass_on(int signal);

/// The signal that asked us to end while a child ran, or 0.
int interrupted_by();

bool is_executable_file(const std::string& path);

/// First executable file of that name in PATH (or the path itself if it has a slash).
std::optional<std::string> find_program(const std::string& name);

/// Returns the command as it would be typed in a shell.
std::string quoted(const Words& command);

}  // namespace bamboo::driver
