// SPDX-License-Identifier: Apache-2.0
#include "binary.h"

#include <fmt/core.h>
#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

#include "archive.h"
#include "bamboo/support/fnv.h"
#include "mapped_file.h"

namespace bamboo::driver {
namespace {

bool is_tasks_symbol(std::string_view symbol) {
  return symbol.starts_with("bamboo_MPI_") || symbol.starts_with("bamboo_mpi_") ||
         symbol.starts_with("bamboo_pmpi_") || symbol.starts_with("bamboo_region_");
}

/// A function or object that only an installed MPI offers.
bool is_plain_symbol(std::string_view symbol) {
  for (const std::string_view prefix : {"MPI_", "PMPI_", "MPIX_", "ompi_mpi_", "MPIR_", "MPI::"}) {
    if (symbol.starts_with(prefix) &&
        symbol.find("_is_not_supported_by_bamboo") == std::string_view::npos) {
      return true;
    }
  }
  // Fortran: mpi_init_ and so on.
  return symbol.starts_with("mpi_") && symbol.back() == '_' && symbol.size() > 5;
}

/// The installed MPI that has a variable of that name: constants of Open MPI's mpi.h, and the
/// COMMON blocks of both MPIs' mpif.h.
std::optional<MpiFamily> family_of_variable(std::string_view symbol) {
  if (symbol.starts_with("ompi_mpi_") || symbol.starts_with("mpi_fortran_"))
    return MpiFamily::OpenMpi;
  if (symbol.starts_with("mpipriv") || symbol.starts_with("mpifcmb")) return MpiFamily::Mpich;
  return std::nullopt;
}

/// Returns the family that the word of a note `.note.bamboo.mpi` names.
std::optional<MpiFamily> family_of_note(int word) {
  switch (word) {
    case 1:
      return MpiFamily::OpenMpi;
    case 2:
      return MpiFamily::Mpich;
    default:
      return std::nullopt;  // of a later version
  }
}

using ElfHandle = std::unique_ptr<Elf, decltype(&elf_end)>;

ElfHandle open_elf(std::span<const char> contents) {
  elf_version(EV_CURRENT);
  return {elf_memory(const_cast<char*>(contents.data()), contents.size()), elf_end};
}

std::string section_name(Elf* elf, const GElf_Shdr& header) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return "";
  const char* name = elf_strptr(elf, names, header.sh_name);
  return name != nullptr ? name : "";
}

template <typename Visit>
void for_each_section(Elf* elf, Visit visit) {
  Elf_Scn* section = nullptr;
  while ((section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr) visit(section, header);
  }
}

/// Calls `visit` with the word of each "Bamboo" note. A linked file holds one per object.
template <typename Visit>
void for_each_note(Elf_Scn* section, Visit visit) {
  Elf_Data* data = elf_getdata(section, nullptr);
  std::size_t offset = 0;
  GElf_Nhdr note;
  std::size_t name = 0;
  std::size_t description = 0;
  while (data != nullptr &&
         (offset = gelf_getnote(data, offset, &note, &name, &description)) != 0) {
    const char* bytes = static_cast<const char*>(data->d_buf);
    if (note.n_descsz == 4 && note.n_namesz == 7 && std::memcmp(bytes + name, "Bamboo", 7) == 0) {
      int word = 0;
      std::memcpy(&word, bytes + description, sizeof word);
      visit(word);
    }
  }
}

/// The order of sections and symbols does not count: tools change it.
std::uint64_t fingerprint(Elf* elf) {
  std::uint64_t sum = 0;
  for_each_section(elf, [&](Elf_Scn* section, const GElf_Shdr& header) {
    if ((header.sh_flags & SHF_ALLOC) != 0)
      sum += support::fnv1a(section_name(elf, header) + ' ' + std::to_string(header.sh_size));
    Elf_Data* data = header.sh_type == SHT_SYMTAB ? elf_getdata(section, nullptr) : nullptr;
    GElf_Sym symbol;
    for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      if (GELF_ST_BIND(symbol.st_info) == STB_LOCAL) continue;
      const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
      sum += support::fnv1a(fmt::format("{} {} {}", name != nullptr ? name : "", symbol.st_info,
                                        symbol.st_shndx == SHN_UNDEF));
    }
  });
  return sum;
}

