#pragma once

#include "run.h"

/* Gives up every file but the box, the read-only paths, a few devices and /proc/self, for good;
 * 0, or -1 with errno. */
int confine_files(const struct run *run);
