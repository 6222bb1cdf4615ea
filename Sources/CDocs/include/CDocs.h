#pragma once

#include <stddef.h>

/// A page of docs/ as it was when the program was built: UTF-8, without a zero at its end.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t count;
} baton_page;

/// docs/language.md
baton_page baton_language_page(void);

/// docs/messages.md
baton_page baton_messages_page(void);
