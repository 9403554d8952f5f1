#pragma once

#include "run.h"

#define INSIDE_ID 1000 /* the program's user and group id inside its namespace */

/* Builds the root of init's mount namespace and changes to it; the step that failed, with errno, or
 * STEP_NONE. Opens the folders to copy and changes to the mapped ids on the way. */
enum step build_root(struct run *run);
