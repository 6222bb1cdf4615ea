import BatonJSON

/// Where a request goes.
struct PostmanAddress {
    var url: ImportText
    var query: [ImportedField] = []
}

/// The parts of a URL as Postman has them, each with templates in it.
private struct PostmanURL {
    /// What stands before the path: scheme, user, host and port.
    var origin = ""
    var path: [String]?
    var query: [JSONValue] = []
    /// The values of `:name` in the path, by name.
    var variables: [String: String] = [:]

    init(_ value: JSONValue) {
        for variable in value[at: "variable"].list where !variable.isDisabled {
            guard let name = variable.first("key", "id").plainText else { continue }
            variables[name] = variable[at: "value"].plainText
        }
        let isWritten = value[at: "host"].isNull && value[at: "path"].isNull
        if let text = value.stringValue ?? (isWritten ? value[at: "raw"].plainText : nil) {
            read(trimmed(text))
            if !value[at: "query"].list.isEmpty { query = value[at: "query"].list }
            return
        }
        if let scheme = value[at: "protocol"].plainText, !scheme.isEmpty {
            origin += scheme.hasSuffix("://") ? scheme : scheme + "://"
        }
        if let user = value[at: "auth"][at: "user"].plainText {
            origin += user + (value[at: "auth"][at: "password"].plainText.map { ":" + $0 } ?? "") + "@"
        }
        origin +=
            value[at: "host"].arrayValue.map { $0.map(\.anyText).joined(separator: ".") } ?? value[at: "host"].anyText
        if let port = value[at: "port"].plainText, !port.isEmpty { origin += ":" + port }
        readPath(value[at: "path"])
        if let text = value[at: "query"].stringValue {
            query = Self.parameters(text)
        } else {
            query = value[at: "query"].list
        }
    }

    private mutating func readPath(_ value: JSONValue) {
        if let segments = value.arrayValue {
            path = segments.map { $0[at: "value"].plainText ?? $0.anyText }
        } else if let text = value.plainText, !text.isEmpty {
            path = (text.hasPrefix("/") ? String(text.dropFirst()) : text).split(
                separator: "/", omittingEmptySubsequences: false
            ).map(String.init)
        }
    }

    /// Reads a URL that is written in one piece; the part behind `#` is never sent.
    private mutating func read(_ text: String) {
        let address = Self.parts(text, at: "#", most: 2)[0]
        let parts = Self.parts(address, at: "?", most: 2)
        if parts.count > 1 { query = Self.parameters(parts[1]) }
        let authority = parts[0].firstRange(of: "://")?.upperBound ?? parts[0].startIndex
        let segments = Self.parts(String(parts[0][authority...]), at: "/", most: .max)
        origin = parts[0][..<authority] + segments[0]
        if segments.count > 1 { path = Array(segments.dropFirst()) }
    }

    private static func parameters(_ text: String) -> [JSONValue] {
        parts(text, at: "&", most: .max).filter { !$0.isEmpty }.map { part in
            let pair = parts(part, at: "=", most: 2)
            return ["key": .string(pair[0]), "value": pair.count > 1 ? .string(pair[1]) : .null]
        }
    }

    /// The parts between separators that stand in no template; at least one.
    private static func parts(_ text: String, at separator: Unicode.Scalar, most: Int) -> [String] {
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count, parts.count < most - 1 {
            if let end = PostmanTemplate.endOfName(in: bytes, from: index) {
                index = end + 2
                continue
            }
            if bytes[index] == UInt8(ascii: separator) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                start = index + 1
            }
            index += 1
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}

extension PostmanReader {
    mutating func address(_ value: JSONValue) -> PostmanAddress {
        let parts = PostmanURL(value)
        if parts.origin.isEmpty, parts.path == nil {
            note(.lost, "url", "url", "The request has no URL.", advice: "Write its URL.")
        }
        var url = origin(parts.origin)
        if let path = parts.path {
            for segment in path {
                url.append(.literal("/"))
                url.append(self.segment(segment, parts.variables))
            }
        }
        let parameters = parts.query.filter { !$0[at: "key"].anyText.isEmpty || !$0[at: "value"].anyText.isEmpty }
        let sent = parameters.filter { !$0.isDisabled }
        // A parameter without a value has no `=`: `?b`.
        let isWritten = sent.contains {
            $0[at: "value"].isNull || !isSameInQuery($0[at: "key"].anyText)
                || !isSameInQuery($0[at: "value"].anyText)
        }
        if isWritten { url.append(written(sent)) }
        let fields = (isWritten ? parameters.filter(\.isDisabled) : parameters).map { parameter in
            field(parameter, place: "query") { PostmanEscapes.decoded($0) }
        }
        return PostmanAddress(url: url, query: fields)
    }

