#pragma once
#include <sqlite3.h>

/* The macro SQLITE_TRANSIENT casts an integer to a function pointer, which the importer cannot read. */
static inline sqlite3_destructor_type baton_sqlite_transient(void) { return SQLITE_TRANSIENT; }
