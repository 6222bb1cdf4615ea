import BatonHTTP
import BatonJSON
import BatonSecrets

/// Masks recorded events once more, because who recorded them may have known fewer secrets: values known now, headers
/// that prove who asks, and passwords in URLs.
struct RecordedMasking {
    let secrets: SecretRegistry

    /// Members whose texts are words of the format.
    private static let words: Set<String> = [
        "type", "outcome", "section", "kind", "state", "role", "cache", "comparison", "id",
    ]

    func masked(_ value: JSONValue) -> JSONValue { masked(value, of: "") }

    private func masked(_ value: JSONValue, of name: String) -> JSONValue {
        switch value {
        case .string(let text):
            if Self.words.contains(name) { return value }
            return .string(hidden(secrets.masked(text).text, of: name))
        case .array(let elements):
            let isHeaders = ["request_headers", "response_headers", "response_trailers"].contains(name)
            return .array(elements.map { isHeaders ? header($0) : masked($0, of: name) })
        case .object(let object):
            return .object(JSONObject(object.members.map { ($0.name, masked($0.value, of: $0.name)) }))
        case .null, .bool, .number: return value
        }
    }

    private func hidden(_ text: String, of name: String) -> String {
        switch name {
        // What a server says is shown as it came.
        case "request_body", "response_body": text
        default: secrets.names.hidden(inURL: text)
        }
    }

    private func header(_ pair: JSONValue) -> JSONValue {
        guard case .array(let parts) = pair, parts.count == 2, case .string(let name) = parts[0],
            case .string(let value) = parts[1]
        else { return masked(pair, of: "") }
        return .array([.string(secrets.masked(name).text), .string(header(name, secrets.masked(value).text))])
    }

    private func header(_ name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "cookie": return CookieHeader.hidden(in: value, isSetting: false)
        case "set-cookie": return CookieHeader.hidden(in: value, isSetting: true)
        default: break
        }
        guard secrets.names.contains(name), !value.contains("***") else {
            return value
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && AuthorizationValue.isScheme(String(parts[0])) ? "\(parts[0]) ***" : "***"
    }
}
