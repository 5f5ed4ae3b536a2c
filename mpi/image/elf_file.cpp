// SPDX-License-Identifier: Apache-2.0
#include "image/elf_file.h"

#include <cstring>
#include <stdexcept>

namespace bamboo::mpi {

namespace {

constexpr unsigned hidden = 0x8000;  // the symbol's version is not the default one

std::uint32_t gnu_hash(std::string_view name) {
  std::uint32_t hash = 5381;
  for (const unsigned char c : name) hash = hash * 33 + c;
  return hash;
}

std::uint32_t system_v_hash(std::string_view name) {
  std::uint32_t hash = 0;
  for (const unsigned char c : name) {
    hash = (hash << 4) + c;
    hash ^= (hash >> 24) & 0xf0;
  }
  return hash & 0x0fffffff;
}

bool is_definition(const Elf64_Sym& symbol) {
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;
}

}  // namespace

void fail_damaged() {
  throw std::runtime_error("damaged ELF file");
}

ElfFile::ElfFile(Bytes contents) : contents_(contents) {
  const auto* elf = at<Elf64_Ehdr>(0);
  if (std::memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 || elf->e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("not an ELF file of this machine");
  read_dynamic();
}

std::span<const Elf64_Phdr> ElfFile::segments() const {
  const auto* elf = at<Elf64_Ehdr>(0);
  return {at<Elf64_Phdr>(elf->e_phoff, elf->e_phnum), elf->e_phnum};
}

const Elf64_Phdr* ElfFile::segment(Elf64_Word type) const {
  for (const Elf64_Phdr& s : segments())
    if (s.p_type == type) return &s;
  return nullptr;
}

bool ElfFile::wants_code_on_stack() const {
  const Elf64_Phdr* stack = segment(PT_GNU_STACK);
  return stack && (stack->p_flags & PF_X);
}

std::size_t ElfFile::offset_of(Elf64_Addr address) const {
  for (const Elf64_Phdr& s : segments())
    if (s.p_type == PT_LOAD && address >= s.p_vaddr && address < s.p_vaddr + s.p_filesz)
      return address - s.p_vaddr + s.p_offset;
  fail_damaged();
}

std::span<const Elf64_Dyn> ElfFile::dynamic() const {
  const Elf64_Phdr* s = segment(PT_DYNAMIC);
  if (!s) return {};
  const std::size_t count = s->p_filesz / sizeof(Elf64_Dyn);
  const std::span all(at<Elf64_Dyn>(s->p_offset, count), count);
  for (std::size_t i = 0; i < count; ++i)
    if (all[i].d_tag == DT_NULL) return all.first(i);
  return all;
}

void ElfFile::read_dynamic() {
  for (const Elf64_Dyn& d : dynamic())
    if (d.d_tag == DT_STRTAB) strings_ = offset_of(d.d_un.d_ptr);
  struct {
    Elf64_Addr address = 0;
    std::size_t size = 0;
  } data, calls;
  for (const Elf64_Dyn& d : dynamic()) {
    switch (d.d_tag) {
      case DT_SONAME:
        soname_ = string(d.d_un.d_val);
        break;
      case DT_NEEDED:
        needed_.emplace_back(string(d.d_un.d_val));
        break;
      case DT_RPATH:
        rpath_ = string(d.d_un.d_val);
        break;
      case DT_RUNPATH:
        runpath_ = string(d.d_un.d_val);
        break;
      case DT_SYMBOLIC:
        symbolic_ = true;
        break;
      case DT_BIND_NOW:
        bound_now_ = true;
        break;
      case DT_FLAGS:
        symbolic_ |= (d.d_un.d_val & DF_SYMBOLIC) != 0;
        bound_now_ |= (d.d_un.d_val & DF_BIND_NOW) != 0;
        break;
      case DT_FLAGS_1:
        never_unloaded_ = d.d_un.d_val & DF_1_NODELETE;
        bound_now_ |= (d.d_un.d_val & DF_1_NOW) != 0;
        break;
      case DT_SYMTAB:
        symbols_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_GNU_HASH:
        gnu_hash_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_HASH:
        hash_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_VERSYM:
        versions_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_VERDEF:
        defined_versions_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_VERNEED:
        needed_versions_ = offset_of(d.d_un.d_ptr);
        break;
      case DT_RELA:
        data.address = d.d_un.d_ptr;
        break;
      case DT_RELASZ:
        data.size = d.d_un.d_val;
        break;
      case DT_JMPREL:
        calls.address = d.d_un.d_ptr;
        break;
      case DT_PLTRELSZ:
        calls.size = d.d_un.d_val;
        break;
      default:
        break;
    }
  }
  read_references(data.address, data.size);
  read_references(calls.address, calls.size);
}

void ElfFile::read_references(Elf64_Addr table, std::size_t size) {
  if (size == 0) return;
  const std::size_t count = size / sizeof(Elf64_Rela);
  for (const Elf64_Rela& r : std::span(at<Elf64_Rela>(offset_of(table), count), count))
    if (const auto number = ELF64_R_SYM(r.r_info); number != 0)
      references_.push_back({ELF64_R_TYPE(r.r_info), number, r.r_offset, r.r_addend});
}

const Elf64_Sym& ElfFile::symbol(std::uint64_t number) const {
  return *at<Elf64_Sym>(symbols_ + number * sizeof(Elf64_Sym));
}

template <class Match>
const Elf64_Sym* ElfFile::find(std::string_view name, Match match) const {
  if (gnu_hash_) {
    const auto* header = at<std::uint32_t>(gnu_hash_, 4);
    const std::uint32_t buckets = header[0], first = header[1], words = header[2];
    if (buckets == 0 || words == 0) return nullptr;
    const std::uint32_t hash = gnu_hash(name);
    const auto* bloom = at<std::uint64_t>(gnu_hash_ + 16, words);
    const std::uint64_t bits =
        (std::uint64_t{1} << (hash % 64)) | (std::uint64_t{1} << ((hash >> header[3]) % 64));
    if ((bloom[hash / 64 % words] & bits) != bits) return nullptr;
    const std::size_t table = gnu_hash_ + 16 + words * sizeof(std::uint64_t);
    const std::size_t chain = table + buckets * sizeof(std::uint32_t);
    std::uint32_t number = *at<std::uint32_t>(table + hash % buckets * sizeof(std::uint32_t));
    if (number < first) return nullptr;
    for (;; ++number) {
      const auto entry = *at<std::uint32_t>(chain + (number - first) * sizeof(std::uint32_t));
      if ((entry | 1) == (hash | 1) && this->name(symbol(number)) == name && match(number))
        return &symbol(number);
      if (entry & 1) return nullptr;
    }
  }
  if (!hash_) return nullptr;
  const auto* header = at<std::uint32_t>(hash_, 2);
  if (header[0] == 0) return nullptr;
  const auto* buckets = at<std::uint32_t>(hash_ + 8, header[0] + std::size_t{header[1]});
  const std::uint32_t* chain = buckets + header[0];
  for (std::uint32_t n = buckets[system_v_hash(name) % header[0]]; n != 0 && n < header[1];
       n = chain[n]) {
    if (this->name(symbol(n)) == name && match(n)) return &symbol(n);
  }
  return nullptr;
}

const Elf64_Sym* ElfFile::definition(std::string_view name, std::string_view version) const {
  return find(name, [&](std::uint64_t number) {
    const Elf64_Sym& found = symbol(number);
    if (!is_definition(found)) return false;
    if (!versions_) return true;
    const unsigned index = *at<Elf64_Half>(versions_ + number * sizeof(Elf64_Half));
    if (version.empty()) return !(index & hidden);
    return (index & ~hidden) < 2 || defined_version(index & ~hidden) == version;
  });
}

std::string_view ElfFile::defined_version(unsigned index) const {
  for (std::size_t at_entry = defined_versions_; at_entry;) {
    const auto* entry = at<Elf64_Verdef>(at_entry);
    if (entry->vd_ndx == index)
      return string(at<Elf64_Verdaux>(at_entry + entry->vd_aux)->vda_name);
    at_entry = entry->vd_next ? at_entry + entry->vd_next : 0;
  }
  return {};
}

std::string_view ElfFile::version(std::uint64_t number) const {
  if (!versions_) return {};
  const unsigned index = *at<Elf64_Half>(versions_ + number * sizeof(Elf64_Half)) & ~hidden;
  for (std::size_t file = needed_versions_; file;) {
    const auto* entry = at<Elf64_Verneed>(file);
    for (std::size_t one = file + entry->vn_aux;;) {
      const auto* needed = at<Elf64_Vernaux>(one);
      if (needed->vna_other == index) return string(needed->vna_name);
      if (!needed->vna_next) break;
      one += needed->vna_next;
    }
    file = entry->vn_next ? file + entry->vn_next : 0;
  }
  return defined_version(index);
}

Bytes ElfFile::section(std::string_view name) const {
  const auto* elf = at<Elf64_Ehdr>(0);
  if (elf->e_shnum == 0) return {};
  const auto* sections = at<Elf64_Shdr>(elf->e_shoff, elf->e_shnum);
  const Elf64_Shdr& names = sections[elf->e_shstrndx];
  for (const Elf64_Shdr& s : std::span(sections, elf->e_shnum))
    if (name == at<char>(names.sh_offset + s.sh_name) && s.sh_type != SHT_NOBITS)
      return {at<std::byte>(s.sh_offset, s.sh_size), s.sh_size};
  return {};
}

}  // namespace bamboo::mpi
