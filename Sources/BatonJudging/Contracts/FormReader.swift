import BatonHTTP
import BatonJSON
import BatonJSONSchema

/// Reads the fields of a form as the object that its schema describes, each as `encoding` says (OpenAPI 3.1, Encoding
/// Object).
struct FormReader {
    let encodings: [String: Contract.Encoding]
    /// What the schema says of the whole form.
    let reach: JSONSchema.Reach

    /// `application/x-www-form-urlencoded`.
    func value(_ pairs: WrittenPairs) throws(MisplacedText) -> WrittenValue {
        let members = try members(pairs) { name throws(MisplacedText) in
            let texts = pairs.texts(of: name).map(pairs.decode)
            guard case .content(let kind)? = encodings[name]?.notation else {
                // A property that is an object, or a list of them, is written as JSON.
                return texts.map { text in
                    WrittenValue.container(text).map { .either([.text(text), $0]) } ?? .text(text)
                }
            }
            return try texts.map { text throws(MisplacedText) in try WrittenValue(text, as: kind) }
        }
        let ways = explodedObjects(members) { encodings[$0] == nil }
        // Without `encoding`, OpenAPI 3.0 writes the members of an object, and 3.1 JSON.
        return exploded(members) ?? .either([.object(members)] + ways)
    }

    /// `multipart/form-data`.
    func value(_ parts: [MultipartPart]) throws(MisplacedText) -> WrittenValue {
        let pairs = WrittenPairs(fields: parts.map { ($0.name, $0.text ?? "") })
        let byName = Dictionary(grouping: parts) { $0.name }
        let members = try members(pairs) { name throws(MisplacedText) in
            try (byName[name] ?? []).map { part throws(MisplacedText) in try value(part) }
        }
        return exploded(members) ?? .object(members)
    }

    /// The properties by their names; those with a style as it writes them.
    ///
    /// - Parameter plain: the values of a name without a style.
    private func members(
        _ pairs: WrittenPairs, plain: (String) throws(MisplacedText) -> [WrittenValue]
    ) throws(MisplacedText) -> [Member] {
        var members: [Member] = []
        for (name, encoding) in encodings.sorted(by: { $0.key < $1.key }) {
            guard case .styled(.deepObject, _)? = encoding.notation,
                let value = try StyleReader(name: name, style: .deepObject, explodes: true, decode: pairs.decode)
                    .value(in: pairs, takesObject: true, isOther: { _ in false })
            else { continue }
            members.append((name, value))
        }
        let deep = members.map { $0.name + "[" }
        var seen: Set<String> = []
        for (name, _) in pairs.pairs where seen.insert(name).inserted && !deep.contains(where: name.hasPrefix) {
            do {
                if case .styled(let style, let explodes)? = encodings[name]?.notation,
                    let value = try StyleReader(name: name, style: style, explodes: explodes, decode: pairs.decode)
                        .value(in: pairs, takesObject: false, isOther: { _ in false })
                {
                    members.append((name, value))
                } else {
                    members.append((name, Self.repeated(try plain(name))))
                }
            } catch {
                throw error.at(name)
            }
        }
        return members
    }

    // MARK: - Objects whose members are fields

    private typealias Member = (name: String, value: WrittenValue)

    /// The form with an object that `encoding` writes as its members; nil where there is none.
    private func exploded(_ members: [Member]) -> WrittenValue? {
        explodedObjects(members) { name in
            if case .styled(.form, true)? = encodings[name]?.notation { true } else { false }
        }.first
    }

    /// The form with fields that no property has by name as the members of an object that is not there by its own name.
    private func explodedObjects(_ members: [Member], _ isCandidate: (String) -> Bool) -> [WrittenValue] {
        let declared = Set(reach.declaredNames)
        let loose = members.filter { !declared.contains($0.name) && encodings[$0.name] == nil }
        if loose.isEmpty { return [] }
        let kept = members.filter { declared.contains($0.name) || encodings[$0.name] != nil }
        return reach.declaredNames.filter { name in
            isCandidate(name) && !members.contains { $0.name == name } && reach.member(name).types.contains(.object)
        }.map { .object(kept + [($0, .object(loose))]) }
    }

    // MARK: - Parts

    private func value(_ part: MultipartPart) throws(MisplacedText) -> WrittenValue {
        let type = part.sentContentType ?? "text/plain"
        let encoding = encodings[part.name]
        if let types = encoding?.types, !types.isEmpty, types.closest(to: type, { $0 }) == nil {
            throw MisplacedText("a part of \(types.map(\.text).joined(separator: " or "))", type)
        }
        if let header = encoding?.headers.first(where: \.isRequired) {
            throw MisplacedText("a part with the header `\(header.name)`", "a part without it", isText: false)
        }
        guard let text = part.text else { return .unread }
        return try WrittenValue(text, as: ContentKind(type))
    }

    /// One value where there may be a list of them.
    private static func repeated(_ values: [WrittenValue]) -> WrittenValue {
        guard values.count == 1, let value = values.first else { return .list(values) }
        return .either([value, .list([value])] + (value.isEmptyText ? [.list([])] : []))
    }
}

extension WrittenValue {
    /// Content of a media type. Throws for JSON that is none.
    init(_ text: String, as kind: ContentKind) throws(MisplacedText) {
        switch kind {
        case .json:
            guard let value = try? JSONParser.parse(Array(text.utf8)) else { throw MisplacedText("JSON", text) }
            self = .known(value)
        case .text: self = .text(text)
        case .form, .multipart, .other: self = .unread
        }
    }

    /// A list or an object that is written as JSON; nil for other texts.
    static func container(_ text: String) -> WrittenValue? {
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let value = try? JSONParser.parse(Array(text.utf8))
        else { return nil }
        return .known(value)
    }
}

extension MisplacedText {
    /// The same in a field of a form.
    fileprivate func at(_ name: String) -> MisplacedText {
        var error = self
        error.field = name
        return error
    }
}

extension MultipartPart {
    /// The bytes as text; nil for a file, which is not read.
    var text: String? {
        guard case .bytes(let bytes) = content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
