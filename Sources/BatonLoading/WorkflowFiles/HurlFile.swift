import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Recognises a file of Hurl, of which every line would be a mistake of YAML.
enum HurlFile {
    /// The finding about the file; nil unless its first line that is no comment is a request line, `GET /items`.
    static func finding(_ file: SourceFile) -> Diagnostic? {
        for number in 1...file.lineStarts.count {
            let line = file.byteRange(ofLine: number)
            guard let start = file.bytes[line].firstIndex(where: { $0 != UInt8(ascii: " ") }),
                file.bytes[start] != UInt8(ascii: "#")
            else { continue }
            let text = String(decoding: file.bytes[start..<min(line.upperBound, start + longest)], as: UTF8.self)
            guard isRequestLine(text) else { return nil }
            return Diagnostic(
                "workflow.wrong-type", "a workflow file wants a map, this is a request line",
                at: SourceRange(file: file, start..<line.upperBound),
                help: "this looks like a Hurl file; a workflow is YAML: `steps:`, and below it `- get: /path`")
        }
        return nil
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