    // MARK: origin and path

    /// Postman sends what has no scheme over HTTP.
    private mutating func origin(_ written: String) -> ImportText {
        var text = ImportText()
        var rest = written
        let template = PostmanTemplate(written)
        if case .name(let name)? = template.pieces.first {
            let behind = template.pieces.count > 1 ? template.pieces[1] : .literal("")
            let isScheme = behind.literal?.hasPrefix("://") == true
            if !isScheme, let value = variables.literal(of: name), !value.isEmpty, !value.contains("://") {
                text.append(.literal("http://"))
            }
        } else if !written.contains("://"), !written.isEmpty {
            text.append(.literal("http://"))
        }
        // `user:password@` before the host.
        if let at = rest.lastIndex(of: "@") {
            let start = rest.firstRange(of: "://")?.upperBound ?? rest.startIndex
            if start < at, let colon = rest[start..<at].firstIndex(of: ":") {
                text.append(self.text(String(rest[...colon])))
                let password = String(rest[rest.index(after: colon)..<at])
                text.append(secretText(password, wanted: "password", place: "url"))
                rest = String(rest[at...])
            }
        }
        text.append(self.text(rest))
        return text
    }

    /// `:name` at the beginning of a segment is a variable of the path; a point ends its name.
    private mutating func segment(_ segment: String, _ variables: [String: String]) -> ImportText {
        guard segment.hasPrefix(":") else { return text(segment) }
        let name = String(segment.dropFirst().prefix { $0 != "." })
        guard let value = variables[name], !value.isEmpty else { return text(segment) }
        var text =
            NamedSecrets.isSecret(name) ? secretText(value, wanted: name, place: "url") : self.text(value)
        text.append(self.text(String(segment.dropFirst(name.count + 1))))
        return text
    }

    // MARK: query

    /// Whether a parameter that is encoded as data arrives as the one that Postman sends, which encodes only what a URL
    /// cannot hold: `+` stays `+`.
    private func isSameInQuery(_ text: String) -> Bool {
        PostmanTemplate(text).pieces.allSatisfy { piece in
            switch piece {
            case .literal(let literal): return !literal.contains("+") && PostmanEscapes.isText(literal)
            case .name(let name):
                guard let value = variables.literal(of: name) else { return true }
                return !value.contains("+") && !PostmanEscapes.hasEscape(value)
            }
        }
    }

    private mutating func written(_ parameters: [JSONValue]) -> ImportText {
        var text = ImportText()
        for (index, parameter) in parameters.enumerated() {
            text.append(.literal(index == 0 ? "?" : "&"))
            let name = parameter[at: "key"].anyText
            text.append(self.text(name))
            guard !parameter[at: "value"].isNull else { continue }
            text.append(.literal("="))
            let value = parameter[at: "value"].anyText
            text.append(
                NamedSecrets.isSecret(name) ? secretText(value, wanted: name, place: "query") : self.text(value))
        }
        return text
    }

    /// A parameter or a field of a form.
    mutating func field(
        _ value: JSONValue, place: String, _ read: (String) -> String = { $0 }
    ) -> ImportedField {
        let name = value[at: "key"].anyText
        let written = value[at: "value"].anyText
        let isDisabled = value.isDisabled
        let content =
            if isDisabled {
                masked(written, field: name)
            } else if NamedSecrets.isSecret(name) {
                secretText(read(written), wanted: name, place: place)
            } else {
                text(read(written))
            }
        return ImportedField(
            name: isDisabled ? ImportText(name) : text(read(name)), value: content,
            description: value.descriptionText, isDisabled: isDisabled)
    }

    func literalText(_ text: String) -> ImportText { ImportText(text) }
}

extension PostmanTemplate.Piece {
    var literal: String? { if case .literal(let text) = self { text } else { nil } }
}

/// Percent-encoding as it stands in a URL.
enum PostmanEscapes {
    /// The text that escapes mean; one that begins no escape stays.
    static func decoded(_ text: String) -> String { decode(text) ?? text }

    /// Whether the escapes mean a text without control characters, so that it can be written as one.
    static func isText(_ text: String) -> Bool {
        guard let decoded = decode(text) else { return false }
        return decoded.utf8.elementsEqual(text.utf8)
            || !decoded.unicodeScalars.contains { $0.value < 0x20 }
                && !decoded.contains("{{")
    }

    static func hasEscape(_ text: String) -> Bool {
        decode(text).map { !$0.utf8.elementsEqual(text.utf8) } ?? true
    }

    private static func decode(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
