// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// While this object exists, calls of this thread are reported as made from `site`: another form of
/// the call, such as a Fortran binding, makes it for the program.
class CallOrigin {
 public:
  explicit CallOrigin(const void* site) { current = site; }
  ~CallOrigin() { current = nullptr; }
  CallOrigin(const CallOrigin&) = delete;
  CallOrigin& operator=(const CallOrigin&) = delete;

  static const void* or_else(const void* site) { return current ? current : site; }

 private:
  static inline thread_local const void* current = nullptr;
};

}  // namespace bamboo::plans::pmpi

/// The call site of the interposed function that uses this macro.
#define BAMBOO_ORIGIN bamboo::plans::pmpi::CallOrigin::or_else(__builtin_return_address(0))
