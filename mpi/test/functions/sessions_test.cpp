// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(SessionCalls, 1, 2, 5);

std::string value_in(MPI_Info info, const char* key) {
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int flag = 0;
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
  MPI_Info_free(&info);
  return flag ? value : "not there";
}

/// The sum of the ranks of a process set's communicator.
int sum_of(MPI_Session session, const char* set) {
  MPI_Group group;
  EXPECT_EQ(MPI_Group_from_session_pset(session, set, &group), MPI_SUCCESS);
  MPI_Comm comm;
  MPI_Comm_create_from_group(group, set, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  int rank = -1, sum = -1;
  MPI_Comm_rank(comm, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_disconnect(&comm);
  EXPECT_EQ(comm, MPI_COMM_NULL);
  return sum;
}

int without_init(int, char**) {
  int world = 0;
  for (int turn = 0; turn < 2; turn++) {
    MPI_Session session;
    EXPECT_EQ(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
    int sets = 0;
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets);
    EXPECT_EQ(sets, 2);
    MPI_Info info;
    MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
    world = std::stoi(value_in(info, "mpi_size"));
    EXPECT_EQ(sum_of(session, "mpi://WORLD"), world * (world - 1) / 2);
    EXPECT_EQ(sum_of(session, "mpi://self"), 0);
    MPI_Session_finalize(&session);
    EXPECT_EQ(session, MPI_SESSION_NULL);
  }
  int flag = 1;
  MPI_Initialized(&flag);
  EXPECT_EQ(flag, 0);
  return 0;
}
TEST_P(SessionCalls, CommunicateWithoutInit) {
  run(without_init);
}

int beside_init(int, char**) {
  MPI_Session before, after;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &before);
  MPI_Init(nullptr, nullptr);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &after);
  EXPECT_NE(before, after);
  const int size = world_size();
  EXPECT_EQ(MPI_Session_fromint(MPI_Session_toint(before)), before);
  EXPECT_EQ(MPI_Session_f2c(MPI_Session_c2f(after)), after);
  MPI_Session_finalize(&before);
  MPI_Finalize();
  EXPECT_EQ(sum_of(after, "mpi://WORLD"), size * (size - 1) / 2);
  MPI_Session_finalize(&after);
  return 0;
}
TEST_P(SessionCalls, OutliveTheWorldModel) {
  run(beside_init);
}

/// Another session ends, and the world model, while a receive on its communicator is posted.
int receives_stay(int, char**) {
  MPI_Session mine, other;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &mine);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &other);
  MPI_Group group;
  MPI_Group_from_session_pset(mine, "mpi://WORLD", &group);
  MPI_Comm comm;
  MPI_Comm_create_from_group(group, "stays", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  int rank, size, word = -1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Request request;
  MPI_Irecv(&word, 1, MPI_INT, (rank + size - 1) % size, 0, comm, &request);
  MPI_Session_finalize(&other);
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 0, comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(word, (rank + size - 1) % size);
  MPI_Comm_disconnect(&comm);
  MPI_Session_finalize(&mine);
  return 0;
}
TEST_P(SessionCalls, KeepTheirReceivesWhileOthersEnd) {
  run(receives_stay);
}

int questions(int, char**) {
  MPI_Info wanted;
  MPI_Info_create(&wanted);
  MPI_Info_set(wanted, "thread_level", "MPI_THREAD_MULTIPLE");
  MPI_Session session;
  MPI_Session_init(wanted, MPI_ERRORS_RETURN, &session);
  MPI_Info_free(&wanted);
  MPI_Info used;
  MPI_Session_get_info(session, &used);
  EXPECT_EQ(value_in(used, "thread_level"), "MPI_THREAD_MULTIPLE");
  int length = 0;
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, &length, nullptr);
  EXPECT_EQ(length, 11);
  char name[6] = "";
  length = sizeof name;
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
  EXPECT_STREQ(name, "mpi:/");
  EXPECT_EQ(length, 12);
  MPI_Session_finalize(&session);
  return 0;
}
TEST_P(SessionCalls, SayWhatTheyHave) {
  run(questions);
}

int handled = 0;
void handler(MPI_Session* session, int* code, ...) {
  EXPECT_NE(*session, MPI_SESSION_NULL);
  handled = *code;
}

int errors(int, char**) {
  MPI_Errhandler mine, got;
  MPI_Session_create_errhandler(handler, &mine);
  MPI_Session session;
  MPI_Info unknown;
  MPI_Info_create(&unknown);
  MPI_Info_set(unknown, "thread_level", "MPI_THREAD_NONE");
  EXPECT_EQ(MPI_Session_init(unknown, MPI_ERRORS_RETURN, &session), MPI_ERR_ARG);
  EXPECT_EQ(session, MPI_SESSION_NULL);
  MPI_Info_free(&unknown);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group group;
  EXPECT_EQ(MPI_Group_from_session_pset(session, "mpi://MARS", &group), MPI_ERR_ARG);
  EXPECT_EQ(group, MPI_GROUP_NULL);
  int length = 0;
  EXPECT_EQ(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 2, &length, nullptr), MPI_ERR_ARG);
  MPI_Session_set_errhandler(session, mine);
  MPI_Session_get_errhandler(session, &got);
  EXPECT_EQ(got, mine);
  MPI_Errhandler_free(&got);
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  EXPECT_EQ(handled, MPI_ERR_OTHER);
  MPI_Session_finalize(&session);
  MPI_Errhandler_free(&mine);
  return 0;
}
TEST(SessionErrors, GoToTheSession) {
  RuntimeOptions options;
  options.service = ServiceMode::Inline;
  EXPECT_EQ(run_ranks(options, 1, errors), 0);
}

int disconnect(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const int rank = world_rank(), size = world_size();
  int mine = rank, from = -1;
  MPI_Request requests[2];
  MPI_Irecv(&from, 1, MPI_INT, (rank + size - 1) % size, 0, comm, &requests[0]);
  MPI_Isend(&mine, 1, MPI_INT, (rank + 1) % size, 0, comm, &requests[1]);
  MPI_Comm_disconnect(&comm);
  EXPECT_EQ(from, (rank + size - 1) % size);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
TEST_P(SessionCalls, DisconnectWaitsForRequests) {
  run(disconnect);
}

}  // namespace
}  // namespace bamboo::mpi
