#pragma once

#include "run.h"

/* Turns the forked child into the program: applies everything that holds from before exec on, then
 * executes it. `out` and `err` become its stdout and stderr. A failure writes its step and errno,
 * two int32_t, to `status`, which exec closes. Does not return. */
void become_program(const struct run *run, pid_t parent, int out, int err, int status);
