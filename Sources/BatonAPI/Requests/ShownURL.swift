import BatonSecrets

/// A URL as messages show it.
package enum ShownURL {
    /// Replaces the password and the values of secret query parameters, such as `api_key`, with `***`.
    package static func of(_ url: String) -> String { SecretNames.documented.hidden(inURL: url) }
}
