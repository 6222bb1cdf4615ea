import BatonDiagnostics
import BatonYAML

extension TemplateReader {
    /// Reports each value in the notation of another tool in a text. In an argument of a program `${HOME}` is for a
    /// shell, and in a plain scalar the YAML reader reports what stands outside of quotes.
    ///
    /// - Parameters:
    ///   - text: the text of the node.
    ///   - range: the part of the text, in UTF-8; nil for the whole.
    /// - Returns: whether there is one.
    @discardableResult
    func reportMarkers(in text: String, _ node: YAMLNode, _ range: Range<Int>? = nil, for use: Use = .any) -> Bool {
        guard use != .argument, text.utf8.contains(UInt8(ascii: "{")) else { return false }
        let bytes = Array(text.utf8)
        let range = range ?? 0..<bytes.count
        var markers = TemplateMarker.ranges(bytes, in: range, isURL: use == .url)
        if node.style == .plain {
            let quoted = QuotedPart.all(in: text, range)
            markers.removeAll { marker in
                let isSingle =
                    bytes[marker.lowerBound] == UInt8(ascii: "{") && bytes[marker.lowerBound + 1] != UInt8(ascii: "{")
                return !isSingle && !quoted.contains { $0.contains(marker.lowerBound) }
            }
        }
        for marker in markers {
            let written = String(decoding: bytes[marker], as: UTF8.self)
            sink.report(
                .templateMarker(
                    written, literal: Self.literal(written, in: node), at: TextPlace(node: node).range(marker)))
        }
        return !markers.isEmpty
    }

    /// How a text is written that looks like a template, with the quotes that its place needs.
    static func literal(_ text: String, in node: YAMLNode) -> String {
        switch node.style {
        case .doubleQuoted: "$(\\\"\(text)\\\")"
        default: "$(\"\(text)\")"
        }
    }

    /// Whether a text holds a value in the notation of another tool.
    static func holdsMarker(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "{"))
            && !TemplateMarker.ranges(Array(text.utf8), in: 0..<text.utf8.count).isEmpty
    }
}
