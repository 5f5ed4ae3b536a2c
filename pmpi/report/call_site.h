// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace bamboo::plans::pmpi {

/// A place in a loaded file that means the same in every process.
struct CallSite {
  std::string object;        ///< path of the program or library
  unsigned long offset = 0;  ///< of the call in it
  std::string symbol;        ///< "function+0x12", empty without symbols

  static CallSite of(const void* return_address);
  bool operator<(const CallSite& other) const {
    return object != other.object ? object < other.object : offset < other.offset;
  }
};

/// "file.c:12" by addr2line where there is debug information, else the symbol, else object+offset.
/// Asks once for all sites of an object.
class SiteNames {
 public:
  void add(const CallSite& site) { names_[site] = ""; }
  void look_up();
  const std::string& operator[](const CallSite& site) { return names_[site]; }

 private:
  std::map<CallSite, std::string> names_;
};

}  // namespace bamboo::plans::pmpi
