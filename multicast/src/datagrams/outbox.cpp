// SPDX-License-Identifier: Apache-2.0
#include "datagrams/outbox.h"

#include <algorithm>

namespace bamboo::plans::multicast {

Outbox::Outbox(Socket& socket, Statistics& statistics, const Agreement& agreement,
               std::vector<Address> members, int self)
    : socket_(socket),
      statistics_(statistics),
      seal_(agreement.key),
      session_(agreement.session),
      port_(agreement.port),
      members_(std::move(members)),
      self_(self) {}

std::span<const std::byte> Outbox::compose(Header& header, std::span<const std::byte> payload) {
  header.session = session_;
  header.sender = static_cast<std::uint16_t>(self_);
  const std::size_t size = overhead + payload.size();
  buffer_.resize(std::max(buffer_.size(), size));
  const std::span<std::byte> datagram(buffer_.data(), size);
  write_header(header, payload.size(), datagram);
  std::copy(payload.begin(), payload.end(), datagram.begin() + header_bytes);
  seal_.sign(datagram);
  return datagram;
}

bool Outbox::data(Header header, std::span<const std::byte> payload, const Address& to) {
  header.kind = Kind::Data;
  return socket_.send(Socket::Lane::Bulk, to, compose(header, payload));
}

void Outbox::control(Header header, std::span<const std::byte> payload, const Address& to) {
  ++statistics_.control;
  socket_.send(Socket::Lane::Control, to, compose(header, payload));
}

void Outbox::report(Header header, const Report& report, std::span<const std::byte> bitmap,
                    int to) {
  std::array<std::byte, report_bytes + bitmap_limit> payload;
  write_report(report, payload);
  std::copy(bitmap.begin(), bitmap.end(), payload.begin() + report_bytes);
  control(header, std::span(payload).first(report_bytes + bitmap.size()), address_of(to));
}

}  // namespace bamboo::plans::multicast
