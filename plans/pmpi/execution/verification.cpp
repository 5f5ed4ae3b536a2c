// SPDX-License-Identifier: Apache-2.0
#include "execution/verification.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "bamboo/plans/verify.h"
#include "bamboo/support/diagnostic.h"
#include "execution/gather_texts.h"

namespace bamboo::plans::pmpi {
namespace {

/// Numbers in the order in which they are read again.
class Writer {
 public:
  void number(std::uint64_t value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void numbers(const std::vector<T>& values) {
    number(values.size());
    for (const T& value : values) number(value);
  }
  void place(Place place) {
    number(static_cast<std::uint64_t>(place.buffer));
    number(place.offset);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Reader {
 public:
  explicit Reader(const char* at) : at_(at) {}
  std::uint64_t number() {
    std::uint64_t value;
    std::memcpy(&value, at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class T>
  void numbers(std::vector<T>& values) {
    values.resize(number());
    for (T& value : values) value = static_cast<T>(number());
  }
  Place place() {
    const auto buffer = static_cast<Place::Buffer>(number());
    return {buffer, number()};
  }

 private:
  const char* at_;
};

std::string to_bytes(const Problem& problem, const Plan& plan) {
  Writer out;
  out.number(problem.rank);
  out.number(static_cast<std::uint64_t>(problem.operation));
  out.number(problem.size);
  out.number(problem.root);
  out.number(problem.in_place);
  out.number(problem.count);
  out.numbers(problem.input_counts);
  out.numbers(problem.output_counts);
  out.number(problem.all_know_counts);
  out.numbers(problem.sources);
  out.numbers(problem.destinations);
  out.number(plan.scratch);
  out.number(plan.steps.size());
  for (const Step& step : plan.steps) {
    out.number(static_cast<std::uint64_t>(step.kind));
    out.number(static_cast<std::uint64_t>(step.peer));
    out.place(step.from);
    out.place(step.to);
    out.number(step.count);
    out.numbers(step.after);
    out.number(static_cast<std::uint64_t>(step.share));
    out.numbers(step.parts);
  }
  return out.text();
}

void from_bytes(const char* bytes, Problem& problem, Plan& plan) {
  Reader in(bytes);
  problem.rank = plan.rank = static_cast<int>(in.number());
  problem.operation = static_cast<Operation>(in.number());
  problem.size = plan.size = static_cast<int>(in.number());
  problem.root = static_cast<int>(in.number());
  problem.in_place = in.number() != 0;
  problem.count = in.number();
  in.numbers(problem.input_counts);
  in.numbers(problem.output_counts);
  problem.all_know_counts = in.number() != 0;
  in.numbers(problem.sources);
  in.numbers(problem.destinations);
  plan.scratch = in.number();
  plan.steps.resize(in.number());
  for (Step& step : plan.steps) {
    step.kind = static_cast<Step::Kind>(in.number());
    step.peer = static_cast<int>(in.number());
    step.from = in.place();
    step.to = in.place();
    step.count = in.number();
    in.numbers(step.after);
    step.share = static_cast<Step::Share>(in.number());
    in.numbers(step.parts);
  }
}

bool was_right(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text;
  static std::mutex mutex;
  static std::set<std::size_t> right;
  const std::lock_guard lock(mutex);
  return !right.insert(std::hash<std::string>()(all)).second;
}

}  // namespace

void verify_together(MPI_Comm channel, const Problem& problem, const Plan& plan) {
  const auto texts = gather_texts(channel, to_bytes(problem, plan));
  if (problem.rank != 0 || was_right(texts)) return;  // one look is enough
  std::vector<Problem> problems(problem.size);
  std::vector<Plan> plans(problem.size);
  for (int i = 0; i < problem.size; ++i) from_bytes(texts[i].data(), problems[i], plans[i]);
  const std::optional<Fault> fault = verify(problems, plans);
  if (!fault) return;
  support::error("the plan '%s' is wrong: %s", plan.algorithm.c_str(), fault->text.c_str());
  PMPI_Abort(channel, 3);
}

}  // namespace bamboo::plans::pmpi
