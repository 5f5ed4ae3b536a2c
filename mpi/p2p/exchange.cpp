// SPDX-License-Identifier: Apache-2.0
#include "p2p/exchange.h"

#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/post.h"

namespace bamboo::mpi {

Exchange::Exchange(Request& whole)
    : send(*whole.owner, std::in_place_type<SendRequest>),
      receive(*whole.owner, std::in_place_type<ReceiveRequest>),
      whole_(whole) {
  send.use = receive.use = Request::Use::Step;
}

void Exchange::post() {
  post_receive(receive);
  post_send(send);
}

bool Exchange::advance() {
  // The task waits for the whole exchange, so the send is settled as a wait for it would do.
  if (!send.state.is_complete()) settle_send(send);
  if (!send.state.is_complete() || !receive.state.is_complete()) return false;
  whole_.matched_as(receive);
  return true;
}

std::vector<const Request*> Exchange::waits_for() const {
  if (receive.state.is_complete()) return {};
  return {&receive};
}

}  // namespace bamboo::mpi
