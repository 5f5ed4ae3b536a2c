! SPDX-License-Identifier: Apache-2.0
! Keeps the numbers that it is given in a file; how many there are is the library's own variable.
integer function sum_so_far(number)
  implicit none
  integer, intent(in) :: number
  integer, save :: count = 0
  integer :: i, one
  if (count == 0) open (unit=20, status='scratch')
  write (20, *) number
  count = count + 1
  rewind (20)
  sum_so_far = 0
  do i = 1, count
    read (20, *) one
    sum_so_far = sum_so_far + one
  end do
end function
