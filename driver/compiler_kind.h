// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::driver {

/// The language of a compiler driver (mpicc, mpicxx, mpifort, and Bamboo's counterparts): the
/// language of standard input, and the standard library to link.
enum class CompilerKind { C, CPlusPlus, Fortran };

}  // namespace bamboo::driver
