import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Recognises a file of Hurl, of which every line would be a mistake of YAML.
enum HurlFile {
    /// The finding about the file; nil unless its first line that is no comment is a request line, `GET /items`.
    static func finding(_ file: SourceFile) -> Diagnostic? {
        guard let start = firstWritten(in: file.bytes), (65...90).contains(file.bytes[start]) else { return nil }
        let rest = file.bytes[start...]
        let line = rest[..<(rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? rest.endIndex)]
        guard isRequestLine(String(decoding: line.prefix(longest), as: UTF8.self)) else { return nil }
        return Diagnostic(
            "workflow.wrong-type", "a workflow file wants a map, this is a request line",
            at: SourceRange(file: file, line.startIndex..<line.endIndex),
            help: "this looks like a Hurl file; a workflow is YAML: `steps:`, and below it `- get: /path`")
    }

    /// The first byte that is neither blank nor part of a comment.
    private static func firstWritten(in bytes: [UInt8]) -> Int? {
        var isInComment = false
        return bytes.firstIndex { byte in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isInComment = false
            case UInt8(ascii: "#"): isInComment = true
            case UInt8(ascii: " "): break
            default: return !isInComment
            }
            return false
        }
    }

    /// Bytes of the line that are looked at.
    private static let longest = 200

    private static func isRequestLine(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].allSatisfy(\.isUppercase) else { return false }
        let isURL = ["http://", "https://", "/", "{{", "$"].contains { words[1].hasPrefix($0) }
        return isURL && Language.Methods.names.contains(words[0].lowercased())
    }
}
