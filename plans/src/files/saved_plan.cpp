// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

// Older versions read the older formats only, so a plan is written in the oldest format that fits.
constexpr int first_format = 1, with_multicast = 2, with_irregular = 3;

bool is_all_to_all(Operation operation) {
  return operation == Operation::Alltoall || operation == Operation::Alltoallv;
}

int format_of(const SavedPlan& plan) {
  if (plan.phases && !is_all_to_all(plan.operation)) return with_irregular;
  for (const Plan& each : plan.plans)
    if (std::ranges::any_of(each.steps, &Step::is_multicast)) return with_multicast;
  return first_format;
}

Operation operation_in(const JsonReader& in) {
  const std::string name = in.text();
  for (int o = 0; o <= static_cast<int>(Operation::ReduceScatter); ++o)
    if (name == name_of(static_cast<Operation>(o))) return static_cast<Operation>(o);
  in.fail("there is no operation '" + name + "'");
}

Separation separation_in(const JsonReader& in) {
  const std::string name = in.text();
  for (Separation s : {Separation::None, Separation::Tokens, Separation::Barrier})
    if (name == name_of(s)) return s;
  in.fail("'" + name + "' is unknown; expected none, tokens or barrier");
}

Traffic traffic_in(const JsonReader& in, int size) {
  Traffic out{size, {}};
  for (std::size_t i = 0; i < in.size(); ++i) {
    const JsonReader m = in.at(i);
    if (m.size() != 3) m.fail("must be [FROM, TO, UNITS]");
    out.messages.push_back({m.at(std::size_t{0}).integer(), m.at(1).integer(), m.at(2).count()});
  }
  if (const auto fault = check(out)) in.fail(fault->text);
  return out;
}

// check() validates the phases; drawing only needs ranks that exist.
Phases phases_in(const JsonReader& in, int size) {
  Phases out{size, in.at("scheduler").text(), {}, in.at("small_last").flag()};
  const JsonReader phases = in.at("phases");
  for (std::size_t p = 0; p < phases.size(); ++p) {
    out.phases.emplace_back();
    const JsonReader phase = phases.at(p);
    for (std::size_t i = 0; i < phase.size(); ++i) {
      const JsonReader t = phase.at(i);
      if (t.size() != 4) t.fail("must be [FROM, TO, OFFSET, UNITS]");
      const Transfer transfer{t.at(std::size_t{0}).integer(), t.at(1).integer(), t.at(2).count(),
                              t.at(3).count()};
      if (std::max(transfer.from, transfer.to) >= size)
        t.fail("there are " + std::to_string(size) + " ranks");
      out.phases.back().push_back(transfer);
    }
  }
  if (out.phases.empty() && out.small_last) in.fail("there is no last phase");
  return out;
}

/// Refuses traffic that the operation cannot have: that of its blocks is another.
void insist_on_own_traffic(const JsonReader& in, const SavedPlan& plan) {
  const std::size_t block = plan.traffic.messages.empty() ? 0 : plan.traffic.messages[0].bytes;
  const Traffic own = plan.operation == Operation::Alltoall
                          ? all_to_all(plan.size, block)
                          : traffic_of(problems_of(plan));  // in this order
  const auto ends = [](const Message& m) { return std::pair(m.from, m.to); };
  const std::vector<Message>& given = plan.traffic.messages;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto found = std::ranges::lower_bound(own.messages, ends(given[i]), {}, ends);
    if (found == own.messages.end() || *found != given[i])
      in.at(i).fail(std::string("is no message of ") + name_of(plan.operation));
  }
  if (own.messages.size() != given.size())
    in.fail(std::string(name_of(plan.operation)) + " has " + std::to_string(own.messages.size()) +
            " messages of these blocks");
}

void read_phases(const JsonReader& in, SavedPlan& out) {
  if (!is_irregular(out.operation) && out.operation != Operation::Alltoall)
    in.at("phases").fail(std::string(name_of(out.operation)) + " has plans instead");
  if (out.unit_bytes == 0) in.at("unit_bytes").fail("must be a whole number from 1 on");
  if (out.unit_bytes != 1 && !reduces(out.operation))
    in.at("unit_bytes")
        .fail("must be 1: " + std::string(name_of(out.operation)) + " counts in bytes");
  out.separation = separation_in(in.at("separation"));
  out.tokens.lead = in.at("lead").number();
  out.traffic = traffic_in(in.at("traffic"), out.size);
  out.phases = phases_in(in, out.size);
  insist_on_own_traffic(in.at("traffic"), out);
}

/// Adds a message to the blocks of its sender and its receiver.
void add_message(const Message& m, Operation operation, int root, std::vector<Problem>& ranks) {
  const auto give_to_all = [&](int block) {
    for (Problem& each : ranks) each.output_counts[block] = m.bytes;
  };
  switch (operation) {
    case Operation::Gatherv:
      ranks[m.from].count = ranks[root].output_counts[m.from] = m.bytes;
      break;
    case Operation::Scatterv:
      ranks[m.to].count = ranks[root].input_counts[m.to] = m.bytes;
      break;
    case Operation::Allgatherv:
      give_to_all(m.from);
      break;
    case Operation::ReduceScatter:
      give_to_all(m.to);
      break;
    default:
      ranks[m.from].input_counts[m.to] = m.bytes;
      ranks[m.to].output_counts[m.from] = m.bytes;
  }
}

}  // namespace

