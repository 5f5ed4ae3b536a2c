// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/instrument_function.h"

#include "pass/instrumentation/early_messages.h"
#include "pass/instrumentation/window_sites.h"

namespace bamboo::overlap {

void note_needs(const FunctionContext& context, Instrumentation& instrumentation) {
  if (!instrumentation.needs.early_messages)
    instrumentation.needs.early_messages =
        gains_by_early_messages(context.function, context.statements(), context.cost);
}

void instrument_function(const FunctionContext& context, FunctionOperations& operations,
                         Instrumentation& instrumentation) {
  const Settings& settings = context.settings;
  const SeseRegions statements = context.statements();
  for (const ConvertedCall& call : operations.calls())
    for (const auto& pair : call.conversion.pairs) {
      const bool is_asked = pair->operation->is_collective() && settings.library;
      if (is_asked) instrumentation.forms.ask(*pair->initiation, *pair->operation, *pair->abi);
      if (pair->is_reverted) continue;
      const bool pays = settings.always || CostModel::pays(pair->window.cycles);
      instrumentation.needs.collective_windows |= is_asked && pays;
      if (settings.polls && pair->proof.crossed > 0 && pays) {
        instrumentation.polls.collect(*pair, statements);
        count_pending(*pair);
        instrumentation.needs.windows = true;
      }
      if (settings.measure) measure_window(*pair, call.operation->name);
    }
}

}  // namespace bamboo::overlap
