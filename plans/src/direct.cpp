// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "bamboo/plans/plan.h"

namespace bamboo::plans {
namespace {

struct Touched {
  Place::Buffer buffer;
  std::size_t begin, end;
  bool is_written;
};

std::vector<Touched> touched_by(const Plan& plan) {
  std::vector<Touched> all;
  const auto add = [&](Place place, std::size_t count, bool is_written) {
    if (place.buffer != Place::Buffer::None && count > 0)
      all.push_back({place.buffer, place.offset, place.offset + count, is_written});
  };
  for (const Step& step : plan.steps) {
    if (step.kind != Step::Kind::Receive) add(step.from, step.count, false);
    if (step.kind != Step::Kind::Send) add(step.to, step.count, true);
  }
  return all;
}

}  // namespace

bool is_direct(const Plan& plan) {
  // What is reduced into was written before, by a step of this plan or by the caller.
  if (std::ranges::any_of(plan.steps, [](const Step& s) { return s.kind == Step::Kind::Reduce; }))
    return false;
  std::vector<Touched> all = touched_by(plan);
  std::ranges::sort(all, {}, [](const Touched& t) { return std::tuple(t.buffer, t.begin); });
  auto buffer = Place::Buffer::None;
  std::size_t written = 0, touched = 0;  // up to where, of what begins before
  for (const Touched& t : all) {
    if (t.buffer != buffer) {
      buffer = t.buffer;
      written = touched = 0;
    }
    if (t.begin < (t.is_written ? touched : written)) return false;
    touched = std::max(touched, t.end);
    if (t.is_written) written = std::max(written, t.end);
  }
  return true;
}

}  // namespace bamboo::plans
