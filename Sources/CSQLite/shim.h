#pragma once
#include <sqlite3.h>

/* The macro SQLITE_TRANSIENT casts an integer to a function pointer, which the importer cannot read. */
static inline sqlite3_destructor_type baton_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_config is variadic. Memory statistics take a process-wide mutex at every allocation, and nobody reads them. */
static inline int baton_sqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
