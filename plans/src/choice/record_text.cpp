// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

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

std::string each(double seconds, std::size_t calls) {
  return formatted("%.2f us", calls == 0 ? 0 : seconds / static_cast<double>(calls) * 1e6);
}

std::string text_of(const Expectation& what) {
  if (!what.is_known) return "nothing is known";
  if (what.is_small) return "nothing to gain";
  return formatted("own %.2f us, expected %.2f us%s", what.own * 1e6, what.seconds * 1e6,
                   what.is_at_wire ? " at the wire" : "");
}

std::string text_of(const Record& record, const Outcome& outcome) {
  const Verdict& verdict = outcome.verdict;
  if (verdict.purpose == Purpose::Narrow || verdict.purpose == Purpose::Forecast) {
    const Expectation what = outcome.expectation.value_or(Expectation{});
    std::string line = verdict.purpose == Purpose::Forecast ? text_of(what) : "chosen by the model";
    for (const int candidate : what.order) line += ", " + name_of(record, candidate);
    return line;
  }
  return formatted("%6zu calls of %-28s %14s each", outcome.calls,
                   name_of(record, verdict.who).c_str(),
                   each(outcome.seconds, outcome.calls).c_str()) +
         (outcome.has_failed ? ", which cannot serve" : "");
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
  text += '\n';
  for (const Outcome& outcome : record.outcomes)
    text +=
        formatted("  %-10s ", name_of(outcome.verdict.purpose)) + text_of(record, outcome) + '\n';
  const Verdict next = decide(record);
  return text +
         formatted("  then %s: %s\n", name_of(next.purpose), name_of(record, next.who).c_str());
}

}  // namespace bamboo::plans
