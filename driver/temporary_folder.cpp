// SPDX-License-Identifier: Apache-2.0
#include "temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "diagnostic.h"

namespace bamboo::driver {

TemporaryFolder::TemporaryFolder() {
  const char* folder = std::getenv("TMPDIR");
  std::string name = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  name += "/bamboo-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    fail("cannot make a temporary folder '{}': {}", name, std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::make_subfolder() {
  const auto folder = path_ / std::to_string(subfolders_++);
  std::filesystem::create_directory(folder);
  return folder;
}

}  // namespace bamboo::driver
