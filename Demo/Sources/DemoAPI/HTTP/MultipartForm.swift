/// The parts of a `multipart/form-data` body (RFC 7578).
struct MultipartForm {
    struct Part {
        var name: String
        var filename: String?
        var type: String?
        var content: [UInt8]
    }

    var parts: [Part]

    /// Nil when the body does not match the boundary.
    init?(contentType: String, body: [UInt8]) {
        guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // Without a preamble, no line break comes before the first delimiter, so one is added.
        let sections = Self.split(Array("\r\n".utf8) + body, by: delimiter)
        guard sections.count > 2 || sections.count == 2 && sections[1].starts(with: "--".utf8),
            let last = sections.last, last.starts(with: "--".utf8)
        else { return nil }
        parts = []
        for section in sections.dropFirst().dropLast() {
            guard let part = Self.part(section) else { return nil }
            parts.append(part)
        }
    }

    private static func part(_ section: ArraySlice<UInt8>) -> Part? {
        let blankLine = Array("\r\n\r\n".utf8)
        guard let gap = firstIndex(of: blankLine, in: section) else { return nil }
        let lines = String(decoding: section[..<gap], as: UTF8.self).split(separator: "\r\n")
        let headers = lines.compactMap { line -> HeaderField? in
            let halves = line.split(separator: ":", maxSplits: 1)
            return halves.count == 2 ? HeaderField(String(halves[0]), halves[1].trimmingBlanks()) : nil
        }
        guard let disposition = headers.first("Content-Disposition"),
            let name = parameter("name", of: disposition)
        else { return nil }
        return Part(
            name: name, filename: parameter("filename", of: disposition),
            type: headers.first("Content-Type"), content: Array(section[(gap + blankLine.count)...]))
    }

    /// The value of a header parameter, quoted or not. In quotes a backslash escapes the next character.
    static func parameter(_ name: String, of header: String) -> String? {
        var quoted = false
        var escaped = false
        var pieces = [""]
        for character in header {
            if escaped {
                pieces[pieces.count - 1].append(character)
                escaped = false
            } else if quoted, character == "\\" {
                escaped = true
            } else if character == "\"" {
                quoted.toggle()
            } else if character == ";", !quoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        for piece in pieces.dropFirst() {
            let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if halves.count == 2, halves[0].trimmingBlanks().lowercased() == name {
                return String(halves[1])
            }
        }
        return nil
    }

    private static func split(_ bytes: [UInt8], by delimiter: [UInt8]) -> [ArraySlice<UInt8>] {
        var sections: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let index = firstIndex(of: delimiter, in: rest) {
            sections.append(rest[..<index])
            rest = rest[(index + delimiter.count)...]
        }
        return sections + [rest]
    }

    private static func firstIndex(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (bytes.startIndex...(bytes.endIndex - needle.count)).first { start in
            bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
        }
    }
}
