import BatonSecrets

/// A URL as steps' names and reports show it.
package enum ShownURL {
    /// Replaces the password and the values of secret query parameters, such as `api_key`, with `***`.
    package static func of(_ url: String) -> String {
        // Most URLs have neither a password nor a query.
        var url = url
        let mayHide = url.withUTF8 { $0.contains(UInt8(ascii: "@")) || $0.contains(UInt8(ascii: "=")) }
        return mayHide ? LiteralSecrets.hidden(inURL: url) : url
    }

    /// Replaces the literal secrets of a step's usual name: `exec curl --token ***`, `that token == ***`.
    package static func inText(_ name: String) -> String {
        var name = name
        let mayHide = name.withUTF8 { bytes in
            bytes.contains { byte in
                switch byte {
                case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: ":"): true
                default: false
                }
            }
        }
        return mayHide ? LiteralSecrets.hidden(inMessage: name) : name
    }
}
