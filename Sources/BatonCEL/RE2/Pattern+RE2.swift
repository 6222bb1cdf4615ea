package import BatonRegex

extension Pattern {
    /// A pattern in the syntax of RE2, as CEL's `matches` uses it (https://github.com/google/re2/wiki/Syntax).
    ///
    /// Syntax that RE2 does not have, such as backreferences and look-around, is a `syntax` error with its position.
    /// Syntax with another meaning in PCRE2, such as `\v`, keeps RE2's meaning. Groups have numbers and no names.
    package convenience init(re2 text: String) throws(PatternError) {
        var translator = RE2Translator(text)
        let translated = try translator.translate()
        do {
            try self.init(text, translated: translated, options: .circumflexAtEnd)
        } catch {
            // The offset would be one in the translated pattern.
            throw PatternError(code: error.code, message: error.message)
        }
    }
}
