// SPDX-License-Identifier: Apache-2.0
/** \file
    What TotalView, DDT and other debuggers agree on with a library that reads message queues, after
    the interface of James Cownie (Dolphin Interconnect Solutions 1997-1998, Etnus 1999-2004), who
    allow everyone to use and reproduce it. Names, values and the order of members are theirs. */
#pragma once

#include <cstddef>

extern "C" {

struct mqs_image;
struct mqs_process;
struct mqs_image_info;
struct mqs_process_info;
struct mqs_type;

using mqs_taddr_t = unsigned long;
using mqs_tword_t = long;

// NOLINTBEGIN(readability-identifier-naming): the interface's names
enum { MQS_INTERFACE_COMPATIBILITY = 2 };
enum { mqs_ok = 0, mqs_no_information, mqs_end_of_list, mqs_first_user_code = 100 };
enum mqs_op_class { mqs_pending_sends, mqs_pending_receives, mqs_unexpected_messages };
enum mqs_status { mqs_st_pending, mqs_st_matched, mqs_st_complete };
// NOLINTEND(readability-identifier-naming)

struct mqs_communicator {
  mqs_taddr_t unique_id;
  mqs_tword_t local_rank;
  mqs_tword_t size;
  char name[64];
};

struct mqs_pending_operation {
  int status;
  mqs_tword_t desired_local_rank;  ///< -1: any
  mqs_tword_t desired_global_rank;
  int tag_wild;
  mqs_tword_t desired_tag;
  mqs_tword_t desired_length;
  int system_buffer;
  mqs_taddr_t buffer;
  // These fields describe a send or an unexpected message.
  mqs_tword_t actual_local_rank;
  mqs_tword_t actual_global_rank;
  mqs_tword_t actual_tag;
  mqs_tword_t actual_length;
  char extra_text[5][64];
};

struct mqs_basic_callbacks {
  void* (*malloc)(std::size_t);
  void (*free)(void*);
  void (*dprints)(const char*);
  char* (*errorstring)(int);
  void (*put_image_info)(mqs_image*, mqs_image_info*);
  mqs_image_info* (*get_image_info)(mqs_image*);
  void (*put_process_info)(mqs_process*, mqs_process_info*);
  mqs_process_info* (*get_process_info)(mqs_process*);
};

struct mqs_image_callbacks {
  void (*get_type_sizes)(mqs_process*, void*);
  int (*find_function)(mqs_image*, char*, int language, mqs_taddr_t*);
  int (*find_symbol)(mqs_image*, char*, mqs_taddr_t*);
  mqs_type* (*find_type)(mqs_image*, char*, int language);
  int (*field_offset)(mqs_type*, char*);
  int (*size_of)(mqs_type*);
};

struct mqs_process_callbacks {
  int (*get_global_rank)(mqs_process*);
  mqs_image* (*get_image)(mqs_process*);
  int (*fetch_data)(mqs_process*, mqs_taddr_t, int bytes, void*);
  void (*target_to_host)(mqs_process*, const void*, void*, int bytes);
};

#pragma GCC visibility push(default)
void mqs_setup_basic_callbacks(const mqs_basic_callbacks*);
char* mqs_version_string();
int mqs_version_compatibility();
int mqs_dll_taddr_width();
char* mqs_dll_error_string(int);

int mqs_setup_image(mqs_image*, const mqs_image_callbacks*);
int mqs_image_has_queues(mqs_image*, char** message);
void mqs_destroy_image_info(mqs_image_info*);

int mqs_setup_process(mqs_process*, const mqs_process_callbacks*);
int mqs_process_has_queues(mqs_process*, char** message);
void mqs_destroy_process_info(mqs_process_info*);

int mqs_update_communicator_list(mqs_process*);
int mqs_setup_communicator_iterator(mqs_process*);
int mqs_get_communicator(mqs_process*, mqs_communicator*);
int mqs_get_comm_group(mqs_process*, int* world_ranks);
int mqs_next_communicator(mqs_process*);
int mqs_setup_operation_iterator(mqs_process*, int op_class);
int mqs_next_operation(mqs_process*, mqs_pending_operation*);
#pragma GCC visibility pop
}
