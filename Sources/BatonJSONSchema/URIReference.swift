/// A URI or a reference to one in its five parts (RFC 3986, section 3).
///
/// Every text has such parts; whether its characters may stand in a URI is not asked here.
package struct URIReference: Sendable, Hashable {
    package private(set) var scheme: String?
    package private(set) var authority: String?
    package private(set) var path = ""
    package private(set) var query: String?
    /// As written: percent-encoded.
    package var fragment: String?

    package init(_ text: String) {
        var rest = text.utf8[...]
        func string(_ part: Substring.UTF8View) -> String { String(Substring(part)) }
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = string(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = string(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let end = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            rest[end] == UInt8(ascii: ":"), Self.isScheme(rest[..<end])
        {
            scheme = string(rest[..<end]).lowercased()
            rest = rest[rest.index(after: end)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = string(rest[..<end])
            rest = rest[end...]
        }
        path = string(rest)
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
        return text.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    package var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    package var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// What the reference means where `base` is what it stands in (section 5.2.2).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    if query == nil { target.query = base.query }
                    return target
                }
                if !path.utf8.starts(with: "/".utf8) { target.path = base.merged(with: path) }
            }
        }
        target.path = Self.withoutDots(target.path)
        return target
    }

    /// Section 5.2.3.
    private func merged(with path: String) -> String {
        if authority != nil, self.path.isEmpty { return "/" + path }
        guard let slash = self.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(self.path[...slash]) + path
    }

    /// Section 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [String] = []
        for (position, part) in parts.enumerated() {
            let name = String(Substring(part))
            let isLast = position == parts.count - 1
            switch name {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(name)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The text that escapes such as `%25` stand for; nil when what they give is not UTF-8 or an escape is broken.
    package static func unescaped(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }

    /// A path of the file system as a `file:` URI.
    package init(file path: String) {
        scheme = "file"
        authority = ""
        var escaped: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in path.utf8 {
            let isPlain =
                (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "/-._~".utf8.contains(byte)
            if isPlain {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        self.path = String(decoding: escaped, as: UTF8.self)
    }

    /// The path of the file system that a `file:` URI names.
    package var filePath: String? {
        guard scheme == "file", authority == nil || authority == "" else { return nil }
        return Self.unescaped(path)
    }
}
