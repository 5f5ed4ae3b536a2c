// SPDX-License-Identifier: Apache-2.0
#include "commands/vf_record.h"

#include <gtest/gtest.h>

#include <string>

namespace bamboo::driver {
namespace {

VfRecord example() {
  VfRecord record;
  record.tried[0].seconds = {10.25, 10.5, 11};
  record.tried[1] = {2, VfVerdict::NotFaster, {10.125}};
  record.tried[2] = {4, VfVerdict::Kept, {8, 8.5, 9.75}};
  record.tried[3] = {8, VfVerdict::Refused, {}};
  return record;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(VfRecord, IsReadAsItWasWritten) {
  EXPECT_EQ(parse_vf_record(text_of(example(), "./a.out 100; 2 processes")), example());
  EXPECT_EQ(parse_vf_record(text_of({}, "job")), VfRecord{});
}

TEST(VfRecord, HasALineForEachVf) {
  EXPECT_EQ(text_of(example(), "./a.out 100; 2 processes"),
            "bamboo-vf 1\n"
            "# ./a.out 100; 2 processes\n"
            "# VF, what it is, seconds of its runs\n"
            "1 open 10.250 10.500 11.000\n"
            "2 not-faster 10.125\n"
            "4 kept 8.000 8.500 9.750\n"
            "8 refused\n"
            "end\n");
}

TEST(VfRecord, IsNotReadFromAnIncompleteText) {
  const std::string text = text_of(example(), "job");
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_EQ(parse_vf_record(text.substr(0, size)), std::nullopt) << size;
}

TEST(VfRecord, IsNotReadFromAnotherVersionNorFromNonsense) {
  const std::string text = text_of(example(), "job");
  EXPECT_EQ(parse_vf_record(replaced(text, "bamboo-vf 1", "bamboo-vf 2")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8.500", "-8.5")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8.500", "0")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8.500", "nan")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8.500 ", "")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8.500", "8.5 8.5")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "kept", "best")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "8 refused", "16 refused")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "1 open", "1 refused")), std::nullopt);
  EXPECT_EQ(parse_vf_record(replaced(text, "2 not-faster", "\n2 not-faster")), std::nullopt);
}

}  // namespace
}  // namespace bamboo::driver
