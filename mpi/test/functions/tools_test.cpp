// SPDX-License-Identifier: Apache-2.0
// The tool information interface.
#include <cstring>
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Tools, 1, 2);

constexpr int room = 10;

int controls(int, char**) {
  int number = -1, provided = -1;
  EXPECT_EQ(MPI_T_cvar_get_num(&number), MPI_T_ERR_NOT_INITIALIZED);
  EXPECT_EQ(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
  EXPECT_EQ(provided, MPI_THREAD_MULTIPLE);
  MPI_T_cvar_get_num(&number);
  for (int i = 0; i < number; i++) {
    char name[room + 1], description[200];
    std::memset(name, 'x', sizeof name);
    int name_length = room, description_length = sizeof description, verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum enumeration;
    EXPECT_EQ(MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &enumeration,
                                  description, &description_length, &bind, &scope),
              MPI_SUCCESS);
    EXPECT_EQ(std::strlen(name) + 1, std::min(name_length, room));
    EXPECT_EQ(name[room], 'x');
    EXPECT_EQ(static_cast<int>(std::strlen(description)) + 1, description_length);
    EXPECT_EQ(type, MPI_INT);
    EXPECT_EQ(enumeration, MPI_T_ENUM_NULL);
  }
  int index = -1, count = 0, value = 0;
  EXPECT_EQ(MPI_T_cvar_get_index("ranks_in_process", &index), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_cvar_get_index("none", &index), MPI_T_ERR_INVALID_NAME);
  MPI_T_cvar_handle handle;
  EXPECT_EQ(MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count), MPI_SUCCESS);
  EXPECT_EQ(count, 1);
  MPI_T_cvar_read(handle, &value);
  EXPECT_GE(value, 1);
  EXPECT_EQ(MPI_T_cvar_write(handle, &value), MPI_T_ERR_CVAR_SET_NEVER);
  EXPECT_EQ(MPI_T_cvar_handle_free(&handle), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_cvar_read(handle, &value), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_cvar_handle_alloc(number, nullptr, &handle, &count), MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(MPI_T_finalize(), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
  return 0;
}
TEST_P(Tools, ReadControlVariables) {
  run(controls);
}

unsigned long long figure(MPI_T_pvar_session session, const char* name, int kind) {
  int index = -1, count = 0;
  EXPECT_EQ(MPI_T_pvar_get_index(name, kind, &index), MPI_SUCCESS);
  MPI_T_pvar_handle handle;
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count), MPI_SUCCESS);
  unsigned long long value = 0;
  EXPECT_EQ(MPI_T_pvar_read(session, handle, &value), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_pvar_start(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
  EXPECT_EQ(MPI_T_pvar_stop(session, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
  EXPECT_EQ(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_pvar_write(session, handle, &value), MPI_T_ERR_PVAR_NO_WRITE);
  EXPECT_EQ(MPI_T_pvar_reset(session, handle), MPI_T_ERR_PVAR_NO_WRITE);
  EXPECT_EQ(MPI_T_pvar_readreset(session, handle, &value), MPI_T_ERR_PVAR_NO_WRITE);
  EXPECT_EQ(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
  return value;
}

int figures(int, char**) {
  MPI_Init(nullptr, nullptr);
  int provided;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session session;
  MPI_T_pvar_session_create(&session);
  int number = 0, value = 7;
  MPI_T_pvar_get_num(&number);
  EXPECT_EQ(number, 2);
  EXPECT_EQ(figure(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL), 0u);
  MPI_Send(&value, 1, MPI_INT, world_rank(), 3, MPI_COMM_WORLD);
  EXPECT_EQ(figure(session, "unexpected_messages", MPI_T_PVAR_CLASS_LEVEL), 1u);
  EXPECT_EQ(figure(session, "unexpected_bytes", MPI_T_PVAR_CLASS_LEVEL), sizeof value);
  MPI_Recv(&value, 1, MPI_INT, world_rank(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int index, kind, readonly, continuous, atomic, verbosity, bind;
  MPI_Datatype type;
  MPI_T_enum enumeration;
  EXPECT_EQ(MPI_T_pvar_get_info(0, nullptr, nullptr, &verbosity, &kind, &type, &enumeration,
                                nullptr, nullptr, &bind, &readonly, &continuous, &atomic),
            MPI_SUCCESS);
  EXPECT_TRUE(readonly && continuous);
  EXPECT_EQ(MPI_T_pvar_get_index("unexpected_bytes", MPI_T_PVAR_CLASS_COUNTER, &index),
            MPI_T_ERR_INVALID_NAME);
  MPI_T_pvar_session_free(&session);
  EXPECT_EQ(MPI_T_pvar_session_free(&session), MPI_T_ERR_INVALID_SESSION);
  MPI_T_finalize();
  MPI_Finalize();
  return 0;
}
TEST_P(Tools, ReadPerformanceVariables) {
  run(figures);
}

int categories(int, char**) {
  int provided, number = 0, index = -1, of_controls = 0, of_figures = 0, inner = -1;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_category_get_num(&number);
  EXPECT_EQ(number, 1);
  MPI_T_category_get_index("bamboo", &index);
  EXPECT_EQ(index, 0);
  int name_length = 0;
  MPI_T_category_get_info(0, nullptr, &name_length, nullptr, nullptr, &of_controls, &of_figures,
                          &inner);
  EXPECT_EQ(name_length, 7);
  int indices[2] = {-1, -1};
  MPI_T_category_get_cvars(0, 2, indices);
  EXPECT_EQ(indices[1], 1);
  MPI_T_category_get_pvars(0, 1, indices);
  EXPECT_EQ(indices[0], 0);
  EXPECT_EQ(MPI_T_category_get_categories(0, 0, indices), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_category_get_events(1, 0, indices), MPI_T_ERR_INVALID_INDEX);
  MPI_T_category_get_num_events(0, &inner);
  EXPECT_EQ(inner, 0);
  MPI_T_category_changed(&inner);
  EXPECT_EQ(inner, 0);
  MPI_T_finalize();
  return 0;
}
TEST_P(Tools, HaveOneCategory) {
  run(categories);
}

int events(int, char**) {
  int provided, number = -1;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_event_get_num(&number);
  EXPECT_EQ(number, 0);
  number = -1;
  MPI_T_source_get_num(&number);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(MPI_T_event_get_index("none", &number), MPI_T_ERR_INVALID_NAME);
  EXPECT_EQ(MPI_T_event_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr, nullptr),
            MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(MPI_T_event_handle_alloc(0, nullptr, MPI_INFO_NULL, nullptr), MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(MPI_T_source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  nullptr),
            MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(MPI_T_source_get_timestamp(0, nullptr), MPI_T_ERR_INVALID_INDEX);
  const MPI_T_cb_safety safety = MPI_T_CB_REQUIRE_NONE;
  const int of_no_handle[] = {
      MPI_T_event_callback_get_info(nullptr, safety, nullptr),
      MPI_T_event_callback_set_info(nullptr, safety, MPI_INFO_NULL),
      MPI_T_event_copy(nullptr, nullptr),
      MPI_T_event_get_source(nullptr, nullptr),
      MPI_T_event_get_timestamp(nullptr, nullptr),
      MPI_T_event_handle_free(nullptr, nullptr, nullptr),
      MPI_T_event_handle_get_info(nullptr, nullptr),
      MPI_T_event_handle_set_info(nullptr, MPI_INFO_NULL),
      MPI_T_event_read(nullptr, 0, nullptr),
      MPI_T_event_register_callback(nullptr, safety, MPI_INFO_NULL, nullptr, nullptr),
      MPI_T_event_set_dropped_handler(nullptr, nullptr),
      MPI_T_enum_get_info(MPI_T_ENUM_NULL, nullptr, nullptr, nullptr),
      MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, nullptr, nullptr, nullptr)};
  for (const int code : of_no_handle) EXPECT_EQ(code, MPI_T_ERR_INVALID_HANDLE);
  MPI_T_finalize();
  return 0;
}
TEST_P(Tools, FindNoEvents) {
  run(events);
}

}  // namespace
}  // namespace bamboo::mpi
