// SPDX-License-Identifier: Apache-2.0
// The locale of one rank. The C library keeps one that setlocale() changes for a process, and lets
// each thread use another: a rank has its own, which a worker uses while it runs the rank.
#pragma once

#include <locale.h>

#include <clocale>
#include <set>
#include <string>

namespace bamboo::mpi {

class RankLocale {
 public:
  /// "C", as at the start of any program.
  RankLocale();
  ~RankLocale();
  RankLocale(const RankLocale&) = delete;
  RankLocale& operator=(const RankLocale&) = delete;

  /// Called when the rank begins to run on the calling thread, and when it stops.
  void enter() const;
  static void leave();

  /// Implements setlocale(), uselocale(), duplocale() and localeconv() of the rank that the calling
  /// thread runs.
  char* set(int category, const char* name);
  locale_t use(locale_t locale);
  locale_t global() const { return global_; }
  lconv* conventions();

 private:
  char* name_of(int category);
  /// Returns null if there is no such locale.
  locale_t changed(int category, const char* name) const;

  locale_t global_;              ///< what setlocale() has made
  locale_t used_;                ///< by the rank's thread: this one, or the program's
  std::set<std::string> names_;  ///< given to the program
  lconv conventions_{};
};

}  // namespace bamboo::mpi
