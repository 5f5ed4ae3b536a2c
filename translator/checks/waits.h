// SPDX-License-Identifier: Apache-2.0
// Finds the waits of a send block that are for receives.
#pragma once

#include "directives/annotated_unit.h"
#include "effects/reachable_calls.h"

namespace bamboo::translator {

/// The receive that a wait in a send block is for.
struct AwaitedReceive {
  MpiCall receive;
  bool shares_request = false;  ///< a send of a region uses the same request, or array of them
};

/// The requests of all regions' sends and receives.
class RequestUses {
 public:
  RequestUses(const AnnotatedUnit& unit, const RequestBuffers& request_buffers);

  /// Returns nothing if `wait`, which is in a send block, may be for sends.
  std::optional<AwaitedReceive> awaited_by(const MpiCall& wait) const;

 private:
  void add(const MpiCall& call, const RequestBuffers& request_buffers);
  bool waited_for_elsewhere(const clang::ValueDecl& request) const;

  const AnnotatedUnit& unit_;
  std::set<const clang::ValueDecl*> sent_;
  std::map<const clang::ValueDecl*, MpiCall> received_;
};

}  // namespace bamboo::translator
