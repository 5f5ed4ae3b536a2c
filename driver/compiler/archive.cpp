// SPDX-License-Identifier: Apache-2.0
// libelf does not support thin archives, and an archive that is not read would not be checked, so
// this file reads archives.
#include "archive.h"

#include <ar.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "mapped_file.h"

namespace bamboo::driver {
namespace {

constexpr std::string_view thin_magic = "!<thin>\n";

bool starts_with(std::span<const char> contents, std::string_view magic) {
  return contents.size() >= magic.size() &&
         std::string_view(contents.data(), magic.size()) == magic;
}

std::string trimmed(const char* field, std::size_t size) {
  std::string text(field, size);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// Long names are in a separate member, each ended by "/\n".
std::string long_name(std::span<const char> table, std::size_t offset) {
  if (offset >= table.size()) return "?";
  const std::string_view rest(table.data() + offset, table.size() - offset);
  std::string name(rest.substr(0, rest.find('\n')));
  if (!name.empty() && name.back() == '/') name.pop_back();
  return name;
}

}  // namespace

bool is_thin_archive(std::span<const char> contents) {
  return starts_with(contents, thin_magic);
}

bool is_archive(std::span<const char> contents) {
  return starts_with(contents, {ARMAG, SARMAG}) || starts_with(contents, thin_magic);
}

void for_each_member(const std::string& path, std::span<const char> contents,
                     const std::function<void(const std::string&, std::span<const char>)>& visit) {
  const bool thin = starts_with(contents, thin_magic);
  std::span<const char> long_names;
  std::size_t position = SARMAG;
  while (position + sizeof(ar_hdr) <= contents.size()) {
    ar_hdr header;
    std::memcpy(&header, contents.data() + position, sizeof header);
    position += sizeof header;
    std::string name = trimmed(header.ar_name, sizeof header.ar_name);
    const std::size_t size =
        std::strtoul(trimmed(header.ar_size, sizeof header.ar_size).c_str(), nullptr, 10);
    const bool is_index = name == "/" || name == "/SYM64/";
    const bool is_name_table = name == "//";
    const bool stored_here = !thin || is_index || is_name_table;
    std::span<const char> data;
    if (stored_here) {
      if (size > contents.size() - position) return;  // cut short; the linker will say so
      data = contents.subspan(position, size);
      position += size + (size & 1U);
    }
    if (is_name_table) long_names = data;
    if (is_index || is_name_table) continue;
    if (name.size() > 1 && name[0] == '/')
      name = long_name(long_names, std::strtoul(name.c_str() + 1, nullptr, 10));
    else if (!name.empty() && name.back() == '/')
      name.pop_back();
    if (thin) {
      const MappedFile member(std::filesystem::path(path).parent_path() / name);
      visit(name, member.contents());
    } else {
      visit(name, data);
    }
  }
}

}  // namespace bamboo::driver
