import BatonAPI
import BatonHTTP
import BatonText
import BatonWorkflow

/// Says what a request that was answered with 401 had as credentials, so that a wrong one is found by its name.
enum SentCredentials {
    private static let most = 4

    /// Nil for another status, and for a request that had none in its headers.
    ///
    /// - Parameter secrets: values by name.
    static func hint(_ response: Response, sent: RequestView?, secrets: [String: String]) -> String? {
        guard response.status == 401, let sent else { return nil }
        let shown = sent.credentials.prefix(most).map { field in
            let plain = plain(field.value)
            let names = secrets.filter { !$1.isEmpty && plain.contains($1) }.keys.sorted().prefix(most)
            let kind = field.name.lowercased() == "authorization" ? field.value.split(separator: " ").first : nil
            let scheme = kind.map { ["Basic", "Bearer", "Digest"].contains($0) ? " (\($0))" : "" } ?? ""
            return "`\(field.name)`\(scheme)"
                + (names.isEmpty ? "" : " with the secret \(names.joined(separator: " and "))")
        }
        return shown.isEmpty ? nil : "sent as credentials: \(shown.joined(separator: ", "))"
    }

    /// The value, with user and password of basic authentication as text.
    private static func plain(_ value: String) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Base64.decode(String(parts[1])) else {
            return value
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
