#pragma once

#include "run.h"

/* Whether `fd` is a pipe. A pipe that the judge passes as stdout belongs to the program: no process
 * copies between two programs that talk to each other, since one of them could hold it up. */
int is_pipe(int fd);

/* Lets a program open its pipes again under another user id than the one that made them, as
 * /dev/stdin or /dev/stdout. Only processes that hold a pipe find it in /proc. -1 if that fails. */
int open_pipes_to_all(const struct run *run);

/* Whether every writer of a pipe has closed it. */
int writers_are_gone(int fd);

/* Keeps what the program has written to stdout (1) or stderr (2); 0 when no more will come. */
int drain_output(struct run *run, int which, unsigned rounds);
