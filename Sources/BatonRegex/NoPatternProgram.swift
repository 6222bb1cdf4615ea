#if BATON_NO_ENGINE
    /// Stands where PCRE2 is left out: no pattern compiles.
    final class PatternProgram: Sendable {
        let groupCount = 0

        init(_ text: String, options: UInt32) throws(PatternError) {
            throw PatternError(code: .missing, message: "this build has no regular expressions")
        }

        func groupNumber(named name: String) -> Int? { nil }
        func isFound(in subject: String, from offset: Int) throws(PatternError) -> Bool { false }
        func groups(in subject: String, from offset: Int) throws(PatternError) -> [Range<Int>?]? { nil }
    }

    let PCRE2_CASELESS: UInt32 = 1
    let PCRE2_MULTILINE: UInt32 = 2
    let PCRE2_DOTALL: UInt32 = 4
    let PCRE2_ALT_CIRCUMFLEX: UInt32 = 8
    let PCRE2_ANCHORED: UInt32 = 16
    let PCRE2_ENDANCHORED: UInt32 = 32
#endif
