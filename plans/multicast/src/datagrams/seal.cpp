// SPDX-License-Identifier: Apache-2.0
#include "datagrams/seal.h"

#include <sodium.h>

#include <algorithm>

#include "datagrams/wire.h"

namespace bamboo::plans::multicast {
namespace {

static_assert(tag_bytes == crypto_shorthash_siphashx24_BYTES);
static_assert(sizeof(Seal::Key) == crypto_shorthash_siphashx24_KEYBYTES);

using Tag = std::array<unsigned char, tag_bytes>;

Tag tag_of(std::span<const std::byte> bytes, const Seal::Key& key) {
  Tag tag;
  crypto_shorthash_siphashx24(tag.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                              bytes.size(), reinterpret_cast<const unsigned char*>(key.data()));
  return tag;
}

}  // namespace

void Seal::sign(std::span<std::byte> datagram) const {
  const std::size_t signed_bytes = datagram.size() - tag_bytes;
  const Tag tag = tag_of(datagram.first(signed_bytes), key_);
  std::copy_n(reinterpret_cast<const std::byte*>(tag.data()), tag_bytes,
              datagram.subspan(signed_bytes).begin());
}

bool Seal::intact(std::span<const std::byte> datagram) const {
  if (datagram.size() < overhead) return false;
  const std::size_t signed_bytes = datagram.size() - tag_bytes;
  const Tag tag = tag_of(datagram.first(signed_bytes), key_);
  return sodium_memcmp(tag.data(), datagram.data() + signed_bytes, tag_bytes) == 0;
}

}  // namespace bamboo::plans::multicast
