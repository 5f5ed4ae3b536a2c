// SPDX-License-Identifier: Apache-2.0
// One category holds all variables.
#include <algorithm>
#include <span>

#include "functions/tools/tools.h"

namespace bamboo::mpi {

namespace {

struct ToolCategory {
  const char* name;
  const char* description;
};
constexpr ToolCategory all_of_them[] = {{"bamboo", "Virtual ranks and their messages"}};
constexpr std::span<const ToolCategory> tool_categories = all_of_them;

const ToolCategory& tool_category(int index) {
  return at_index(tool_categories, index);
}

/// The first indices 0 … count - 1 that there is room for.
void give_indices(int count, int room, int* indices) {
  for (int i = 0; i < std::min(count, room); i++) indices[i] = i;
}

}  // namespace

extern "C" {

int MPI_T_category_get_num(int* num_cat) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(num_cat, "num_cat");
    *num_cat = static_cast<int>(tool_categories.size());
  });
}

int MPI_T_category_get_info(int cat_index, char* name, int* name_len, char* desc, int* desc_len,
                            int* num_cvars, int* num_pvars, int* num_categories) {
  return BAMBOO_MPI_TOOLS({
    give_text(tool_category(cat_index).name, name, name_len);
    give_text(tool_category(cat_index).description, desc, desc_len);
    give_value(num_cvars, static_cast<int>(control_variables().size()));
    give_value(num_pvars, static_cast<int>(performance_variables().size()));
    give_value(num_categories, 0);
  });
}

int MPI_T_category_get_index(const char* name, int* cat_index) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(name, "name");
    check_tool_pointer(cat_index, "cat_index");
    *cat_index = index_of(tool_categories, name);
  });
}

int MPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
  return BAMBOO_MPI_TOOLS({
    tool_category(cat_index);
    give_indices(static_cast<int>(control_variables().size()), len, indices);
  });
}

int MPI_T_category_get_pvars(int cat_index, int len, int indices[]) {
  return BAMBOO_MPI_TOOLS({
    tool_category(cat_index);
    give_indices(static_cast<int>(performance_variables().size()), len, indices);
  });
}

int MPI_T_category_get_categories(int cat_index, int, int[]) {
  return BAMBOO_MPI_TOOLS({ tool_category(cat_index); });
}

int MPI_T_category_get_events(int cat_index, int, int[]) {
  return BAMBOO_MPI_TOOLS({ tool_category(cat_index); });
}

int MPI_T_category_get_num_events(int cat_index, int* num_events) {
  return BAMBOO_MPI_TOOLS({
    tool_category(cat_index);
    give_value(num_events, 0);
  });
}

int MPI_T_category_changed(int* update_number) {
  return BAMBOO_MPI_TOOLS({
    check_tool_pointer(update_number, "update_number");
    *update_number = 0;
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
