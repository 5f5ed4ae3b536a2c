// SPDX-License-Identifier: Apache-2.0
#include "report/call_site.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace bamboo::plans::pmpi {
namespace {

std::string own_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "?";
}

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// "file.c:12", one line for each site; "??:0" where nothing is known.
std::vector<std::string> ask_addr2line(const std::string& object,
                                       const std::vector<CallSite>& sites) {
  // Skip the library itself.
  std::string command = "LD_PRELOAD= addr2line -s -e " + in_quotes(object);
  char number[32];
  for (const CallSite& site : sites) {
    std::snprintf(number, sizeof number, " 0x%lx", site.offset);
    command += number;
  }
  std::vector<std::string> lines;
  std::FILE* answer = popen((command + " 2>/dev/null").c_str(), "r");
  if (answer == nullptr) return lines;
  char line[1024];
  while (std::fgets(line, sizeof line, answer)) {
    std::string text = line;
    text.erase(std::min({text.find('\n'), text.find(" ("), text.size()}));
    lines.push_back(text);
  }
  pclose(answer);
  return lines;
}

std::string without_lines(const CallSite& site) {
  if (!site.symbol.empty()) return site.symbol;
  char number[32];
  std::snprintf(number, sizeof number, "+0x%lx", site.offset);
  return site.object.substr(site.object.rfind('/') + 1) + number;
}

}  // namespace

CallSite CallSite::of(const void* return_address) {
  CallSite site;
  Dl_info info{};
  const auto address = reinterpret_cast<std::uintptr_t>(return_address) - 1;  // inside of the call
  void* inside = reinterpret_cast<void*>(address);
  if (!dladdr(inside, &info) || info.dli_fname == nullptr) return {"?", address, ""};
  const auto base = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  // A program with fixed addresses is looked up by these.
  const bool fixed = base == 0x400000;
  site.offset = fixed ? address : address - base;
  site.object = info.dli_fname;
  if (site.object.find('/') == std::string::npos || access(site.object.c_str(), R_OK) != 0)
    site.object = own_path();
  if (info.dli_sname != nullptr) {
    char text[256];
    std::snprintf(
        text, sizeof text, "%s+0x%lx", info.dli_sname,
        static_cast<unsigned long>(address - reinterpret_cast<std::uintptr_t>(info.dli_saddr)));
    site.symbol = text;
  }
  return site;
}

void SiteNames::look_up() {
  std::map<std::string, std::vector<CallSite>> by_object;
  for (const auto& [site, name] : names_) by_object[site.object].push_back(site);
  for (const auto& [object, sites] : by_object) {
    const auto lines = ask_addr2line(object, sites);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const bool found = i < lines.size() && lines[i].find("??") == std::string::npos &&
                         lines[i].find(":?") == std::string::npos;
      names_[sites[i]] = found ? lines[i] : without_lines(sites[i]);
    }
  }
}

}  // namespace bamboo::plans::pmpi
