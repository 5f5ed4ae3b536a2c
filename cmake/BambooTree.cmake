# SPDX-License-Identifier: Apache-2.0
# The build folder holds a tree of the same shape as the installed one, so that every tool finds
# its neighbours by one rule (relative to its own path) before and after `cmake --install`.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_INSTALL_LIBDIR lib)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib:$ORIGIN")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(BAMBOO_PRIVATE_DIR ${PROJECT_BINARY_DIR}/lib/bamboo)  # what only our own tools look for

# bamboo_private(TARGET): the target lives in lib/bamboo, in the build folder and installed.
function(bamboo_private target)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    LIBRARY_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    ARCHIVE_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    INSTALL_RPATH "$ORIGIN/..:$ORIGIN")
  install(TARGETS ${target}
    RUNTIME DESTINATION lib/bamboo LIBRARY DESTINATION lib/bamboo ARCHIVE DESTINATION lib/bamboo)
endfunction()

# bamboo_headers(SUBDIR FILE…): public headers, visible as include/SUBDIR/NAME in both trees.
function(bamboo_headers subdir)
  foreach(header IN LISTS ARGN)
    get_filename_component(name ${header} NAME)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/${subdir})
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header}
         ${PROJECT_BINARY_DIR}/include/${subdir}/${name} SYMBOLIC)
    install(FILES ${header} DESTINATION include/${subdir})
  endforeach()
endfunction()
