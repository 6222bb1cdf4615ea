#pragma once

#include <stddef.h>

/// A page of docs/ as it was when the program was built.
typedef struct {
    /// From the root of the repository.
    const char *_Nonnull path;
    /// UTF-8, with a zero at its end.
    const unsigned char *_Nonnull text;
} baton_page;

/// docs/semantics.md, the pages of docs/reference/, and docs/messages.md.
const baton_page *_Nonnull baton_pages(void);

size_t baton_page_count(void);
