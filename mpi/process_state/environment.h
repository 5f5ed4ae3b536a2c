// SPDX-License-Identifier: Apache-2.0
// The environment variables of one rank. The C library has one list per process; each rank has a
// copy of it, which getenv(), setenv() and similar functions use, and to which `environ` of its
// image points. The C library gets variables that it reads itself when it does so: see the
// functions at the end of environment.cpp, and RankLocale.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::mpi {

class Environment {
 public:
  /// A copy of the process's list. `alone`: no other rank is in the process, so its list follows.
  explicit Environment(bool alone);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  bool alone() const { return alone_; }
  /// Returns null if it is not set.
  char* get(std::string_view name) const;
  void set(std::string_view name, std::string_view value);
  /// The text "NAME=VALUE" itself becomes part of the list.
  void put(char* text);
  void unset(std::string_view name);
  void clear();
  char** list() const { return *list_; }
  /// Makes this variable of the image hold the list. The program may change the variable.
  void keep_in(char*** variable);
  /// Commands for a shell that make the process's variables the rank's.
  std::string shell_commands() const;

 private:
  char** find(std::string_view name) const;
  void changed() const;

  const bool alone_;
  char** before_;                  ///< the process's list
  std::deque<std::string> texts_;  ///< never freed before the rank ends: the program points there
  std::vector<char*> first_;       ///< what main() gets
  std::vector<char*> longer_;      ///< once something was added
  char** own_list_;
  char*** list_ = &own_list_;
};

/// Processes that ranks fork have the rank's variables.
void prepare_environment_for_children();

}  // namespace bamboo::mpi
