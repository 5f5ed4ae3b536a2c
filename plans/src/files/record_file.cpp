// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/record_file.h"

#include <algorithm>

#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

constexpr int record_format = 1;

using Json = nlohmann::ordered_json;

Json json_of(const Expectation& what) {
  return {{"own", what.own},         {"known", what.is_known},
          {"small", what.is_small},  {"at_wire", what.is_at_wire},
          {"seconds", what.seconds}, {"early_left", what.early_left},
          {"order", what.order}};
}

Json json_of(const Outcome& outcome) {
  const Verdict& verdict = outcome.verdict;
  Json out{{"purpose", name_of(verdict.purpose)}, {"asked", verdict.calls},
           {"not_counted", verdict.not_counted},  {"calls", outcome.calls},
           {"seconds", outcome.seconds},          {"counted", outcome.counted}};
  if (verdict.who != mpis_own) out["candidate"] = verdict.who;
  if (outcome.agreeing > 0) out["agreeing"] = outcome.agreeing;
  if (outcome.has_failed) out["failed"] = true;
  if (outcome.lacks_multicast) out["lacks_multicast"] = true;
  if (outcome.expectation) out["expectation"] = json_of(*outcome.expectation);
  return out;
}

Json json_of(const Record& record) {
  auto candidates = Json::array(), outcomes = Json::array();
  for (const Candidate& each : record.candidates)
    candidates.push_back(
        {{"name", each.name}, {"start", each.start}, {"multicast", each.by_multicast}});
  for (const Outcome& each : record.outcomes) outcomes.push_back(json_of(each));
  Json remembered;
  if (const auto& winner = record.remembered)
    remembered = {{"winner", winner->who == mpis_own ? "mpi" : record.candidates[winner->who].name},
                  {"seconds", winner->seconds},
                  {"own", winner->own}};
  return {{"operation", name_of(record.operation)},
          {"behind_requests", record.is_behind_requests},
          {"layout", record.layout},
          {"size", record.size},
          {"bytes", record.bytes},
          {"share", record.share},
          {"first_forecast", record.first_forecast},
          {"narrows", record.narrows},
          {"may_start_multicast", record.may_start_multicast},
          {"remembered", remembered},
          {"missed", record.missed},
          {"candidates", candidates},
          {"outcomes", outcomes}};
}

bool flag_in(const JsonReader& in, const char* key) {
  return in.has(key) && in.at(key).flag();
}

/// One that the record has.
int candidate_in(const JsonReader& in, std::size_t candidates) {
  const int candidate = in.integer();
  if (static_cast<std::size_t>(candidate) >= candidates)
    in.fail("there are " + std::to_string(candidates) + " candidates");
  return candidate;
}

double time_in(const JsonReader& in) {
  const double seconds = in.number();
  if (!(seconds >= 0)) in.fail("must be a time from 0 on");
  return seconds;
}

Purpose purpose_in(const JsonReader& in) {
  const std::string name = in.text();
  for (int p = 0; p <= static_cast<int>(Purpose::Leave); ++p)
    if (name == name_of(static_cast<Purpose>(p))) return static_cast<Purpose>(p);
  in.fail("there is no purpose '" + name + "'");
}

Expectation expectation_in(const JsonReader& in, std::size_t candidates) {
  Expectation out{time_in(in.at("own")),
                  in.at("known").flag(),
                  in.at("small").flag(),
                  in.at("at_wire").flag(),
                  time_in(in.at("seconds")),
                  in.at("early_left").number(),
                  {}};
  const JsonReader order = in.at("order");
  for (std::size_t i = 0; i < order.size(); ++i)
    out.order.push_back(candidate_in(order.at(i), candidates));
  return out;
}

bool is_by_candidate(Purpose purpose) {
  return purpose == Purpose::Turn || purpose == Purpose::EarlyTurn || purpose == Purpose::Serve;
}

