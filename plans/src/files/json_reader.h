// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "bamboo/plans/files.h"

namespace bamboo::plans {

/// A fault at that place of the file: "net.json:3:14: error: …", the line, and a caret below.
FileError fault_at(const std::string& file, const std::string& text, std::size_t offset,
                   const std::string& what);

/// A JSON document with the source position of each value.
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

/// The JSON form of to_json().
nlohmann::ordered_json network_to_json(const Network& network);

/// A value in a file, and the path to it, for errors: "net.json:3:9: error: cables[3].rate: …".
class JsonReader {
 public:
  using Json = JsonText::Json;
  /// The text must outlive it.
  explicit JsonReader(const JsonText& text) : value_(text.value()), text_(text) {}

  [[noreturn]] void fail(const std::string& what) const { throw text_.fault(path_, what); }

  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  JsonReader at(const char* key) const {
    if (!value_.is_object()) fail("must be an object {…}");
    if (!value_.contains(key)) fail("'" + std::string(key) + "' is missing");
    return {value_.at(key), text_, path_.empty() ? key : path_ + "." + key};
  }
  std::size_t size() const {
    if (!value_.is_array()) fail("must be a list […]");
    return value_.size();
  }
  JsonReader at(std::size_t index) const {
    if (index >= size()) fail("must have more than " + std::to_string(index) + " items");
    return {value_.at(index), text_, path_ + "[" + std::to_string(index) + "]"};
  }

  std::string text() const {
    if (!value_.is_string()) fail("must be a text \"…\"");
    return value_.get<std::string>();
  }
  bool flag() const {
    if (!value_.is_boolean()) fail("must be true or false");
    return value_.get<bool>();
  }
  double number() const {
    if (!value_.is_number()) fail("must be a number");
    return value_.get<double>();
  }
  std::size_t count() const {
    if (!value_.is_number_unsigned()) fail("must be a whole number from 0 on");
    return value_.get<std::size_t>();
  }
  /// An integer of at least `least` that fits into an int.
  int integer(int least = 0) const {
    const std::size_t out = count();
    if (out > 0x7fffffff || static_cast<int>(out) < least)
      fail("must be a whole number from " + std::to_string(least) + " on");
    return static_cast<int>(out);
  }
  std::vector<int> integers(int least = 0) const {
    std::vector<int> out;
    for (std::size_t i = 0; i < size(); ++i) out.push_back(at(i).integer(least));
    return out;
  }
  /// A text that `parse` understands, or a number.
  template <class Parse>
  double quantity(const Parse& parse) const {
    if (value_.is_number()) return number();
    try {
      return parse(text());
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
  }

 private:
  JsonReader(const Json& value, const JsonText& text, std::string path)
      : value_(value), text_(text), path_(std::move(path)) {}
  const Json& value_;
  const JsonText& text_;
  std::string path_;
};

Network network_from(const JsonReader& in);
nlohmann::ordered_json plans_to_json(std::span<const Plan> plans);
std::vector<Plan> plans_in(const JsonReader& in);
/// An object with a line for each entry, and for each item of a list in it.
std::string lines_of(const nlohmann::ordered_json& object);

}  // namespace bamboo::plans
