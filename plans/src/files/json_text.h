// SPDX-License-Identifier: Apache-2.0
// A JSON document with the source position of each value.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "bamboo/plans/files.h"

namespace bamboo::plans {

/// A fault at that place of the file: "net.json:3:14: error: …", the line, and a caret below.
FileError fault_at(const std::string& file, const std::string& text, std::size_t offset,
                   const std::string& what);

class JsonText {
 public:
  using Json = nlohmann::ordered_json;

  /// A mistake in the grammar is a FileError. `file`: the name for errors.
  JsonText(std::string text, std::string file);

  const Json& value() const { return value_; }
  /// A fault in the value to which the path leads: "cables[3].rate"; empty: the whole file.
  FileError fault(const std::string& path, const std::string& what) const;

 private:
  std::string text_, file_;
  Json value_;
};

}  // namespace bamboo::plans
