#pragma once

#include "run.h"

/* Samples the memory of the live processes of a run. Records a new peak; returns whether it is over
 * the limit. */
int is_memory_over(struct run *run, const pid_t *pids, int count);
