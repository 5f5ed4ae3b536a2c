// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

#include "bamboo/plans/choice.h"

namespace bamboo::plans {
namespace {

std::string name_of(const Record& record, int who) {
  return who == mpis_own ? "mpi" : record.candidates[who].name;
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[200];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string text_of(const Expectation& what) {
  if (!what.is_known) return "nothing is known";
  if (what.is_small) return "nothing to gain";
  return formatted("own %.2f us, expected %.2f us%s", what.own * 1e6, what.seconds * 1e6,
                   what.is_at_wire ? " at the wire" : "");
}

std::string text_of_answer(const Record& record, const Outcome& outcome) {
  const Expectation what = outcome.expectation.value_or(Expectation{});
  std::string line = outcome.verdict.purpose == Purpose::Forecast ? text_of(what) : "by the model";
  for (const int candidate : what.order) line += ", " + name_of(record, candidate);
  return line;
}

std::string text_of_calls(const Record& record, const Outcome& row) {
  return formatted("%8zu calls of %-26s %12.2f us each%s", row.calls,
                   name_of(record, row.verdict.who).c_str(),
                   row.calls == 0 ? 0 : row.seconds / static_cast<double>(row.calls) * 1e6,
                   row.has_failed ? ", cannot serve" : "");
}

/// Calls for the same purpose that one algorithm has served in a row are one outcome.
std::vector<Outcome> rows_of(const Record& record) {
  std::vector<Outcome> rows;
  for (const Outcome& each : record.outcomes) {
    const bool goes_on = !rows.empty() && each.calls > 0 &&
                         rows.back().verdict.purpose == each.verdict.purpose &&
                         rows.back().verdict.who == each.verdict.who;
    if (!goes_on) {
      rows.push_back(each);
      continue;
    }
    rows.back().calls += each.calls;
    rows.back().seconds += each.seconds;
    rows.back().has_failed = each.has_failed;
  }
  return rows;
}

}  // namespace

const char* name_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::Wait:
      return "wait";
    case Purpose::Forecast:
      return "forecast";
    case Purpose::Narrow:
      return "narrow";
    case Purpose::Turn:
      return "turn";
    case Purpose::EarlyTurn:
      return "early turn";
    case Purpose::Serve:
      return "serve";
    case Purpose::Look:
      return "look";
    case Purpose::Compare:
      return "compare";
    case Purpose::Leave:
      return "leave";
  }
  return "";
}

std::string to_text(const Record& record) {
  std::string text = formatted("%s of %d processes", name_of(record.operation), record.size);
  if (record.bytes > 0) text += formatted(", %zu bytes", record.bytes);
  if (record.is_behind_requests) text += ", behind requests";
  text += '\n';
  if (record.remembered)
    text += formatted("  remembered %s\n", name_of(record, record.remembered->who).c_str());
  for (const Outcome& row : rows_of(record)) {
    const Purpose purpose = row.verdict.purpose;
    const bool is_answer = purpose == Purpose::Narrow || purpose == Purpose::Forecast;
    text += formatted("  %-10s ", name_of(purpose)) +
            (is_answer ? text_of_answer(record, row) : text_of_calls(record, row)) + '\n';
  }
  const Verdict next = decide(record);
  return text +
         formatted("  then %s: %s\n", name_of(next.purpose), name_of(record, next.who).c_str());
}

}  // namespace bamboo::plans
