// SPDX-License-Identifier: Apache-2.0
// The properties of a window besides its memory: group, name, hints, error handler, attributes.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "errors/checks.h"
#include "functions/entry.h"
#include "objects/errhandler.h"
#include "objects/info.h"
#include "one_sided/window_error.h"
#include "rank/attributes.h"

using namespace bamboo::mpi;

namespace {

/// The hints that MPI names, with their defaults where it says them.
constexpr std::pair<const char*, const char*> hints_of_windows[] = {
    {"no_locks", "false"},
    {"accumulate_ordering", "rar,raw,war,waw"},
    {"accumulate_ops", "same_op_no_op"},
    {"same_size", "false"},
    {"same_disp_unit", "false"},
    {"mpi_accumulate_granularity", nullptr},
    {"alloc_shared_noncontig", "false"},
};

/// MPI_Win_set_info ignores other hints, as MPI_Comm_set_info does.
bool is_hint_of_windows(std::string_view hint) {
  return std::ranges::count(hints_of_windows, hint,
                            [](const auto& known) { return std::string_view(known.first); }) > 0;
}

}  // namespace

int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(group, "group");
    *group = new_handle(rank.windows.find(win).comm.group);
  });
}

int MPI_Win_set_name(MPI_Win win, const char* name) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(name, "win_name");
    rank.windows.find(win).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  });
}

int MPI_Win_get_name(MPI_Win win, char* name, int* length) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(name, "win_name");
    check_pointer(length, "resultlen");
    // MPI_WIN_NULL has a name although it is no window.
    const std::string text = win == MPI_WIN_NULL ? "MPI_WIN_NULL" : rank.windows.find(win).name;
    std::memcpy(name, text.c_str(), text.size() + 1);
    *length = static_cast<int>(text.size());
  });
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
  return BAMBOO_MPI_ENTER(win, {
    Window& object = rank.windows.find(win);
    const auto given = info_ref(info);
    const auto merged =
        object.hints ? std::make_shared<Info>(*object.hints) : std::make_shared<Info>();
    for (int n = 0; n < given->size(); n++)
      if (is_hint_of_windows(given->key(n))) merged->set(given->key(n), *given->get(given->key(n)));
    object.hints = merged;
  });
}

int MPI_Win_get_info(MPI_Win win, MPI_Info* info) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(info, "info_used");
    const auto& known = rank.windows.find(win).hints;
    const auto used = known ? std::make_shared<Info>(*known) : std::make_shared<Info>();
    for (const auto& [hint, value] : hints_of_windows)
      if (value && !used->get(hint)) used->set(hint, value);
    *info = new_handle(used);
  });
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_function* function, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(errhandler, "errhandler");
    *errhandler = new_errhandler(function, "win_errhandler_fn");
  });
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
  return BAMBOO_MPI_ENTER(win, { set_errhandler(rank.windows.find(win).errhandler, errhandler); });
}

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(win, { get_errhandler(rank.windows.find(win).errhandler, errhandler); });
}

int MPI_Win_call_errhandler(MPI_Win win, int errorcode) {
  return BAMBOO_MPI_ENTER(win, {
    call_errhandler(rank.windows.find(win), "MPI_Win_call_errhandler", errorcode,
                    "called by the program");
  });
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* destroy,
                          int* keyval, void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(keyval, "win_keyval");
    *keyval = new_keyval(keyval_of_c<MPI_Win>(copy, destroy, extra_state));
  });
}

int MPI_Win_free_keyval(int* keyval) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(keyval, "win_keyval");
    free_keyval<MPI_Win>(*keyval);
    *keyval = MPI_KEYVAL_INVALID;
  });
}

int MPI_Win_set_attr(MPI_Win win, int keyval, void* value) {
  return BAMBOO_MPI_ENTER(win, { attributes_of(rank, win).set(win, keyval, value); });
}

int MPI_Win_get_attr(MPI_Win win, int keyval, void* value, int* flag) {
  return BAMBOO_MPI_ENTER(win, {
    check_pointer(value, "attribute_val");
    check_pointer(flag, "flag");
    give_to_c(attribute_of(rank, win, keyval), value, flag);
  });
}

int MPI_Win_delete_attr(MPI_Win win, int keyval) {
  return BAMBOO_MPI_ENTER(win, { attributes_of(rank, win).erase(win, keyval); });
}
