#pragma once

#include "run.h"

/* Runs the program of a request inside new namespaces. */
void run_isolated(struct run *run);
