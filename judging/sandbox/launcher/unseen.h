#pragma once

#include "readings.h"

/* So much is free: every program has some descriptors and page tables. The groups of the judge have
 * the same room above the memory limit (local.py). */
#define UNSEEN_FREE (16ull << 20)

/* The memory, in bytes, that the processes hold and that no resident set shows: files in a box in
 * memory, page tables, the kernel's descriptions of mappings, and what sockets, pipes and other
 * objects behind descriptors may hold. The last is an upper bound. `mapped_files` bytes of files are in
 * resident sets. The count stops when it is over `enough`. */
uint64_t unseen_memory(const struct run *run, const struct process *processes, int count,
                       uint64_t mapped_files, uint64_t enough);

/* An upper bound of it that is found faster. */
uint64_t most_unseen_memory(const struct run *run, const struct process *processes, int count);
