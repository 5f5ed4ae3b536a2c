// SPDX-License-Identifier: Apache-2.0
// Options that must be the same in every process, in a job whose process 0 has others.
#include "options/option_agreement.h"

#include <gtest/gtest.h>

#include <string>

#include "transport/transport.h"

namespace bamboo {
namespace {

struct Aborted {
  int code;
};

/// Process 1 of a job whose process 0 says the same to every question.
class SecondProcess final : public Transport {
 public:
  explicit SecondProcess(std::string first) : first_(std::move(first)) {}
  ProcessId process() const override { return 1; }
  int processes() const override { return 2; }
  int local_processes() const override { return 1; }
  std::size_t piece_bytes() const override { return 8192; }
  std::string name() const override { return "fake"; }
  std::string broadcast_text(const std::string&) override { return first_; }
  std::byte* allocate() override { return nullptr; }
  void send(ProcessId, std::byte*, std::size_t) override {}
  std::size_t unsent() const override { return 0; }
  bool poll(PieceReceiver&) override { return false; }
  void shutdown_begin() override {}
  bool shutdown_done() override { return true; }
  void finalize() override {}
  [[noreturn]] void abort(int code) override { throw Aborted{code}; }

 private:
  std::string first_;
};

TEST(OptionAgreement, ADifferentNumberOfRanksEndsTheJob) {
  SecondProcess second("4");
  testing::internal::CaptureStderr();
  int code = 0;
  try {
    require_same(second, "BAMBOO_VF", "1");
  } catch (const Aborted& aborted) {
    code = aborted.code;
  }
  EXPECT_EQ(code, 2);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("BAMBOO_VF is 4 in process 0, but 1 in process 1"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace bamboo
