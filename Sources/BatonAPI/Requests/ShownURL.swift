import BatonSecrets

/// A URL as names and reports show it.
package enum ShownURL {
    /// With `***` for its password and for what its query has below names of secrets, such as `api_key`.
    package static func of(_ url: String) -> String {
        // Most URLs have neither.
        var url = url
        let mayHide = url.withUTF8 { $0.contains(UInt8(ascii: "@")) || $0.contains(UInt8(ascii: "=")) }
        return mayHide ? LiteralSecrets.hidden(inURL: url) : url
    }
}
