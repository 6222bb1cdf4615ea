import BatonValues

/// The links in the `Link` headers of a response (RFC 8288).
package enum LinkHeader {
    /// The target of the response's first link with that relation, as written; nil without such a link.
    package static func target(_ relation: String, of response: Response) -> String? {
        let wanted = relation.lowercased()
        return links(of: response).first { $0.relations.contains { $0.lowercased() == wanted } }?.target
    }

    /// The relations of all links of the response, as written.
    package static func relations(of response: Response) -> [String] { links(of: response).flatMap(\.relations) }

    /// The links of the response itself: one with another `anchor` is a link of that (section 3.2).
    private static func links(of response: Response) -> [(target: String, relations: [String])] {
        var links: [(target: String, relations: [String])] = []
        for value in response.headers.references("link") {
            var reader = Reader(bytes: Array(value.utf8))
            while let link = reader.link() {
                if let anchor = link.anchor, !isAddress(anchor, of: response) { continue }
                links.append((link.target, link.relations.split { $0 == " " || $0 == "\t" }.map(String.init)))
            }
        }
        return links
    }

    private static func isAddress(_ anchor: String, of response: Response) -> Bool {
        guard let url = try? response.url.resolving(anchor) else { return false }
        return url.text == response.url.text && url.fragment == nil
    }

    /// Reads `<target>; rel="next"; title="a, b", <…>`.
    private struct Reader {
        let bytes: [UInt8]
        var cursor = 0

        /// Reads one link; nil at the end and at text that is not a link.
        mutating func link() -> (target: String, relations: String, anchor: String?)? {
            skip { $0 == UInt8(ascii: ",") || $0.isBlank }
            guard take(UInt8(ascii: "<")) else { return nil }
            let target = text { $0 != UInt8(ascii: ">") }
            guard take(UInt8(ascii: ">")) else { return nil }
            var relations: String?
            var anchor: String?
            while true {
                skip(\.isBlank)
                guard take(UInt8(ascii: ";")) else { break }
                skip(\.isBlank)
                let name = text { !$0.isBlank && !"=;,".utf8.contains($0) }
                skip(\.isBlank)
                let value = take(UInt8(ascii: "=")) ? parameterValue() : ""
                // Only the first `rel` counts (section 3.3).
                if name.lowercased() == "rel", relations == nil { relations = value }
                if name.lowercased() == "anchor", anchor == nil { anchor = value }
            }
            return (target, relations ?? "", anchor)
        }

        private mutating func parameterValue() -> String {
            skip(\.isBlank)
            guard take(UInt8(ascii: "\"")) else { return text { !$0.isBlank && !";,".utf8.contains($0) } }
            var value: [UInt8] = []
            while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\"") {
                if bytes[cursor] == UInt8(ascii: "\\"), cursor + 1 < bytes.count { cursor += 1 }
                value.append(bytes[cursor])
                cursor += 1
            }
            _ = take(UInt8(ascii: "\""))
            return String(decoding: value, as: UTF8.self)
        }

        private mutating func text(while isPart: (UInt8) -> Bool) -> String {
            let start = cursor
            skip(isPart)
            return String(decoding: bytes[start..<cursor], as: UTF8.self)
        }

        private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
            while cursor < bytes.count, isSkipped(bytes[cursor]) { cursor += 1 }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard cursor < bytes.count, bytes[cursor] == byte else { return false }
            cursor += 1
            return true
        }
    }
}

/// The `Retry-After` header (RFC 9110, 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    /// The seconds to wait from now; nil if the header is missing or invalid.
    ///
    /// - Parameter now: seconds since 1970.
    package static func seconds(_ headers: Headers, now: Int64) -> Int64? {
        guard let text = headers.first("retry-after"), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(\.isDigit) { return Int64(text) ?? .max }
        return CookieDate.parse(text).map { max(0, $0 - now) }
    }
}
