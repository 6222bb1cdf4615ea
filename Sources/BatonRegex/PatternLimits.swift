import CPCRE2

/// What patterns and searches may cost, as PCRE2 wants to be told; made once and only read afterwards.
struct PatternLimits: Sendable {
    static let shared = PatternLimits()

    nonisolated(unsafe) let compile: OpaquePointer?
    nonisolated(unsafe) let match: OpaquePointer?

    private init() {
        compile = pcre2_compile_context_create_8(nil)
        match = pcre2_match_context_create_8(nil)
        if let compile {
            _ = pcre2_set_max_pattern_length_8(compile, 64 * 1024)
            // Whatever PCRE2 was built for: `.` and `$` mean the same everywhere.
            _ = pcre2_set_newline_8(compile, UInt32(PCRE2_NEWLINE_LF))
        }
        if let match {
            // Some tenths of a second at most; honest patterns take some thousand steps.
            _ = pcre2_set_match_limit_8(match, 2_000_000)
            _ = pcre2_set_depth_limit_8(match, 500_000)
            _ = pcre2_set_heap_limit_8(match, 64 * 1024)
        }
    }
}
