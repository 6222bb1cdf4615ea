/// Shortens the quotes in messages: a quoted URL may have a megabyte.
enum ShortQuotes {
    /// Length in UTF-8 up to which a message is left unchanged.
    private static let shortMessage = 1000
    private static let longestQuote = 200
    /// Maximum length of a message whose quotes themselves contain backticks.
    private static let longestMessage = 4000

    /// The message with long parts replaced by an ellipsis: at the end of each part in backticks, or of the message.
    static func of(_ message: String) -> String {
        guard message.utf8.count > shortMessage else { return message }
        let shortened = QuotedParts.replaced(in: message) {
            $0.utf8.count > longestQuote ? $0.prefix(longestQuote / 2) + "…" : String($0)
        }
        return shortened.utf8.count > longestMessage ? shortened.prefix(longestMessage / 2) + "…" : shortened
    }
}
