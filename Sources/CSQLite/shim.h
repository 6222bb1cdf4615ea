#pragma once
#include <sqlite3.h>

/* The macro SQLITE_TRANSIENT casts an integer to a function pointer, which the importer cannot read. */
static inline sqlite3_destructor_type baton_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* No sums of the memory in use, which nobody asks for and each allocation would update under a lock: `sqlite3_config` has a
   variable number of arguments, and cannot be imported. Must be called before the first connection is opened. */
static inline int baton_sqlite_without_memory_status(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* A connection that runs no trigger and lets no statement change the schema table: `sqlite3_db_config` has a variable number
   of arguments, and cannot be imported. */
static inline int baton_sqlite_harden(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}
