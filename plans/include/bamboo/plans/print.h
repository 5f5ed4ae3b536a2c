// SPDX-License-Identifier: Apache-2.0
// Plans as text and as pictures.
#pragma once

#include <span>
#include <string>

#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"
#include "bamboo/plans/plan.h"

namespace bamboo::plans {

/// Returns, for example, "receive 4 units from 2 to output+8" (without the step's dependences).
std::string to_text(const Step& step);
/// One line per step, grouped in phases.
std::string to_text(const Plan& plan);

/// A picture of phases as SVG: hosts downwards, phases to the right, an arrow for each transfer;
/// below, how busy each link is in each phase, and in all of them together. The colour of a link is
/// its part of the time of the busiest one; above one, in the phase of small messages, it contends.
std::string to_svg(const Phases& phases, const Network& network);
/// All ranks' plans together: ranks downwards, phases to the right, an arrow per message.
std::string to_svg(std::span<const Plan> plans);

}  // namespace bamboo::plans
