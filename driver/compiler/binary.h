// SPDX-License-Identifier: Apache-2.0
// The use of MPI by an object file, an archive or a shared library.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../installed_mpi.h"
#include "mode.h"

namespace bamboo::driver {

/// The sections of an object with its bitcode, where lld looks for it, and with the fingerprint of
/// its machine code. No linker puts them into a program.
inline constexpr std::string_view bitcode_section = ".llvm.lto";
inline constexpr std::string_view stamp_section = ".bamboo.code";
/// In an object of gfortran, flang's bitcode. Its symbols are others, so that tools that take
/// bitcode_section for the object (ar and nm with a plugin) must not see it.
inline constexpr std::string_view flang_section = ".bamboo.flang";

/// In a program: the gains of the pass at the link, and the functions that they come from
/// (overlap/pass/pipeline.cpp).
inline constexpr std::string_view gains_section = ".bamboo.gaining";

/// How the bitcode of an object is related to its machine code.
enum class Bitcode {
  None,
  Current,  ///< both are of one compilation
  Stale,    ///< the object was changed or merged afterwards, or is another tool's
};

/// What symbols show of Fortran. A procedure outside of modules has one name in both compilers.
struct FortranSigns {
  bool gfortran = false;     ///< it needs gfortran's run-time library, or its modules
  bool modules = false;      ///< it defines procedures or variables of gfortran's modules
  bool flang = false;        ///< the same of flang
  bool procedures = false;   ///< it defines what may be such a procedure
  bool descriptors = false;  ///< it is C, and calls functions of ISO_Fortran_binding.h
};

struct Binary {
  std::string name;  ///< as messages call it: "a.o", "libx.a(b.o)"
  bool is_shared_library = false;
  std::set<Mode> noted_modes;  ///< of the notes that compiling with a Bamboo mpi.h leaves
  std::set<MpiFamily> mpis;    ///< installed ones whose mpi.h or mpif.h it was compiled with
  bool is_plain = false;       ///< in mode overlap, and of a compiler without the pass
  bool asks_forms = false;     ///< the pass has seen its collectives
  Bitcode bitcode = Bitcode::None;
  bool has_flang_bitcode = false;  ///< beside gfortran's code
  FortranSigns fortran;
  int gaining_functions = 0;  ///< in a program: that the pass at the link has changed further
  std::set<int> dimensions;   ///< the dimension of `#pragma bamboo dimension`
  std::set<std::string> undefined_tasks;  ///< undefined bamboo_MPI_… symbols
  std::set<std::string> defined_tasks;    ///< functions of mode tasks that it defines
  std::set<std::string> undefined_plain;  ///< undefined MPI_…, mpi_…_ and similar symbols
  std::set<std::string> defined_plain;    ///< MPI functions that it defines itself
  bool opens_libraries = false;           ///< it calls dlopen() or dlmopen()
  bool calls_llvm_openmp = false;         ///< it needs LLVM's OpenMP library
  std::string soname;                     ///< a shared library's DT_SONAME
  std::vector<std::string> needed;        ///< a shared library's DT_NEEDED
  std::vector<std::string> run_paths;     ///< its DT_RPATH and DT_RUNPATH folders, $ORIGIN resolved
  std::vector<std::string> unresolved_run_paths;  ///< the same, as they were written

  /// Whether it calls collectives that always block, whatever form the run-time library of mode
  /// overlap chooses.
  bool has_plain_collectives() const;
  /// Whether it may wait for other ranks: it does not only call MPI_Comm_rank() and similar
  /// functions.
  bool may_wait() const;
};

/// Returns the binaries in a file: one, or the members of an archive; none for other files (a
/// linker script).
std::vector<Binary> inspect_file(const std::string& path);

/// Whether an object, or a member of an archive, defines one of the functions.
bool defines_any(const std::string& path, const std::set<std::string>& functions);

/// Identifies the object of a compilation: its global symbols and the sizes of its code and data
/// show whether it was replaced.
std::uint64_t fingerprint_of(const std::string& object);

/// The bytes of the section in an ELF file; empty: there is none.
std::string section_of(std::span<const char> contents, std::string_view section);

/// Whether the ELF file has a section with that name.
bool has_section(const std::string& path, const std::string& section);

}  // namespace bamboo::driver
