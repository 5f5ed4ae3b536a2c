// SPDX-License-Identifier: Apache-2.0
// The file of a shared object: its needed libraries, definitions and references.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bamboo::mpi {

using Bytes = std::span<const std::byte>;

/// A relocation that names a symbol.
struct Reference {
  std::uint64_t type;
  std::uint64_t symbol;  ///< its number in the table
  Elf64_Addr offset;     ///< of the slot in the loaded object
  Elf64_Sxword addend;
};

class ElfFile {
 public:
  /// Throws std::runtime_error. The bytes stay where they are as long as the object lives.
  explicit ElfFile(Bytes contents);

  Bytes contents() const { return contents_; }
  std::string_view soname() const { return soname_; }
  const std::vector<std::string_view>& needed() const { return needed_; }
  std::string_view rpath() const { return rpath_; }
  std::string_view runpath() const { return runpath_; }
  /// Whether references first find the library's own definitions (-Bsymbolic).
  bool is_symbolic() const { return symbolic_; }
  bool is_never_unloaded() const { return never_unloaded_; }
  /// Whether all functions that it calls must be defined when it is loaded.
  bool is_bound_now() const { return bound_now_; }
  bool has_thread_local_data() const { return segment(PT_TLS) != nullptr; }
  bool wants_code_on_stack() const;

  const std::vector<Reference>& references() const { return references_; }
  const Elf64_Sym& symbol(std::uint64_t number) const;
  const char* name(const Elf64_Sym& symbol) const { return string(symbol.st_name); }
  /// The version of an undefined symbol; empty means any.
  std::string_view version(std::uint64_t number) const;
  /// Returns null if there is none. An empty version means the default one.
  const Elf64_Sym* definition(std::string_view name, std::string_view version = {}) const;

  /// The contents of a section; empty if the file has none of that name.
  Bytes section(std::string_view name) const;
  /// The first segment of that type; null: it has none.
  const Elf64_Phdr* segment(Elf64_Word type) const;
  std::span<const Elf64_Phdr> segments() const;
  /// The offset in the file of an address. Throws std::runtime_error.
  std::size_t offset_of(Elf64_Addr address) const;
  std::span<const Elf64_Dyn> dynamic() const;
  const char* string(std::size_t offset) const { return at<char>(strings_ + offset); }

 private:
  template <class T>
  const T* at(std::size_t offset, std::size_t count = 1) const;
  void read_dynamic();
  void read_references(Elf64_Addr table, std::size_t size);
  template <class Match>
  const Elf64_Sym* find(std::string_view name, Match match) const;
  std::string_view defined_version(unsigned index) const;

  Bytes contents_;
  std::string_view soname_, rpath_, runpath_;
  std::vector<std::string_view> needed_;
  std::vector<Reference> references_;
  bool symbolic_ = false;
  bool never_unloaded_ = false;
  bool bound_now_ = false;
  std::size_t strings_ = 0, symbols_ = 0;  ///< offsets in the file
  std::size_t gnu_hash_ = 0, hash_ = 0;    ///< 0: there is no such table
  std::size_t versions_ = 0, defined_versions_ = 0, needed_versions_ = 0;
};

/// Throws std::runtime_error.
[[noreturn]] void fail_damaged();

template <class T>
const T* ElfFile::at(std::size_t offset, std::size_t count) const {
  if (offset > contents_.size() || count > (contents_.size() - offset) / sizeof(T)) fail_damaged();
  return reinterpret_cast<const T*>(contents_.data() + offset);
}

}  // namespace bamboo::mpi
