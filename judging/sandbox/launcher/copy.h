#pragma once

#include "run.h"

/* Each returns 0, or -1 with errno. */

/* Opens the folders outside the box that are copied from and to, with the judge's own rights. */
int open_copy_folders(struct run *run);

/* Copies folders into the box and makes the empty ones that the request names. */
int fill_box(struct run *run);

/* Copies regular files out of the box when the run is over. */
int copy_out(struct run *run);
