// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/conversion_remarks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace bamboo::overlap {
namespace {

constexpr char pass[] = "bamboo-overlap";
using llvm::ore::NV;

/// The line, with its file where that is another one than that of `beside`.
std::string place_of(const llvm::DebugLoc& place, const llvm::DebugLoc& beside) {
  if (!place || !beside || place->getFilename() == beside->getFilename()) return line_of(place);
  return line_of(place) + " of " + place->getFilename().str();
}

std::string stop_text(const char* half, const char* direction, const Stop& stop,
                      const llvm::DebugLoc& call) {
  if (!stop.refusal) return "";
  return std::string("; the ") + half + " goes no further " + direction + " than " +
         place_of(stop.place, call) + ": " + render(*stop.refusal);
}

std::string stops_of(const CallPair& pair) {
  return stop_text("initiation", "up", pair.above, pair.place) +
         stop_text("completion", "down", pair.below, pair.place);
}

/// The place where the call's function was inlined.
std::string inlined_at(const llvm::DebugLoc& place, const llvm::Function& function) {
  if (!place || place->getInlinedAt() == nullptr) return "";
  const llvm::DILocation* outermost = place->getInlinedAt();
  while (outermost->getInlinedAt() != nullptr) outermost = outermost->getInlinedAt();
  return ", as part of '" + function.getName().str() + "' in " + outermost->getFilename().str() +
         " at line " + std::to_string(outermost->getLine());
}

/// A statement that moves with the half is not in the window, although it is often the one that
/// should be there.
std::string first_attached_of(const CallPair& pair) {
  const Stop& first = pair.first_attached;
  if (!first.refusal) return "";
  return "; the first statement that has to stay behind the completion is at " +
         place_of(first.place, pair.place) + ": " + render(*first.refusal);
}

/// The conditionals that the completion has left.
std::string conditional_exits_of(const CallPair& pair) {
  std::string text;
  for (const llvm::DebugLoc& place : pair.conditional_exit.left)
    text += (text.empty() ? "; moved out of the conditional in " : ", out of that in ") +
            place_of(place, pair.place);
  return text;
}

/// The conditionals that the initiation has left.
std::string hoist_guards_of(const CallPair& pair) {
  std::string text;
  for (const HoistGuard& one : llvm::reverse(pair.hoist_guards))
    text += (text.empty() ? "; started above the conditional in " : ", above that in ") +
            place_of(one.branch->getDebugLoc(), pair.place);
  return text;
}

/// The branches whose other paths have a completion of their own.
std::string early_exits_of(const CallPair& pair) {
  std::string text;
  for (const EarlyExit& fork : pair.early_exits)
    text += (text.empty() ? "; waited for on each way behind the branch in " : " and that in ") +
            place_of(fork.branch->getDebugLoc(), pair.place);
  return text;
}

std::string alias_checks_of(const CallPair& pair) {
  const size_t count = pair.alias_checks.size();
  if (count == 0) return "";
  return "; " + std::to_string(count) + (count == 1 ? " operation starts" : " operations start") +
         " meanwhile on what may be the same memory: compared when the program runs, and where it "
         "is, this one is completed first";
}

/// Advice for the user about the statement that stopped the completion.
llvm::StringRef advice_for(const CallPair& pair) {
  const Stop& stop = pair.first_attached.refusal ? pair.first_attached : pair.below;
  if (!stop.refusal) return "";
  switch (stop.refusal->reason) {
    case Reason::touches_flight:
      return "; if they are different memory, say so with 'restrict'; else compute with other data "
             "first";
    case Reason::unknown_call:
      return "; define it in this file, or move that call in front of the operation";
    case Reason::wildcard_receive:
      return "; if the program has none, say so with --bamboo-assume=no-wildcards";
    case Reason::calls_mpi:
    case Reason::orders_ranks:
      return "; place computation between the two calls";
    default:
      return "";
  }
}

/// The names of the reasons, which only an optimisation record shows.
void add_reasons(const CallPair& pair, llvm::DiagnosticInfoOptimizationBase& remark) {
  remark.insert(llvm::ore::setExtraArgs());
  const std::pair<const char*, const Stop&> stops[] = {
      {"Above", pair.above}, {"Below", pair.below}, {"MovedAlong", pair.first_attached}};
  for (const auto& [key, stop] : stops)
    if (stop.refusal) remark.insert(NV(key, name_of(stop.refusal->reason)));
}

}  // namespace

