#if !BATON_NO_ENGINE
    import CPCRE2

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
    enum PatternLibrary {
        static let hasScriptExtensions = false
    }
#endif
