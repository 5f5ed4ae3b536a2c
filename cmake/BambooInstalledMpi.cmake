# SPDX-License-Identifier: Apache-2.0
# The MPIs of this machine, for targets that are compiled against each of them. The flags come from
# the compiler wrappers: find_package(MPI) supports only one MPI at a time.
find_program(BAMBOO_OPENMPI_CC NAMES mpicc.openmpi DOC "Compiler wrapper of Open MPI")
find_program(BAMBOO_MPICH_CC NAMES mpicc.mpich DOC "Compiler wrapper of MPICH")
find_program(BAMBOO_OPENMPI_RUN NAMES mpirun.openmpi DOC "Launcher of Open MPI")
find_program(BAMBOO_MPICH_RUN NAMES mpirun.mpich DOC "Launcher of MPICH")

# An MPI that is installed under the plain names only: ask which one it is.
find_program(BAMBOO_PLAIN_MPICC NAMES mpicc)
find_program(BAMBOO_PLAIN_MPIRUN NAMES mpirun mpiexec)
mark_as_advanced(BAMBOO_PLAIN_MPICC BAMBOO_PLAIN_MPIRUN)
if(BAMBOO_PLAIN_MPICC)
  execute_process(COMMAND ${BAMBOO_PLAIN_MPICC} --showme:version
                  OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(which MPICH)
  else()
    set(which OPENMPI)
  endif()
  if(NOT BAMBOO_${which}_CC)
    set(BAMBOO_${which}_CC ${BAMBOO_PLAIN_MPICC} CACHE FILEPATH "" FORCE)
    if(NOT BAMBOO_${which}_RUN)
      set(BAMBOO_${which}_RUN ${BAMBOO_PLAIN_MPIRUN} CACHE FILEPATH "" FORCE)
    endif()
  endif()
endif()

foreach(mpi IN ITEMS OPENMPI MPICH)
  string(TOLOWER ${mpi} name)
  bamboo_part(${mpi} "${BAMBOO_${mpi}_CC}" "jobs of ${name}" mpicc.${name})
  if(NOT BAMBOO_HAS_${mpi})
    set(BAMBOO_${mpi}_CC "")
    set(BAMBOO_${mpi}_RUN "")
  endif()
endforeach()

# Splits the flags of a wrapper's command line, without the compiler: -I, -D, … and -L, -l, -Wl, …
function(bamboo_wrapper_flags wrapper compile link)
  execute_process(COMMAND ${wrapper} -show OUTPUT_VARIABLE line OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words)
  set(compile_words ${words})
  list(FILTER compile_words INCLUDE REGEX "^-[IDp]")
  list(FILTER words INCLUDE REGEX "^-[Llp]|^-Wl,|^/")
  set(${compile} ${compile_words} PARENT_SCOPE)
  set(${link} ${words} PARENT_SCOPE)
endfunction()

# bamboo_mpi_program(PROGRAM WRAPPER SOURCES … [LIBRARIES …]): compiles against that MPI; not
# installed. The libraries precede the MPI's.
function(bamboo_mpi_program program wrapper)
  cmake_parse_arguments(PARSE_ARGV 2 its "" "" "SOURCES;LIBRARIES")
  bamboo_wrapper_flags(${wrapper} compile link)
  add_executable(${program} ${its_SOURCES})
  target_compile_options(${program} PRIVATE ${compile})
  target_compile_definitions(${program} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(${program} PRIVATE ${its_LIBRARIES} ${link} bamboo_warnings
                        bamboo_mpi_sanitizers)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
