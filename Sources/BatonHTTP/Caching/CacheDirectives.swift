/// The directives of `Cache-Control` fields (RFC 9111 section 5.2), by their names in lower case.
package struct CacheDirectives: Sendable, Equatable {
    private var values: [String: String?] = [:]
    /// The directives that appear twice with different arguments.
    private var ambiguous: Set<String> = []

    /// Reads all `Cache-Control` fields together. Without any, `Pragma: no-cache` counts too (section 5.4).
    package init(_ headers: Headers) {
        let fields = headers.values("cache-control")
        for field in fields { read(field) }
        if fields.isEmpty, headers.values("pragma").contains(where: { $0.lowercased().contains("no-cache") }) {
            values["no-cache"] = .some(nil)
        }
    }

    package init(_ field: String) { read(field) }

    private mutating func read(_ field: String) {
        for part in Self.split(field) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.trimmed(String(pair[0])).lowercased()
            guard !name.isEmpty else { continue }
            let value = pair.count == 2 ? Self.unquoted(Self.trimmed(String(pair[1]))) : nil
            if let old = values[name], old != value { ambiguous.insert(name) }
            if values[name] == nil { values[name] = .some(value) }
        }
    }

    /// Whether the directive is present, with any argument. `no-cache="x"` applies to one field only (section 5.2.2.4),
    /// but a cache may apply it to the whole response, and this one does.
    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The number of seconds of a directive; nil if it is absent.
    package func seconds(_ name: String) -> Int64? {
        guard let value = values[name] else { return nil }
        // A contradictory or invalid number counts as stale (section 4.2.1).
        guard !ambiguous.contains(name), let value else { return 0 }
        return DeltaSeconds.parse(value) ?? 0
    }

    /// The seconds of `max-stale`, which without an argument allows any age (section 5.2.1.2).
    package var maxStale: Int64? {
        guard let value = values["max-stale"] else { return nil }
        guard let value else { return .max }
        return DeltaSeconds.parse(value) ?? 0
    }

    /// Splits at commas outside of quotes.
    private static func split(_ field: String) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                parts.append(String(decoding: part, as: UTF8.self))
                part = []
                continue
            }
            part.append(byte)
        }
        parts.append(String(decoding: part, as: UTF8.self))
        return parts
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = text.utf8.drop(while: isBlank)
        let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(Substring(start[..<end]))
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

/// A number of seconds (RFC 9111 section 1.2.2).
package enum DeltaSeconds {
    /// Nil for text that is not an unsigned number; a number above 2^31 becomes 2^31.
    package static func parse(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        let limit: Int64 = 1 << 31
        return text.utf8.reduce(0) { $0 >= limit ? limit : min(limit, $0 * 10 + Int64($1 - 0x30)) }
    }
}