// Writes each entry, and each item of a list in it, on its own line.
std::string lines_of(const JsonReader::Json& object) {
  std::string out = "{";
  const char* comma = "\n ";
  for (const auto& [key, value] : object.items()) {
    out += comma + JsonReader::Json(key).dump() + ": ";
    comma = ",\n ";
    if (!value.is_array() || value.empty() || !value.front().is_structured()) {
      out += value.dump();
      continue;
    }
    const char* next = "[\n  ";
    for (const auto& item : value) {
      out += next + item.dump();
      next = ",\n  ";
    }
    out += "]";
  }
  return out + "\n}\n";
}

SavedPlan saved_plan_from_json(const std::string& text, const std::string& file) {
  const JsonText json(text, file);
  const JsonReader in(json);
  if (!in.has("bamboo_plan")) in.fail("is no plan of 'bamboo plan make'");
  const std::size_t format = in.at("bamboo_plan").count();
  if (format < first_format || format > with_irregular)
    in.at("bamboo_plan").fail("is a format that this version does not know");
  SavedPlan out;
  out.operation = operation_in(in.at("operation"));
  out.size = in.at("size").integer(1);
  out.root = in.at("root").integer();
  if (out.root >= out.size) in.at("root").fail("is no rank");
  out.count = in.at("count").count();
  out.unit_bytes = in.at("unit_bytes").count();
  out.network = network_from(in.at("network"));
  if (out.network.hosts() < out.size)
    in.at("network").fail("has fewer hosts than the plan has ranks");
  if (in.has("phases")) {
    if (in.has("plans"))
      in.at("plans").fail("is used together with phases; a plan has either of them");
    read_phases(in, out);
    return out;
  }
  if (is_irregular(out.operation))
    in.at("plans").fail(std::string(name_of(out.operation)) + " has phases instead");
  out.plans = plans_in(in.at("plans"));
  if (static_cast<int>(out.plans.size()) != out.size)
    in.at("plans").fail("there is not exactly one for each rank");
  for (std::size_t p = 0; p < out.plans.size(); ++p)
    if (out.plans[p].rank != static_cast<int>(p) || out.plans[p].size != out.size)
      in.at("plans").at(p).fail("must be that of rank " + std::to_string(p));
  return out;
}

std::string to_json(const SavedPlan& plan) {
  JsonReader::Json out{{"bamboo_plan", format_of(plan)},
                       {"operation", name_of(plan.operation)},
                       {"size", plan.size},
                       {"root", plan.root},
                       {"count", plan.count},
                       {"unit_bytes", plan.unit_bytes},
                       {"network", network_to_json(plan.network)}};
  if (!plan.phases) {
    out["plans"] = plans_to_json(plan.plans);
    return lines_of(out);
  }
  out["separation"] = name_of(plan.separation);
  out["lead"] = plan.tokens.lead;
  out["scheduler"] = plan.phases->scheduler;
  out["small_last"] = plan.phases->small_last;
  auto& messages = out["traffic"] = JsonReader::Json::array();
  for (const Message& m : plan.traffic.messages)
    messages.push_back(JsonReader::Json::array({m.from, m.to, m.bytes}));
  auto& phases = out["phases"] = JsonReader::Json::array();
  for (const auto& phase : plan.phases->phases) {
    JsonReader::Json list = JsonReader::Json::array();
    for (const Transfer& t : phase)
      list.push_back(JsonReader::Json::array({t.from, t.to, t.offset, t.bytes}));
    phases.push_back(std::move(list));
  }
  return lines_of(out);
}

std::vector<Problem> problems_of(const SavedPlan& plan) {
  std::vector<Problem> out(plan.size);
  const bool exchanges = plan.phases && plan.operation == Operation::Alltoall;
  for (int r = 0; r < plan.size; ++r) {
    out[r].operation = exchanges ? Operation::Alltoallv : plan.operation;
    out[r].rank = r;
    out[r].size = plan.size;
    out[r].root = plan.root;
    out[r].count = plan.count;
    if (!is_irregular(out[r].operation)) continue;
    out[r].count = 0;
    out[r].input_counts.assign(plan.size, 0);
    out[r].output_counts.assign(plan.size, 0);
  }
  for (const Message& m : plan.traffic.messages) add_message(m, plan.operation, plan.root, out);
  return out;
}

std::vector<Plan> plans_of(const SavedPlan& plan) {
  if (!plan.phases) return plan.plans;
  const Network network = plan.network.in_units(plan.unit_bytes);
  return lower(*plan.phases, problems_of(plan), plan.separation, &network, plan.tokens);
}

}  // namespace bamboo::plans
