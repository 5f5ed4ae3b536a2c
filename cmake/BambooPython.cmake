# SPDX-License-Identifier: Apache-2.0
# Python3::Interpreter is the interpreter itself. A shim (pyenv's) in front of it needs 0.1 s at each of the many starts.
if(NOT Python3_EXECUTABLE)
  find_program(BAMBOO_PYTHON NAMES python3 REQUIRED)
  execute_process(COMMAND ${BAMBOO_PYTHON} -c "import sys; print(sys.executable)"
                  OUTPUT_VARIABLE interpreter OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(Python3_EXECUTABLE ${interpreter} CACHE FILEPATH "Python 3, which generates sources and runs tests")
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)