/// `stamp`: the fingerprint of the object that the compilation has made.
Bitcode state_of_bitcode(Elf* elf, bool has_bitcode, std::string_view stamp) {
  if (!has_bitcode) return Bitcode::None;
  std::uint64_t made = 0;
  if (stamp.size() != sizeof made) return Bitcode::Stale;
  std::memcpy(&made, stamp.data(), sizeof made);
  return made == fingerprint(elf) ? Bitcode::Current : Bitcode::Stale;
}

std::string_view bytes_of(Elf_Scn* section) {
  const Elf_Data* data = elf_rawdata(section, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const char*>(data->d_buf), data->d_size};
}

/// `defined`: it is no COMMON block, either.
void read_fortran(std::string_view name, bool undefined, bool defined, FortranSigns& signs) {
  const bool of_module = name.starts_with("__") && name.find("_MOD_") != name.npos;
  signs.modules |= of_module && defined;
  signs.gfortran |= of_module || (undefined && name.starts_with("_gfortran_"));
  signs.flang |= name.starts_with("_QM") || (undefined && name.starts_with("_FortranA"));
  signs.descriptors |= undefined && name.starts_with("CFI_");
  signs.procedures |= defined && name.size() > 1 && std::islower(name.front()) != 0 &&
                      name.ends_with('_') && !is_plain_symbol(name);
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, Binary& binary) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr || GELF_ST_BIND(symbol.st_info) == STB_LOCAL)
      continue;
    const char* text = elf_strptr(elf, header.sh_link, symbol.st_name);
    const std::string name = text != nullptr ? text : "";
    const bool undefined = symbol.st_shndx == SHN_UNDEF;
    const bool defined_here = !undefined && symbol.st_shndx != SHN_COMMON;
    if (const auto mpi = family_of_variable(name); mpi && !defined_here) binary.mpis.insert(*mpi);
    read_fortran(name, undefined, defined_here, binary.fortran);
    binary.asks_forms = binary.asks_forms || name.starts_with("bamboo_overlap_form");
    if (is_tasks_symbol(name))
      (undefined ? binary.undefined_tasks : binary.defined_tasks).insert(name);
    else if (is_plain_symbol(name))
      (undefined ? binary.undefined_plain : binary.defined_plain).insert(name);
    else if (undefined && (name == "dlopen" || name == "dlmopen"))
      binary.opens_libraries = true;
    else if (undefined && name.starts_with("__kmpc_"))
      binary.calls_llvm_openmp = true;
  }
}

void add_run_paths(const std::string& text, const std::string& origin, Binary& binary) {
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(':', start), text.size());
    std::string folder = text.substr(start, end - start);
    if (!folder.empty()) binary.unresolved_run_paths.push_back(folder);
    for (const std::string variable : {"$ORIGIN", "${ORIGIN}"})
      if (const auto at = folder.find(variable); at != std::string::npos)
        folder.replace(at, variable.size(), origin);
    if (!folder.empty()) binary.run_paths.push_back(std::move(folder));
    start = end + 1;
  }
}

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, const std::string& origin,
                  Binary& binary) {
  Elf_Data* data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  for (int i = 0; i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) == nullptr) continue;
    const char* text = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
    if (text != nullptr && entry.d_tag == DT_NEEDED)
      binary.needed.emplace_back(text);
    else if (text != nullptr && entry.d_tag == DT_SONAME)
      binary.soname = text;
    else if (text != nullptr && (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH))
      add_run_paths(text, origin, binary);
  }
}

void inspect(const std::string& name, const std::string& origin, std::span<const char> contents,
             std::vector<Binary>& found) {
  const ElfHandle elf = open_elf(contents);
  GElf_Ehdr file_header;
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF || gelf_getehdr(elf.get(), &file_header) == nullptr)
    return;
  Binary binary;
  binary.name = name;
  binary.is_shared_library = file_header.e_type == ET_DYN;
  bool has_bitcode = false;
  std::string_view stamp;
  for_each_section(elf.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
    if ((header.sh_flags & SHF_EXCLUDE) != 0) {
      const std::string section_title = section_name(elf.get(), header);
      binary.has_flang_bitcode |= section_title == flang_section;
      has_bitcode |= section_title == bitcode_section || binary.has_flang_bitcode;
      if (section_title == stamp_section) stamp = bytes_of(section);
    } else if (header.sh_type == SHT_NOTE) {
      const std::string section_title = section_name(elf.get(), header);
      for_each_note(section, [&](int word) {
        if (section_title == ".note.bamboo.mode") {
          binary.noted_modes.insert(static_cast<Mode>(word));
        } else if (section_title == ".note.bamboo.plain") {
          binary.is_plain = true;
        } else if (section_title == ".note.bamboo.mpi") {
          if (const auto mpi = family_of_note(word)) binary.mpis.insert(*mpi);
        } else if (section_title == ".note.bamboo.gained") {
          binary.gaining_functions = word;
        } else if (section_title == ".note.bamboo.dimension") {
          binary.dimensions.insert(word);
        }
      });
    } else if (header.sh_type == (binary.is_shared_library ? SHT_DYNSYM : SHT_SYMTAB)) {
      read_symbols(elf.get(), section, header, binary);
    } else if (header.sh_type == SHT_DYNAMIC) {
      read_dynamic(elf.get(), section, header, origin, binary);
    }
  });
  binary.bitcode = state_of_bitcode(elf.get(), has_bitcode, stamp);
  found.push_back(std::move(binary));
}

