#if !BATON_NO_ENGINE
    import CPCRE2
    import Synchronization

    /// The compiled pattern and the memory for its matches.
    ///
    /// PCRE2 never writes to compiled code after `init`, so threads share it. The memory for a match is reused through one
    /// atomic slot: a thread that finds the slot empty allocates memory.
    final class PatternProgram: Sendable {
        nonisolated(unsafe) private let code: OpaquePointer
        /// The address of an unused `pcre2_match_data`, or 0.
        private let spare = Atomic<UInt>(0)
        let groupCount: Int

        init(_ text: String, options: UInt32) throws(PatternError) {
            var text = text
            var status: Int32 = 0
            var offset = 0
            let options = options | PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK
            let code = text.withUTF8 { bytes in
                // PCRE2 10.42 does not accept a null pointer, which an empty string may have as its base address.
                withUnsafePointer(to: 0 as UInt8) { empty in
                    pcre2_compile_8(
                        bytes.baseAddress ?? empty, bytes.count, options, &status, &offset, PatternLimits.shared.compile
                    )
                }
            }
            guard let code else {
                let place = min(offset, text.utf8.count)
                throw PatternError(code: .syntax, message: Self.message(status), range: place..<place)
            }
            self.code = code
            var count: UInt32 = 0
            _ = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
            groupCount = Int(count)
            // If the platform forbids JIT compilation, and for the few patterns without JIT support, matching is
            // interpreted.
            _ = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        }

        deinit {
            pcre2_match_data_free_8(OpaquePointer(bitPattern: spare.load(ordering: .acquiring)))
            pcre2_code_free_8(code)
        }

        func groupNumber(named name: String) -> Int? {
            let number = pcre2_substring_number_from_name_8(code, Array(name.utf8) + [0])
            return number > 0 ? Int(number) : nil
        }

        /// Whether the pattern is found at or after the byte offset.
        func isFound(in subject: String, from offset: Int) throws(PatternError) -> Bool {
            let room = try takeRoom()
            defer { giveBack(room) }
            return try search(subject, from: offset, room) > 0
        }

        /// The byte ranges of all groups of the leftmost match at or after the byte offset; nil without a match.
        func groups(in subject: String, from offset: Int) throws(PatternError) -> [Range<Int>?]? {
            let room = try takeRoom()
            defer { giveBack(room) }
            let taken = Int(try search(subject, from: offset, room))
            guard taken > 0, let vector = pcre2_get_ovector_pointer_8(room) else { return nil }
            return (0...groupCount).map { group in
                guard group < taken, vector[2 * group] != Self.unset else { return nil }
                // `\K` in a look-ahead can set the start of the match behind its end.
                return min(vector[2 * group], vector[2 * group + 1])..<vector[2 * group + 1]
            }
        }

        /// PCRE2's mark for a group that did not take part.
        private static let unset = Int(bitPattern: UInt.max)

        /// The number of the highest group that took part, plus one; 0 without a match.
        private func search(_ subject: String, from offset: Int, _ room: OpaquePointer) throws(PatternError) -> Int32 {
            var subject = subject
            guard offset >= 0, offset <= subject.utf8.count else { return 0 }
            var status = subject.withUTF8 { match($0, from: offset, room, PCRE2_NO_UTF_CHECK) }
            if status == PCRE2_ERROR_JIT_STACKLIMIT {
                status = subject.withUTF8 { match($0, from: offset, room, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT) }
            }
            if status == PCRE2_ERROR_NOMATCH { return 0 }
            guard status > 0 else { throw Self.searchError(status) }
            return status
        }

        private func match(
            _ bytes: UnsafeBufferPointer<UInt8>, from offset: Int, _ room: OpaquePointer, _ options: UInt32
        ) -> Int32 {
            withUnsafePointer(to: 0 as UInt8) { empty in
                pcre2_match_8(
                    code, bytes.baseAddress ?? empty, bytes.count, offset, options, room, PatternLimits.shared.match)
            }
        }

        private func takeRoom() throws(PatternError) -> OpaquePointer {
            if let room = OpaquePointer(bitPattern: spare.exchange(0, ordering: .acquiringAndReleasing)) { return room }
            guard let room = pcre2_match_data_create_from_pattern_8(code, nil) else {
                throw PatternError(code: .failure, message: "no memory for a regular expression")
            }
            return room
        }

        private func giveBack(_ room: OpaquePointer) {
            let address = UInt(bitPattern: room)
            if !spare.compareExchange(expected: 0, desired: address, ordering: .acquiringAndReleasing).exchanged {
                pcre2_match_data_free_8(room)
            }
        }

        private static func searchError(_ status: Int32) -> PatternError {
            switch status {
            case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_JIT_STACKLIMIT:
                PatternError(
                    code: .limit, message: "the regular expression needs too many steps on this text; make it simpler")
            default: PatternError(code: .failure, message: message(status))
            }
        }

        private static func message(_ status: Int32) -> String {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
                let length = pcre2_get_error_message_8(status, buffer.baseAddress, buffer.count)
                guard length > 0 else { return "regular expression error \(status)" }
                return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<Int(length)]), as: UTF8.self)
            }
        }
    }

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

    /// The loaded PCRE2.
    package enum PatternLibrary {
        /// As `10.42 2022-12-11`.
        package static var version: String {
            let size = Int(pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil))
            guard size > 0 else { return "" }
            var text = [UInt8](repeating: 0, count: size)
            text.withUnsafeMutableBytes { _ = pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), $0.baseAddress) }
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }

        /// Whether the name of a script in `\p{…}` stands for its script extensions too, as from 10.40 on.
        package static var hasScriptExtensions: Bool { PCRE2_MAJOR == 10 && PCRE2_MINOR >= 40 }
    }
#else
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

    enum PatternLibrary {
        static let hasScriptExtensions = false
    }

    let PCRE2_CASELESS: UInt32 = 1
    let PCRE2_MULTILINE: UInt32 = 2
    let PCRE2_DOTALL: UInt32 = 4
    let PCRE2_ALT_CIRCUMFLEX: UInt32 = 8
    let PCRE2_MATCH_UNSET_BACKREF: UInt32 = 64
    let PCRE2_ANCHORED: UInt32 = 16
    let PCRE2_ENDANCHORED: UInt32 = 32
#endif
