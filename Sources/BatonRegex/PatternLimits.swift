#if !BATON_NO_ENGINE
    import CPCRE2

    /// PCRE2's limits for patterns and searches; made once and only read afterwards.
    struct PatternLimits: Sendable {
        static let shared = PatternLimits()

        nonisolated(unsafe) let compile: OpaquePointer?
        nonisolated(unsafe) let match: OpaquePointer?

        private init() {
            compile = pcre2_compile_context_create_8(nil)
            match = pcre2_match_context_create_8(nil)
            if let compile {
                _ = pcre2_set_max_pattern_length_8(compile, 64 * 1024)
                // `.` and `$` must have the same meaning with every build of PCRE2.
                _ = pcre2_set_newline_8(compile, UInt32(PCRE2_NEWLINE_LF))
            }
            if let match {
                // A few tenths of a second at most; ordinary patterns take some thousand steps.
                _ = pcre2_set_match_limit_8(match, 2_000_000)
                _ = pcre2_set_depth_limit_8(match, 500_000)
                _ = pcre2_set_heap_limit_8(match, 64 * 1024)
            }
        }
    }
#endif
