// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/environment.h"

#include <gtest/gtest.h>

#include <set>

#include "set_variables.h"

namespace bamboo::support {
namespace {

std::string warnings() {
  testing::internal::CaptureStderr();
  warn_about_unknown_variables();
  return testing::internal::GetCapturedStderr();
}

TEST(Environment, AnEmptyVariableIsUnset) {
  const SetVariables set{{"BAMBOO_TRACE", ""}, {"BAMBOO_VF", "2"}};
  EXPECT_EQ(environment("BAMBOO_TRACE"), std::nullopt);
  EXPECT_EQ(environment("BAMBOO_VF"), "2");
  EXPECT_EQ(environment("BAMBOO_NOT_THERE"), std::nullopt);
}

TEST(Environment, NamesWhatIsExpected) {
  EXPECT_EQ(malformed("BAMBOO_VF", "0"), "BAMBOO_VF='0': expected a positive number");
}

TEST(Environment, ReadsAVariable) {
  const auto parse = [](const std::string& text) {
    return parse_choice<int>(text, {{"one", 1}, {"two", 2}});
  };
  int value = 7;
  read_variable("BAMBOO_VF", value, parse);
  EXPECT_EQ(value, 7);
  const SetVariables set{{"BAMBOO_VF", "two"}};
  read_variable("BAMBOO_VF", value, parse);
  EXPECT_EQ(value, 2);
  setenv("BAMBOO_VF", "three", 1);
  EXPECT_EXIT(read_variable("BAMBOO_VF", value, parse), testing::ExitedWithCode(2),
              "bamboo: error: BAMBOO_VF='three': expected a positive number\n");
}

TEST(Environment, WarnsAboutUnknownNamesWithTheNearest) {
  const SetVariables set{{"BAMBOO_WORKER", "2"}, {"BAMBOO_QZXQZXQ", "2"}};
  const std::string text = warnings();
  EXPECT_NE(text.find("bamboo: warning: unknown option BAMBOO_WORKER in the environment; did you "
                      "mean BAMBOO_WORKERS?\n"),
            std::string::npos);
  EXPECT_NE(text.find("unknown option BAMBOO_QZXQZXQ in the environment\n"), std::string::npos);
}

TEST(Environment, KnowsEveryNameOfTheTable) {
  std::set<std::string_view> names;
  for (const Variable& variable : variables()) {
    EXPECT_TRUE(names.insert(variable.name).second) << variable.name << " occurs twice";
    EXPECT_NE(variable.meaning, "");
    const SetVariables set{{variable.name.data(), "1"}};
    EXPECT_EQ(warnings(), "") << variable.name;
  }
}

}  // namespace
}  // namespace bamboo::support
