// What must not be shown of a request. `SecretFields` finds what is sent under secret names; `Request+Secrets` adds
// credentials, cookies and what came to light on its way. `ShownURL` hides what is secret in a URL alone.

package import BatonHTTP
import BatonJSON
package import BatonSecrets
import BatonValues

/// What a request sends under the names of secret fields: parameters of its URL and of a form, members of a JSON body at
/// any depth, parts of a multipart body.
package enum SecretFields {
    /// The values in URL and body, decoded.
    package static func values(of request: Request, _ names: SecretNames) -> [String] {
        parameters(request.url.text, names) + bodyValues(of: request, names)
    }

    /// The values in the body, decoded.
    package static func bodyValues(of request: Request, _ names: SecretNames) -> [String] {
        switch request.body {
        case .none, .file, .stream: return []
        case .multipart(let parts):
            return parts.compactMap { part in
                guard names.contains(part.name), case .bytes(let bytes) = part.content else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
        case .bytes(let bytes, let own):
            guard let type = request.headers.first("content-type") ?? own else { return [] }
            // Nearly every body of an API.
            if type == "application/json" { return members(bytes, names) }
            let lowercased = type.lowercased()
            if lowercased.hasPrefix("application/x-www-form-urlencoded") {
                return parameters("?" + String(decoding: bytes, as: UTF8.self), names)
            }
            return lowercased.containsBytes(of: "json") ? members(bytes, names) : []
        }
    }

    private static func members(_ json: [UInt8], _ names: SecretNames) -> [String] {
        guard json.withUnsafeBufferPointer({ namesSecret($0, names) }), let document = try? JSONParser.parse(json)
        else { return [] }
        var values: [String] = []
        add(document, isSecret: false, names, to: &values)
        return values
    }

    private static func parameters(_ url: String, _ names: SecretNames) -> [String] {
        names.values(inURL: url).map {
            String(decoding: PercentEncoding.decode($0.replacing("+", with: " ")), as: UTF8.self)
        }
    }

    /// Whether a member of a JSON text may have a secret name: most bodies have none, and are not parsed.
    private static func namesSecret(_ json: UnsafeBufferPointer<UInt8>, _ names: SecretNames) -> Bool {
        var rest = json[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "\"")) {
            let start = open + 1
            var end = start
            while end < json.endIndex, json[end] != UInt8(ascii: "\"") {
                end += json[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end < json.endIndex else { return false }
            rest = json[(end + 1)...].drop { $0 <= 0x20 }
            guard rest.first == UInt8(ascii: ":") else { continue }
            let name = UnsafeBufferPointer(rebasing: json[start..<end])
            if name.contains(UInt8(ascii: "\\")) || names.contains(name) { return true }
        }
        return false
    }

    /// - Parameter isSecret: whether the value stands below a secret name.
    private static func add(_ value: JSONValue, isSecret: Bool, _ names: SecretNames, to values: inout [String]) {
        switch value {
        case .string(let text): if isSecret { values.append(text) }
        case .number(let number): if isSecret { values.append(number.text) }
        case .null, .bool: break
        case .array(let items): for item in items { add(item, isSecret: isSecret, names, to: &values) }
        case .object(let object):
            for member in object.members {
                add(member.value, isSecret: isSecret || names.contains(member.name), names, to: &values)
            }
        }
    }
}

/// A URL as messages show it.
package enum ShownURL {
    /// Replaces the password and the values of secret query parameters, such as `api_key`, with `***`.
    package static func of(_ url: String) -> String { SecretNames.documented.hidden(inURL: url) }
}
