import BatonHTTP
import BatonJSON
import BatonSecrets

/// The texts of an exchange that hold a secret. A contract takes texts apart, into lists, objects and values of parameters: a
/// part of such a text is hidden in its words as the whole is.
struct ContractSecrecy {
    private let names: SecretNames
    private let maskWhole: (String) -> String
    private var texts: [String] = []

    init(_ names: SecretNames, mask: @escaping (String) -> String) {
        self.names = names
        maskWhole = mask
    }

    /// - Parameter headers: all headers that are sent, those of the session too.
    mutating func add(_ request: Request, _ headers: Headers) {
        add(headers)
        addPairs(request.url.query ?? "")
        for segment in request.url.path.split(separator: "/") { add("", Self.decoded(segment)) }
        switch request.body {
        case .none, .file: break
        case .bytes(let bytes, let type):
            let text = String(decoding: bytes, as: UTF8.self)
            let type = headers["content-type"] ?? type ?? ""
            switch MediaType.kind(of: type) {
            case .form: addPairs(text)
            case .json: if let value = try? JSONParser.parse(bytes) { add("", value) }
            default: add("", text)
            }
        case .multipart(let parts):
            for part in parts {
                if case .bytes(let bytes) = part.content { add(part.name, String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }

    mutating func add(_ headers: Headers) {
        for field in headers {
            add(field.name, field.value)
            guard field.name.lowercased() == "cookie" else { continue }
            for pair in field.value.split(separator: ";") { addPair(pair) }
        }
    }

    /// The text, hidden if it is a part of one that holds a secret.
    func mask(_ text: String) -> String {
        let isPart = !text.isEmpty && texts.contains { $0.contains(text) }
        return isPart ? Redactor.mask : maskWhole(text)
    }

    private mutating func addPairs(_ query: String) {
        for pair in query.split(separator: "&") { addPair(pair) }
    }

    private mutating func addPair(_ pair: Substring) {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = halves.count > 1 ? halves[1] : ""
        let name = Self.decoded(halves[0].drop { $0 == " " })
        add(name, Self.decoded(value))
        add(name, Self.decoded(value.replacing("+", with: " ")[...]))
        add(name, String(value))
    }

    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentEncoding.decode(String(text)), as: UTF8.self)
    }

    private mutating func add(_ name: String, _ value: JSONValue) {
        switch value {
        case .object(let object): for member in object.members { add(member.name, member.value) }
        case .array(let items): for item in items { add(name, item) }
        case .string(let text): add(name, text)
        case .number, .bool, .null: break
        }
    }

    private mutating func add(_ name: String, _ text: String) {
        guard !text.isEmpty else { return }
        if names.contains(name) || SecretNames.isSecretHeader(name) || maskWhole(text) != text { texts.append(text) }
    }
}
