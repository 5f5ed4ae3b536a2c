// SPDX-License-Identifier: Apache-2.0
#include "tcp_tree.h"

#include <bit>
#include <map>

namespace bamboo::plans::multicast::tool {

TcpTree::TcpTree(Rendezvous& all, const std::string& own_host) {
  Door door(0);
  const auto doors = all.all_gather(own_host + " " + std::to_string(door.port()));
  const auto self = static_cast<unsigned>(all.self()), size = static_cast<unsigned>(all.size());
  if (self != 0) {
    const std::string& above = doors[self & (self - 1)];  // without its lowest bit
    const auto space = above.find(' ');
    parent_ = connect(above.substr(0, space), std::stoi(above.substr(space + 1)));
    parent_->send(std::to_string(self));
  }
  const unsigned reach = self == 0 ? std::bit_ceil(size) : self & -self;
  std::map<unsigned, Connection, std::greater<>> below;
  for (unsigned bit = 1; bit < reach; bit *= 2) {
    if (self + bit < size) {
      Connection child = door.accept();
      const auto number = static_cast<unsigned>(std::stoul(child.receive()));
      below.emplace(number, std::move(child));
    }
  }
  for (auto& [number, child] : below) children_.push_back(std::move(child));
}

void TcpTree::broadcast(void* buffer, std::size_t bytes) {
  if (parent_) parent_->read(buffer, bytes);
  for (Connection& child : children_) child.write(buffer, bytes);
}

}  // namespace bamboo::plans::multicast::tool
