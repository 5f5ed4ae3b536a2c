// SPDX-License-Identifier: Apache-2.0
#include "file_in_the_making.h"

#include <unistd.h>

#include <fstream>

#include "../diagnostic.h"

namespace bamboo::driver {

namespace fs = std::filesystem;

FileInTheMaking::FileInTheMaking(const std::string& final_name, const fs::path& temporary)
    : final_name_(final_name),
      is_special_(fs::exists(final_name) && !fs::is_regular_file(final_name)),
      name_(is_special_ ? (temporary / "program").string()
                        : final_name + ".bamboo-" + std::to_string(getpid())) {}

FileInTheMaking::~FileInTheMaking() {
  std::error_code ignored;
  fs::remove(name_, ignored);
}

void FileInTheMaking::finish() {
  if (!is_special_) {
    fs::rename(name_, final_name_);
    return;
  }
  std::ofstream device(final_name_, std::ios::binary);
  device << std::ifstream(name_, std::ios::binary).rdbuf();
  if (!device.flush()) fail("cannot write '{}'", final_name_);
}

}  // namespace bamboo::driver
