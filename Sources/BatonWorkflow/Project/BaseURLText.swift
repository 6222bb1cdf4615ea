package import BatonHTTP

/// The URL that paths stand after.
package enum BaseURLText {
    package static let help = "a base URL looks like `http://127.0.0.1:8080` or `https://api.example.com/v1`"

    /// Throws for what is no URL, and for a query or a fragment: a path cannot stand behind them.
    package static func parse(_ text: String) throws(URLTextError) -> URLText {
        let url = try URLText.parse(text)
        if url.query != nil {
            throw URLTextError("has a query, and paths cannot stand behind it", at: 0..<text.utf8.count)
        }
        if url.fragment != nil {
            throw URLTextError("has a fragment, and paths cannot stand behind it", at: 0..<text.utf8.count)
        }
        return url
    }
}