/// Whether the pass converts the collective. Names are those of C or of Fortran.
bool is_converted_collective(std::string_view symbol) {
  static const std::set<std::string_view> converted_names = {
#include "converted_collectives.inc"
  };
  std::string name(symbol);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name.ends_with("_")) name.pop_back();
  return converted_names.contains(name);
}

}  // namespace

bool Binary::has_plain_collectives() const {
  return !is_shared_library && !asks_forms && (is_plain || noted_modes.empty()) &&
         std::ranges::any_of(undefined_plain, is_converted_collective);
}

bool Binary::may_wait() const {
  return !is_shared_library && std::ranges::any_of(undefined_plain, [](const std::string& symbol) {
    std::string lower(symbol);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return is_converted_collective(symbol) || lower.find("wait") != lower.npos ||
           lower.find("send") != lower.npos || lower.find("recv") != lower.npos;
  });
}

std::uint64_t fingerprint_of(const std::string& object) {
  const MappedFile file(object);
  const ElfHandle elf = open_elf(file.contents());
  return elf && elf_kind(elf.get()) == ELF_K_ELF ? fingerprint(elf.get()) : 0;
}

std::vector<Binary> inspect_file(const std::string& path) {
  const MappedFile file(path);
  std::vector<Binary> found;
  if (is_archive(file.contents())) {
    for_each_member(path, file.contents(),
                    [&](const std::string& member, std::span<const char> contents) {
                      inspect(path + "(" + member + ")", "", contents, found);
                    });
  } else {
    std::error_code ignored;
    const auto real = std::filesystem::canonical(path, ignored);
    inspect(path, real.parent_path().string(), file.contents(), found);
  }
  return found;
}

bool defines_any(const std::string& path, const std::set<std::string>& functions) {
  bool found = false;
  const auto look_at = [&](std::span<const char> contents) {
    const ElfHandle elf = open_elf(contents);
    if (!elf || elf_kind(elf.get()) != ELF_K_ELF) return;
    for_each_section(elf.get(), [&](Elf_Scn* section, const GElf_Shdr& header) {
      Elf_Data* data = header.sh_type == SHT_SYMTAB ? elf_getdata(section, nullptr) : nullptr;
      GElf_Sym symbol;
      for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
        const char* name = elf_strptr(elf.get(), header.sh_link, symbol.st_name);
        found |= GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
                 name != nullptr && functions.contains(name);
      }
    });
  };
  const MappedFile file(path);
  if (is_archive(file.contents()))
    for_each_member(path, file.contents(),
                    [&](const std::string&, std::span<const char> member) { look_at(member); });
  else
    look_at(file.contents());
  return found;
}

std::string section_of(std::span<const char> contents, std::string_view section) {
  const ElfHandle elf = open_elf(contents);
  std::string bytes;
  if (elf && elf_kind(elf.get()) == ELF_K_ELF) {
    for_each_section(elf.get(), [&](Elf_Scn* found, const GElf_Shdr& header) {
      if (section_name(elf.get(), header) == section) bytes = bytes_of(found);
    });
  }
  return bytes;
}

bool has_section(const std::string& path, const std::string& section) {
  const MappedFile file(path);
  const ElfHandle elf = open_elf(file.contents());
  bool found = false;
  if (elf && elf_kind(elf.get()) == ELF_K_ELF) {
    for_each_section(elf.get(), [&](Elf_Scn*, const GElf_Shdr& header) {
      found = found || section_name(elf.get(), header) == section;
    });
  }
  return found;
}

}  // namespace bamboo::driver
