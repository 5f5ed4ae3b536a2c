// SPDX-License-Identifier: Apache-2.0
#include "errors/source_location.h"

#include <dlfcn.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

namespace bamboo::mpi {

namespace {

std::string file_and_line(const char* file, int number) {
  return file ? std::string(file) + ":" + std::to_string(number) : "";
}

/// clang writes no .debug_aranges, by which libdw finds the unit of an address. So this searches
/// all units.
std::string line_in_any_unit(Dwfl_Module* module, Dwarf_Addr address) {
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias));) {
    if (dwarf_haspc(unit, address - bias) != 1) continue;
    int number = 0;
    Dwarf_Line* line = dwarf_getsrc_die(unit, address - bias);
    if (!line || dwarf_lineno(line, &number) != 0) return "";
    return file_and_line(dwarf_linesrc(line, nullptr, nullptr), number);
  }
  return "";
}

/// File and line of an address in a loaded library, "" when unknown.
std::string line_of(const Dl_info& library, Dwarf_Addr address) {
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = nullptr,
                                           .debuginfo_path = nullptr};
  Dwfl* dwfl = dwfl_begin(&callbacks);
  if (!dwfl) return "";
  std::string text;
  dwfl_report_begin(dwfl);
  const int fd = ::open(library.dli_fname, O_RDONLY | O_CLOEXEC);
  // On success dwfl owns the file descriptor.
  Dwfl_Module* module = dwfl_report_elf(dwfl, "image", library.dli_fname, fd,
                                        reinterpret_cast<GElf_Addr>(library.dli_fbase), false);
  if (!module && fd >= 0) ::close(fd);
  dwfl_report_end(dwfl, nullptr, nullptr);
  if (Dwfl_Line* line = module ? dwfl_module_getsrc(module, address) : nullptr) {
    int number = 0;
    const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
    text = file_and_line(file, number);
  } else if (module) {
    text = line_in_any_unit(module, address);
  }
  dwfl_end(dwfl);
  return text;
}

}  // namespace

std::string describe_call_site(void* return_address) {
  if (!return_address) return "unknown place";
  // The call is the instruction before the one it returns to.
  auto* address = static_cast<char*>(return_address) - 1;
  Dl_info library{};
  if (::dladdr(address, &library) == 0) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", return_address);
    return text;
  }
  const auto numeric = reinterpret_cast<Dwarf_Addr>(address);
  if (std::string line = line_of(library, numeric); !line.empty()) return line;
  char offset[32];
  if (library.dli_sname) {
    std::snprintf(offset, sizeof offset, "+0x%zx",
                  static_cast<std::size_t>(address + 1 - static_cast<char*>(library.dli_saddr)));
    return std::string(library.dli_sname) + offset;
  }
  std::snprintf(offset, sizeof offset, "+0x%zx",
                static_cast<std::size_t>(address + 1 - static_cast<char*>(library.dli_fbase)));
  return std::string("the program") + offset;
}

}  // namespace bamboo::mpi
