// SPDX-License-Identifier: Apache-2.0
#include "pass/gains.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "mpi_calls/call_mark.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral gains_metadata = "bamboo.gains";

/// Some microseconds, which a message between hosts takes. For a smaller gain, the code of the
/// files' own compiler is used.
constexpr double longer_cycles = 5000;

/// Whether the window is so much longer that the difference is not only another estimate.
bool is_longer(double cycles, double noted) {
  return cycles - noted >= longer_cycles && cycles >= 1.5 * noted;
}

}  // namespace

bool has_noted_gains(const llvm::Module& module) {
  return module.getNamedMetadata(gains_metadata) != nullptr;
}

/// A mark that is only the number of a compilation contains no gains.
Gains::Gain Gains::parse(llvm::StringRef mark) {
  llvm::SmallVector<llvm::StringRef, 3> words;
  mark.split(words, ' ', 2);
  Gain gain;
  if (words.size() != 3 || words[0].getAsDouble(gain.cycles) ||
      words[1].getAsInteger(10, gain.nests))
    return {};
  gain.function = words[2].str();
  return gain;
}

/// A function may contain copies of several functions of other files.
void Gains::begin(llvm::Function& function) {
  llvm::StringMap<unsigned> nests;
  callers_.clear();
  for_each_call_of_mpi(function, [&](const llvm::CallBase& call) {
    const Gain gain = parse(mark_of(call));
    // Calls that cannot gain, such as MPI_Finalize, have no nests noted.
    unsigned& noted = nests[gain.function];
    noted = std::max(noted, gain.nests);
    callers_.insert(llvm::StringRef(gain.function).rsplit(':').second);
  });
  noted_nests_ = 0;
  for (const auto& one : nests) noted_nests_ += one.second;
}

void Gains::end(const llvm::Function& function, const FunctionOperations& operations,
                unsigned nests) {
  bool more = nests > noted_nests_;
  double sum = 0;
  for (const CallPair* pair : operations.all()) {
    const double cycles = pair->is_reverted ? 0 : pair->window.cycles;
    more |= is_longer(cycles, parse(pair->mark).cycles);
    sum += cycles;
    Gain& best = by_mark_[pair->mark];
    best.cycles = std::max(best.cycles, cycles);
    if (nests < best.nests) continue;
    best.nests = nests;
    best.function = function.getName().str();
  }
  if (!more) return;
  ++functions_with_more_;
  nests_ += nests;
  cycles_ += sum;
  sources_.insert(function.getName());
  for (const auto& caller : callers_) sources_.insert(caller.getKey());
}

/// At a link a mark is the gain of the file.
bool Gains::keeps_all() const {
  return llvm::all_of(by_mark_, [](const auto& call) {
    const Gain noted = parse(call.first());
    return call.second.nests >= noted.nests && !is_longer(noted.cycles, call.second.cycles);
  });
}

void Gains::note_on(llvm::Module& file) const {
  for (llvm::Function& function : file)
    for_each_call_of_mpi(function, [&](llvm::CallBase& call) {
      const auto found = by_mark_.find(mark_of(call));
      const Gain gain =
          found == by_mark_.end() ? Gain{.function = function.getName().str()} : found->second;
      set_mark(call, std::to_string(static_cast<uint64_t>(gain.cycles)) + ' ' +
                         std::to_string(gain.nests) + ' ' + file.getSourceFileName() + ':' +
                         gain.function);
    });
  file.getOrInsertNamedMetadata(gains_metadata);
}

}  // namespace bamboo::overlap
