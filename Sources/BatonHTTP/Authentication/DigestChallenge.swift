/// The authentication schemes that a 401 offers (RFC 9110 section 11.6.1).
package enum OfferedSchemes {
    /// The names of the schemes as written, each once.
    package static func names(in headers: Headers) -> [String] {
        var names: [String] = []
        for header in headers.values("www-authenticate") {
            for item in DigestChallenge.items(of: header) {
                guard let word = item.split(separator: " ").first, !word.contains("="),
                    word.utf8.allSatisfy(isTokenByte)
                else { continue }
                let name = String(word.prefix(64))
                if !names.contains(where: { $0.lowercased() == name.lowercased() }) { names.append(name) }
            }
        }
        return names
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}

/// The digest challenges of a 401 (RFC 7616 section 3.3).
package enum DigestChallenge {
    /// The algorithms that the challenges want, as written; a challenge that names none wants MD5. Empty for a response
    /// without a digest challenge.
    package static func algorithms(in headers: Headers) -> [String] {
        headers.values("www-authenticate").flatMap { algorithms(in: $0) }
    }

    private static func algorithms(in header: String) -> [String] {
        var found: [String] = []
        var isDigest = false
        for item in items(of: header) {
            var item = item
            let words = item.split(separator: " ", maxSplits: 1)
            // A challenge begins with its scheme; further parameters have none in front.
            if let first = words.first, !first.contains("=") {
                isDigest = first.lowercased() == "digest"
                if isDigest { found.append("MD5") }
                item = words.count > 1 ? String(words[1]) : ""
            }
            guard isDigest, let equals = item.firstIndex(of: "=") else { continue }
            let name = item[..<equals].filter { $0 != " " }.lowercased()
            guard name == "algorithm" else { continue }
            let value = item[item.index(after: equals)...].filter { $0 != "\"" && $0 != " " }
            found[found.count - 1] = String(value.unicodeScalars.prefix(64))
        }
        return found
    }

    /// The parts between commas, those in quotes aside.
    fileprivate static func items(of header: String) -> [String] {
        var items: [String] = []
        var item = ""
        var isQuoted = false
        var isEscaped = false
        for character in header.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = isQuoted
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                items.append(item)
                item = ""
                continue
            }
            item.unicodeScalars.append(character)
        }
        items.append(item)
        return items.map { String($0.drop { $0 == " " || $0 == "\t" }) }
    }
}
