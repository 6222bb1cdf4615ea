package import BatonJSON

extension JSONSchema {
    /// Something wrong, or questionable, in a schema.
    package struct Issue: Sendable {
        /// The value, or the keyword, that is at fault.
        package let place: Place
        /// Whether the last name of the place is meant, and not what stands behind it.
        package let isKey: Bool
        package let isWarning: Bool
        /// A word for its kind: `shape`, `reference`.
        package let code: Code
        package let message: String
        package let help: String?
        /// A word that may be another one misspelt, and those it may be.
        package let guess: (word: String, known: [String])?

        package enum Code: String, Sendable {
            case shape, pattern, reference, cycle, dialect, keyword
        }

        init(
            _ code: Code, _ message: String, at place: Place, isKey: Bool = false, isWarning: Bool = false,
            help: String? = nil, guess: (word: String, known: [String])? = nil
        ) {
            self.place = place
            self.isKey = isKey
            self.isWarning = isWarning
            self.code = code
            self.message = message
            self.help = help
            self.guess = guess
        }
    }

    /// What is found behind a URI.
    package enum Found: Sendable {
        case document(JSONValue)
        /// Why there is none, and what to do about it.
        case refused(String, help: String?)
    }
}
