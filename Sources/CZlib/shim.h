#pragma once
#include <zlib.h>

/// A macro, which Swift does not see.
static inline int baton_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
