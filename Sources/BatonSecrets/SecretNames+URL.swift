extension SecretNames {
    /// A URL with `***` for its password and for query parameters with secret names.
    package func hidden(inURL url: String) -> String {
        var url = url
        return url.withUTF8 { bytes -> String? in
            let places = places(inURL: bytes)
            return places.isEmpty ? nil : Redactor.masking(bytes, places)
        } ?? url
    }

    /// The password of a URL and the values of query parameters with secret names, as they are written.
    package func values(inURL url: String) -> [String] {
        let bytes = Array(url.utf8)
        return bytes.withUnsafeBufferPointer(places).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The places of passwords and secret query parameters in a URL, or in a text with URLs; in order.
    package func places(inURL text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        // Most URLs have neither.
        guard text.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return [] }
        return Redactor.joined(passwords(in: text) + parameters(in: text))
    }

    /// All between the first `:` of an authority and its last `@`. In a text that begins with a URL, a port that is no
    /// number is a password too: its `/`, `?` or `#` ends the authority early, or the host was forgotten.
    private func passwords(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let lastAt = text.lastIndex(of: UInt8(ascii: "@")) ?? 0
        var index = 0
        while let start = nextAuthority(in: text, from: index) {
            let end = text[start...].firstIndex { "/?# \"`".utf8.contains($0) } ?? text.count
            index = end
            let authority = text[start..<end]
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                if let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":")) { places.append(colon + 1..<at) }
                continue
            }
            let isFirst = text[..<(start - 3)].allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
            guard isFirst, authority.last != UInt8(ascii: "]"), let colon = authority.lastIndex(of: UInt8(ascii: ":")),
                let first = authority[(colon + 1)...].first(where: { !(0x30...0x39 ~= $0) }), !"${".utf8.contains(first)
            else { continue }
            index = max(lastAt, end)
            places.append(colon + 1..<index)
        }
        return places
    }

    /// Where the next authority begins, behind `://`.
    private func nextAuthority(in text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        var index = index
        while index + 2 < text.count {
            if text[index] == UInt8(ascii: ":"), text[index + 1] == UInt8(ascii: "/"),
                text[index + 2] == UInt8(ascii: "/")
            {
                return index + 3
            }
            index += 1
        }
        return nil
    }

    /// The name of a parameter, without its percent-encoding: servers read `%74oken` as `token`.
    private static func decoded(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard name.contains(UInt8(ascii: "%")) else { return String(decoding: name, as: UTF8.self) }
        var bytes: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func parameters(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var index = text.firstIndex { "?#".utf8.contains($0) } ?? text.count
        while index < text.count {
            let start = index + 1
            let end = text[start...].firstIndex { "?&#\"` ".utf8.contains($0) } ?? text.count
            if let equals = text[start..<end].firstIndex(of: UInt8(ascii: "=")), equals + 1 < end,
                contains(Self.decoded(text[start..<equals]))
            {
                places.append(equals + 1..<end)
            }
            // What follows another sign is no parameter until the next `?` or `#`.
            let isNext = end < text.count && "?&#".utf8.contains(text[end])
            index = isNext ? end : text[end...].firstIndex { "?#".utf8.contains($0) } ?? text.count
        }
        return places
    }
}
