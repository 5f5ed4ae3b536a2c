// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::plans::pmpi {

/// While it lives, calls of this thread are reported as made from `site`: a Fortran binding calls
/// the C function on behalf of the program.
class FortranOrigin {
 public:
  explicit FortranOrigin(const void* site) { current = site; }
  ~FortranOrigin() { current = nullptr; }
  FortranOrigin(const FortranOrigin&) = delete;
  FortranOrigin& operator=(const FortranOrigin&) = delete;

  static const void* or_else(const void* site) { return current ? current : site; }

 private:
  static inline thread_local const void* current = nullptr;
};

}  // namespace bamboo::plans::pmpi