void remark_converted(const Conversion& conversion, llvm::StringRef name,
                      llvm::OptimizationRemarkEmitter& emitter) {
  for (const auto& pair : conversion.pairs) {
    emitter.emit([&] {
      llvm::OptimizationRemark remark(pass, "Converted", pair->place,
                                      pair->initiation->getParent());
      remark << NV("Call", name) << " became " << NV("Nonblocking", pair->operation->nonblocking);
      if (pair->proof.crossed == 0)
        remark << " without a window";
      else
        remark << " with a window of " << NV("Crossed", pair->proof.crossed) << " statements ("
               << NV("Structures", pair->proof.structures) << " loops or branches), about "
               << NV("Cycles", static_cast<uint64_t>(pair->window.cycles)) << " cycles";
      const std::string caller = inlined_at(pair->place, *pair->initiation->getFunction());
      // The lines are those of the function that contains the call now.
      remark << caller;
      if (pair->window.first_line != 0)
        remark << ", from line "
               << NV(caller.empty() ? "FirstLine" : "OuterFirstLine", pair->window.first_line)
               << " to line "
               << NV(caller.empty() ? "LastLine" : "OuterLastLine", pair->window.last_line);
      if (pair->proof.attached > 0)
        remark << "; " << NV("Attached", pair->proof.attached) << " statements moved along";
      remark << conditional_exits_of(*pair) << hoist_guards_of(*pair) << early_exits_of(*pair)
             << alias_checks_of(*pair) << first_attached_of(*pair);
      remark << stops_of(*pair);
      add_reasons(*pair, remark);
      return remark;
    });
  }
}

void remark_not_worthwhile(const CallPair& pair, llvm::StringRef name,
                           const llvm::Instruction& call,
                           llvm::OptimizationRemarkEmitter& emitter) {
  emitter.emit([&] {
    llvm::OptimizationRemarkMissed remark(pass, "NotWorthwhile", call.getDebugLoc(),
                                          call.getParent());
    remark << NV("Call", name) << " stays blocking"
           << (pair.operation->is_collective() ? " where no process gains by another form" : "")
           << ": a window of " << NV("Cycles", static_cast<uint64_t>(pair.window.cycles))
           << " cycles is not worth a request" << first_attached_of(pair) << stops_of(pair)
           << advice_for(pair);
    add_reasons(pair, remark);
    return remark;
  });
}

void remark_moved(const CallPair& pair, llvm::StringRef name,
                  llvm::OptimizationRemarkEmitter& emitter) {
  const bool completes = pair.completion != nullptr;
  const llvm::CallInst* half = completes ? pair.completion : pair.initiation;
  if (pair.proof.crossed > 0) {
    emitter.emit([&] {
      llvm::OptimizationRemark remark(pass, "Moved", pair.place, half->getParent());
      remark << NV("Call", name) << " was moved " << (completes ? "down" : "up") << " past "
             << NV("Crossed", pair.proof.crossed) << " statements ("
             << NV("Structures", pair.proof.structures) << " loops or branches)"
             << conditional_exits_of(pair) << first_attached_of(pair) << stops_of(pair);
      add_reasons(pair, remark);
      return remark;
    });
    return;
  }
  emitter.emit([&] {
    llvm::OptimizationRemarkMissed remark(pass, "NotMoved", pair.place, half->getParent());
    remark << NV("Call", name) << " stays where it is" << first_attached_of(pair) << stops_of(pair)
           << advice_for(pair);
    add_reasons(pair, remark);
    return remark;
  });
}

void remark_sent_first(const LateReceive& late, llvm::OptimizationRemarkEmitter& emitter) {
  emitter.emit([&] {
    return llvm::OptimizationRemark(pass, "SentFirst", late.receive)
           << NV("Call", late.receive->getCalledFunction()->getName()) << " was moved down past "
           << NV("Crossed", late.crossed) << " statements, behind "
           << NV("Send", late.send->getCalledFunction()->getName()) << " in "
           << place_of(late.send->getDebugLoc(), late.receive->getDebugLoc())
           << ": both directions of an exchange begin at once";
  });
}

void remark_unconverted(const llvm::CallBase& call, Reason why,
                        llvm::OptimizationRemarkEmitter& emitter) {
  emitter.emit([&] {
    return llvm::OptimizationRemarkMissed(pass, "LeftAlone", &call)
           << NV("Call", call.getCalledFunction()->getName()) << " is left alone: " << words_of(why)
           << llvm::ore::setExtraArgs() << NV("Reason", name_of(why));
  });
}

}  // namespace bamboo::overlap
