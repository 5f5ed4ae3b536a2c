// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

#include "bamboo/plans/choice.h"
#include "choice/sentences.h"

namespace bamboo::plans {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[200];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string name_of(const Record& record, int who) {
  return who == mpis_own ? "mpi" : record.candidates[who].name;
}

/// The number of consecutive steps that are equal.
struct Passage {
  Reasoned step;
  std::string plan;        ///< the one that `step` is about
  std::size_t first_call;  ///< from 1
  std::size_t calls = 0;
  double seconds = 0;
  const Outcome* last = nullptr;  ///< null: of what comes next

  bool takes_in(const Reasoned& next) const {
    return calls > 0 && next.verdict.purpose == step.verdict.purpose &&
           next.verdict.who == step.verdict.who &&
           (next.why == step.why || next.why == std::vector{Reason::TurnGoesOn});
  }
  void add(const Outcome& outcome) {
    calls += outcome.calls;
    seconds += outcome.seconds;
    last = &outcome;
  }
};

/// The last step is the next one to be taken.
std::vector<Passage> passages_of(const Record& record) {
  std::vector<Passage> passages;
  std::size_t call = 1;
  int plan = mpis_own;
  const std::vector<Reasoned> steps = replay(record);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Reasoned& step = steps[i];
    const bool is_next = i + 1 == steps.size();
    if (plan == mpis_own) plan = step.verdict.who;
    if (is_next || passages.empty() || !passages.back().takes_in(step))
      passages.push_back({step, name_of(record, plan), call});
    if (is_next) break;
    passages.back().add(record.outcomes[i]);
    call += record.outcomes[i].calls;
    if (step.verdict.who != mpis_own) plan = step.verdict.who;
  }
  return passages;
}

std::string text_of(const Expectation& what) {
  if (!what.is_known) return "nothing is known";
  if (what.is_small) return "nothing to gain";
  return formatted("mpi %.2f us, should need %.2f us%s", what.own * 1e6, what.seconds * 1e6,
                   what.is_at_wire ? " at the wire" : "");
}

std::string text_of_answer(const Record& record, const Passage& passage) {
  const Expectation what = passage.last->expectation.value_or(Expectation{});
  const bool is_forecast = passage.step.verdict.purpose == Purpose::Forecast;
  std::string line = is_forecast ? "forecast: " + text_of(what) : "the model names";
  for (const int candidate : what.order) line += ", " + name_of(record, candidate);
  return line;
}

std::string text_of_calls(const Record& record, const Passage& passage) {
  const Verdict& verdict = passage.step.verdict;
  const std::string serves = name_of(record, verdict.who) + " serves" + manner_of(verdict.purpose);
  if (!passage.last) return formatted("from call %zu: ", passage.first_call) + serves;
  const double each = passage.calls == 0 ? 0 : passage.seconds / static_cast<double>(passage.calls);
  std::string line = formatted("call %zu: ", passage.first_call);
  if (passage.calls > 1)
    line =
        formatted("calls %zu to %zu: ", passage.first_call, passage.first_call + passage.calls - 1);
  line += serves + formatted(", %.2f us", each * 1e6) + (passage.calls > 1 ? " each" : "");
  return passage.last->has_failed ? line + ", cannot serve" : line;
}

std::string text_of(const Record& record, const Passage& passage) {
  const Purpose purpose = passage.step.verdict.purpose;
  const bool is_answer = purpose == Purpose::Narrow || purpose == Purpose::Forecast;
  std::string text = "  ";
  text +=
      is_answer && passage.last ? text_of_answer(record, passage) : text_of_calls(record, passage);
  text += "\n   ";
  for (const Reason why : passage.step.why) text += ' ' + sentence(why, passage.plan, record.share);
  return text + '\n';
}

}  // namespace

std::string to_text(const Record& record) {
  std::string text = formatted("%s of %d processes", name_of(record.operation), record.size);
  if (record.bytes > 0) text += formatted(", %zu bytes", record.bytes);
  if (record.is_behind_requests) text += ", behind requests";
  text += '\n';
  for (const Passage& passage : passages_of(record)) text += text_of(record, passage);
  return text;
}

}  // namespace bamboo::plans
