# SPDX-License-Identifier: Apache-2.0
# find_package(Bamboo): the tree is located relative to this file. (pkg-config's files: BambooTree.cmake.)
include(CMakePackageConfigHelpers)

get_property(BAMBOO_LIBRARIES GLOBAL PROPERTY BAMBOO_LIBRARIES)
get_property(BAMBOO_CXX_20_LIBRARIES GLOBAL PROPERTY BAMBOO_CXX_20_LIBRARIES)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Bamboo)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/BambooConfig.cmake.in
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/${package_folder}/BambooConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfig.cmake
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfigVersion.cmake
  DESTINATION ${package_folder})
