// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

/// A doubly linked list through the elements' own `next` and `previous`.
template <class T>
class IntrusiveList {
 public:
  T* front() const { return head_; }
  bool empty() const { return head_ == nullptr; }
  void push_back(T* item) {
    item->next = nullptr;
    item->previous = tail_;
    (tail_ ? tail_->next : head_) = item;
    tail_ = item;
  }
  void remove(T* item) {
    (item->previous ? item->previous->next : head_) = item->next;
    (item->next ? item->next->previous : tail_) = item->previous;
    item->next = item->previous = nullptr;
  }

 private:
  T* head_ = nullptr;
  T* tail_ = nullptr;
};

}  // namespace bamboo::mpi
