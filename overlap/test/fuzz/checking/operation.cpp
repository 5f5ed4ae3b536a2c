// SPDX-License-Identifier: Apache-2.0
#include "operation.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace checking {
namespace {

constexpr int exit_code = 86;

unsigned started = 0;
std::string& context() {
  static std::string text = "the program";
  return text;
}

/// Garbage that no other operation leaves: who writes it over another operation's is seen as well.
Bytes garbage(size_t size, unsigned number) {
  Bytes bytes(size);
  unsigned state = number * 2654435761u + 0x5bd1e995u;
  for (std::byte& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::byte>((state >> 24) | 0x80u);
  }
  return bytes;
}

}  // namespace

void violation(const char* operation, unsigned number, const char* what) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fflush(stdout);
  std::fprintf(stderr, "checking MPI: rank %d, %s: %s (operation %u): %s\n", rank,
               context().c_str(), operation, number, what);
  std::fflush(stderr);
  // MPICH's launcher drops what it has not read when it must abort.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  PMPI_Abort(MPI_COMM_WORLD, exit_code);
  std::_Exit(exit_code);
}

unsigned operations() {
  return started;
}

Operation::Operation(const char* name) : name_(name), number_(++started) {}

const void* Operation::sends(const void* address, Blocks blocks) {
  sends_.push_back(std::make_unique<Region>(const_cast<void*>(address), std::move(blocks)));
  sent_.push_back(sends_.back()->contents());
  return sends_.back()->shadow();
}

void* Operation::receives(void* address, Blocks blocks) {
  auto region = std::make_unique<Region>(address, std::move(blocks));
  void* shadow = region->shadow();
  Bytes bytes = garbage(region->contents().size(), number_);
  region->set_contents(bytes);
  receives_.push_back({std::move(region), std::move(bytes)});
  return shadow;
}

void Operation::finish() {
  for (const Array& array : arrays_)
    if (!std::equal(array.copy.begin(), array.copy.end(), array.values))
      violation(name_, number_,
                "an array of counts, displacements or types changed before the wait");
  for (size_t i = 0; i < sends_.size(); ++i)
    if (sends_[i]->contents() != sent_[i])
      violation(name_, number_, "the send buffer changed before the wait");
  for (const Receive& receive : receives_)
    if (receive.region->contents() != receive.garbage)
      violation(name_, number_, "the receive buffer was written before the wait");
  for (const Receive& receive : receives_)
    receive.region->set_contents(receive.region->shadow_contents());
}

}  // namespace checking

extern "C" void checking_mpi_context(const char* text) {
  checking::context() = text;
}
