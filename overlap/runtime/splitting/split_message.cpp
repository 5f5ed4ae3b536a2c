// SPDX-License-Identifier: Apache-2.0
#include "split_message.h"

#include <cstddef>

#include "message_layout.h"

namespace {

/// Up to this number, each piece may be another part of the data, such as the two sides of an
/// array.
constexpr size_t few_pieces = 8;

}  // namespace

extern "C" void bamboo_split_message(bamboo_split* split, int32_t site, uint64_t address,
                                     uint64_t count, int32_t written, MPI_Datatype type) {
  using namespace bamboo::overlap;
  if (bamboo_split_may_have_core(split) == 0) return;
  const auto pieces = message_layout(type, static_cast<int32_t>(count));
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0 && pieces.size() <= few_pieces) bamboo_split_group(split);
    for (const TouchRun& run : runs_of(pieces[i], address, written != 0))
      bamboo_split_touch_run(split, site, static_cast<uint64_t>(run.first),
                             static_cast<uint64_t>(run.bytes), run.stride,
                             static_cast<uint64_t>(run.count), written);
  }
}
