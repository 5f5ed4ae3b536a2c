// SPDX-License-Identifier: Apache-2.0
// C++ about which gcc 12 only warns is no error of the translator.
// RUN: %translate --check %s -- %flags
// RUN: %translate --check %s -- %flags -std=c++17
#include <mpi.h>
#define FORMAT "ld"
int narrow(long n) {
  register int counter = 0;
  int list[] = {n};
  const char* text = "%"FORMAT;
  return list[0] + counter + text[0];
}
enum Letter { kA, kB };
constexpr Letter kBeyond = static_cast<Letter>(77);