Outcome outcome_in(const JsonReader& in, std::size_t candidates) {
  Outcome out;
  Verdict& verdict = out.verdict;
  verdict = {purpose_in(in.at("purpose")), mpis_own, in.at("asked").count(),
             in.at("not_counted").count()};
  if (in.has("candidate")) verdict.who = candidate_in(in.at("candidate"), candidates);
  if (is_by_candidate(verdict.purpose) && verdict.who == mpis_own) in.at("candidate");
  out.calls = in.at("calls").count();
  out.seconds = time_in(in.at("seconds"));
  out.counted = time_in(in.at("counted"));
  if (in.has("agreeing")) out.agreeing = time_in(in.at("agreeing"));
  out.has_failed = flag_in(in, "failed");
  out.lacks_multicast = flag_in(in, "lacks_multicast");
  if (in.has("expectation")) out.expectation = expectation_in(in.at("expectation"), candidates);
  return out;
}

Operation any_operation_in(const JsonReader& in) {
  const std::string name = in.text();
  for (int o = 0; o <= static_cast<int>(last_operation); ++o)
    if (name == name_of(static_cast<Operation>(o))) return static_cast<Operation>(o);
  in.fail("there is no operation '" + name + "'");
}

Winner winner_in(const JsonReader& in, const std::vector<Candidate>& candidates) {
  Winner out{mpis_own, time_in(in.at("seconds")), time_in(in.at("own"))};
  const std::string name = in.at("winner").text();
  if (name == "mpi") return out;
  const auto found = std::ranges::find(candidates, name, &Candidate::name);
  if (found == candidates.end()) in.at("winner").fail("there is no candidate '" + name + "'");
  out.who = static_cast<int>(found - candidates.begin());
  return out;
}

Record record_in(const JsonReader& in) {
  Record out;
  out.operation = any_operation_in(in.at("operation"));
  out.is_behind_requests = in.at("behind_requests").flag();
  out.layout = in.at("layout").text();
  out.size = in.at("size").integer();
  out.bytes = in.at("bytes").count();
  out.share = in.at("share").number();
  if (!(out.share > 0)) in.at("share").fail("must be positive");
  out.first_forecast = in.at("first_forecast").count();
  out.narrows = in.at("narrows").flag();
  out.may_start_multicast = in.at("may_start_multicast").flag();
  out.missed = in.at("missed").integer();
  const JsonReader candidates = in.at("candidates"), outcomes = in.at("outcomes");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const JsonReader each = candidates.at(i);
    out.candidates.push_back(
        {each.at("name").text(), time_in(each.at("start")), each.at("multicast").flag()});
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    out.outcomes.push_back(outcome_in(outcomes.at(i), out.candidates.size()));
  if (const JsonReader winner = in.at("remembered"); winner.has("winner"))
    out.remembered = winner_in(winner, out.candidates);
  return out;
}

}  // namespace

std::string to_json(const SavedRecords& saved) {
  auto records = Json::array();
  for (const Record& record : saved.records) records.push_back(json_of(record));
  return lines_of({{"format", record_format},
                   {"program", saved.program},
                   {"bamboo", saved.bamboo},
                   {"mpi", saved.mpi},
                   {"layout", saved.layout},
                   {"records", records}});
}

SavedRecords records_from_json(const std::string& text, const std::string& file) {
  const JsonText document(text, file);
  const JsonReader in(document);
  if (in.at("format").integer() != record_format)
    in.at("format").fail("another version has written it");
  SavedRecords out{in.at("program").text(),
                   in.at("bamboo").text(),
                   in.at("mpi").text(),
                   in.at("layout").text(),
                   {}};
  const JsonReader records = in.at("records");
  for (std::size_t i = 0; i < records.size(); ++i) out.records.push_back(record_in(records.at(i)));
  return out;
}

std::string layout_text(const std::vector<int>& hosts) {
  std::string out;
  for (auto begin = hosts.begin(); begin != hosts.end();) {
    const auto end = std::find_if(begin, hosts.end(), [&](int host) { return host != *begin; });
    out += (out.empty() ? "" : " ") + std::to_string(end - begin) + "x" + std::to_string(*begin);
    begin = end;
  }
  return out;
}

}  // namespace bamboo::plans
