// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"

namespace bamboo::plans {

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  // A folder opens, but cannot be read.
  if (!in || (in.peek(), in.bad()) || !(text << in.rdbuf() || in.eof()))
    throw FileError(file + ": error: cannot be read: " + std::strerror(errno));
  return text.str();
}

void write_text(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw FileError(file + ": error: cannot be written: " + std::strerror(errno));
}

namespace {

int rank_in(const std::string& word) {
  const std::size_t value = parse_bytes(word);
  if (value > 1'000'000 || word.find_first_not_of("0123456789") != word.npos)
    throw std::invalid_argument("'" + word + "' is no rank");
  return static_cast<int>(value);
}

void read_line(Traffic& traffic, const std::vector<std::string>& words) {
  if (traffic.size == 0) {
    if (words.size() != 2 || words[0] != "ranks" || rank_in(words[1]) == 0)
      throw std::invalid_argument("the first line must be 'ranks N'");
    traffic.size = rank_in(words[1]);
    return;
  }
  if (words.size() != 3) throw std::invalid_argument("a message is 'FROM TO BYTES'");
  const Message message{rank_in(words[0]), rank_in(words[1]), parse_bytes(words[2])};
  // The whole traffic is checked below; each message is checked here, because its line is known.
  if (const auto fault = check(Traffic{traffic.size, {message}}))
    throw std::invalid_argument(fault->text);
  traffic.messages.push_back(message);
}

}  // namespace

Traffic traffic_from_text(const std::string& text, const std::string& file) {
  Traffic out;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream in(line.substr(0, line.find('#')));
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty()) continue;
    try {
      read_line(out, words);
    } catch (const std::invalid_argument& error) {
      throw FileError(file + ":" + std::to_string(number) + ": error: " + error.what());
    }
  }
  if (out.size == 0) throw FileError(file + ": error: there is no line 'ranks N'");
  if (const auto fault = check(out)) throw FileError(file + ": error: " + fault->text);
  return out;
}

std::string to_text(const Traffic& traffic) {
  std::string out = "ranks " + std::to_string(traffic.size) + "\n";
  for (const Message& m : traffic.messages)
    out +=
        std::to_string(m.from) + " " + std::to_string(m.to) + " " + std::to_string(m.bytes) + "\n";
  return out;
}

Traffic read_traffic(const std::string& file) {
  return traffic_from_text(read_text(file), file);
}

}  // namespace bamboo::plans
