#pragma once

#include "run.h"

/* Gives up system calls for good, as `flags` of the request say; 0, or -1 with errno. */
int filter_calls(uint32_t flags);
