// SPDX-License-Identifier: Apache-2.0
// A step in JSON: {"send": PEER, "units": 8, "from": "input+0", "after": [3, 4]}; one of a
// multicast: {"multicast": SENDER, "units": 8, "to": "output+0", "share": "known", "parts": [0,
// 8]}.
#include <algorithm>
#include <array>
#include <charconv>

#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

constexpr std::array kinds{"send", "receive", "copy", "reduce", "multicast"};
constexpr std::array shares{"all", "known", "told", "told_to_few"};
constexpr std::array buffers{"none", "input", "output", "scratch"};

std::string place_text(Place place) {
  return std::string(buffers[static_cast<int>(place.buffer)]) + "+" + std::to_string(place.offset);
}

Place place_in(const JsonReader& in) {
  const std::string text = in.text();
  const std::size_t plus = text.find('+');
  for (std::size_t b = 0; plus != std::string::npos && b < buffers.size(); ++b) {
    if (text.compare(0, plus, buffers[b]) != 0) continue;
    Place out{static_cast<Place::Buffer>(b), 0};
    const char *begin = text.data() + plus + 1, *end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(begin, end, out.offset);
    if (error == std::errc() && rest == end) return out;
  }
  in.fail("'" + text + "' is no place; say it like \"input+0\"");
}

/// Whether a step has a place that it reads, and one that it writes. A token has none.
struct Sides {
  bool from, to;

  Sides(const Step& step, int rank) {
    const bool by_another = step.is_multicast() && step.peer != rank;
    const bool by_itself = step.is_multicast() && step.peer == rank;
    from = step.kind != Step::Kind::Receive && !by_another && !step.is_token();
    to = step.kind != Step::Kind::Send && !by_itself && !step.is_token();
  }
};

JsonReader::Json step_to_json(const Step& step, int rank) {
  const Sides has(step, rank);
  JsonReader::Json out;
  out[kinds[static_cast<int>(step.kind)]] = step.peer;
  out["units"] = step.count;
  if (has.from) out["from"] = place_text(step.from);
  if (has.to) out["to"] = place_text(step.to);
  if (step.is_multicast()) out["share"] = shares[static_cast<int>(step.share)];
  if (!step.parts.empty()) out["parts"] = step.parts;
  if (!step.after.empty()) out["after"] = step.after;
  return out;
}

Step::Share share_in(const JsonReader& in) {
  const std::string name = in.text();
  const auto found = std::ranges::find(shares, name);
  if (found == shares.end())
    in.fail("'" + name + "' is unknown; expected all, known, told or told_to_few");
  return static_cast<Step::Share>(found - shares.begin());
}

std::vector<std::size_t> parts_in(const JsonReader& in, int size) {
  if (in.size() != static_cast<std::size_t>(size))
    in.fail("there is not exactly one for each of " + std::to_string(size) + " ranks");
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < in.size(); ++i) out.push_back(in.at(i).count());
  return out;
}

Step step_in(const JsonReader& in, int rank, int size, std::uint32_t index) {
  Step out;
  int named = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (in.has(kinds[k])) {
      out.kind = static_cast<Step::Kind>(k);
      ++named;
    }
  if (named != 1)
    in.fail("must be one of \"send\", \"receive\", \"copy\", \"reduce\", \"multicast\"");
  if (out.transfers() || out.is_multicast()) {
    const JsonReader peer = in.at(kinds[static_cast<int>(out.kind)]);
    out.peer = peer.integer();
    if (out.peer >= size) peer.fail("there are " + std::to_string(size) + " ranks");
  }
  out.count = in.at("units").count();
  const Sides has(out, rank);
  if (has.from) out.from = place_in(in.at("from"));
  if (has.to) out.to = place_in(in.at("to"));
  if (out.is_multicast()) out.share = share_in(in.at("share"));
  if (out.is_multicast() && in.has("parts")) out.parts = parts_in(in.at("parts"), size);
  if (!in.has("after")) return out;
  for (int before : in.at("after").integers()) {
    if (static_cast<std::uint32_t>(before) >= index)
      in.at("after").fail("step " + std::to_string(before) + " does not precede it");
    out.after.push_back(before);
  }
  return out;
}

}  // namespace

JsonReader::Json plans_to_json(std::span<const Plan> plans) {
  JsonReader::Json out = JsonReader::Json::array();
  for (const Plan& plan : plans) {
    JsonReader::Json steps = JsonReader::Json::array();
    for (const Step& step : plan.steps) steps.push_back(step_to_json(step, plan.rank));
    out.push_back({{"algorithm", plan.algorithm},
                   {"rank", plan.rank},
                   {"size", plan.size},
                   {"scratch", plan.scratch},
                   {"steps", steps}});
  }
  return out;
}

std::vector<Plan> plans_in(const JsonReader& in) {
  std::vector<Plan> out;
  for (std::size_t p = 0; p < in.size(); ++p) {
    const JsonReader plan = in.at(p), steps = plan.at("steps");
    Plan read{plan.at("algorithm").text(),
              plan.at("rank").integer(),
              plan.at("size").integer(1),
              plan.at("scratch").count(),
              {}};
    if (read.rank >= read.size) plan.at("rank").fail("is not below the plan's size");
    for (std::size_t s = 0; s < steps.size(); ++s)
      read.steps.push_back(
          step_in(steps.at(s), read.rank, read.size, static_cast<std::uint32_t>(s)));
    out.push_back(std::move(read));
  }
  return out;
}

std::string to_json(std::span<const Plan> plans) {
  return lines_of(JsonReader::Json{{"plans", plans_to_json(plans)}});
}

std::vector<Plan> plans_from_json(const std::string& text, const std::string& file) {
  const JsonText json(text, file);
  return plans_in(JsonReader(json).at("plans"));
}

}  // namespace bamboo::plans
