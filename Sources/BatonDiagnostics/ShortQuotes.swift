/// A message that stays readable, however much of a file it quotes: a URL may have a megabyte.
enum ShortQuotes {
    /// Shorter messages are never touched, in UTF-8.
    private static let shortMessage = 1000
    private static let longestQuote = 200
    /// For a message with backticks in what it quotes.
    private static let longestMessage = 4000

    /// The same message, with an ellipsis for what is left out of a long one: at the end of each part in backticks, or of
    /// the message.
    static func of(_ message: String) -> String {
        guard message.utf8.count > shortMessage else { return message }
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        let shortened = parts.enumerated().map { index, part in
            index % 2 == 1 && part.utf8.count > longestQuote ? part.prefix(longestQuote / 2) + "…" : String(part)
        }.joined(separator: "`")
        return shortened.utf8.count > longestMessage ? shortened.prefix(longestMessage / 2) + "…" : shortened
    }
}
