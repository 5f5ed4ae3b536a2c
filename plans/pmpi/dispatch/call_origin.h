// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// While it lives, calls of this thread are reported as made from `site`: another form of the call,
/// as a Fortran binding, makes it on behalf of the program.
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

/// Where the interposed function that says this was called.
#define BAMBOO_ORIGIN bamboo::plans::pmpi::CallOrigin::or_else(__builtin_return_address(0))
