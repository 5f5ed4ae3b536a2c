// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::driver {

/// The language of a compiler driver (mpicc, mpicxx, mpifort, and ours beside them): what it takes
/// standard input for, and whose library it links.
enum class CompilerKind { C, CPlusPlus, Fortran };

}  // namespace bamboo::driver
