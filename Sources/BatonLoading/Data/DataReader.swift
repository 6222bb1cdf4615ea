import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The format of a file of rows.
enum DataFormat: Sendable, Hashable {
    case csv(CSVSeparator)
    case json, yaml, lines

    /// The format of a key of `for_each` and `rows`; nil for any other key.
    ///
    /// - Parameter separator: for `csv`.
    init?(_ key: String, separator: CSVSeparator) {
        switch key {
        case "csv": self = .csv(separator)
        case "json": self = .json
        case "yaml": self = .yaml
        case "lines": self = .lines
        default: return nil
        }
    }
}

/// Turns the bytes of a data file into its rows.
enum DataReader {
    static func rows(_ bytes: [UInt8], _ format: DataFormat) throws(DataError) -> [JSONValue] {
        let text = try text(bytes)
        switch format {
        case .csv(let separator):
            do throws(CSVError) {
                return try CSVDocument.parse(text, separator).objects
            } catch {
                throw DataError(message: error.message, line: error.line)
            }
        case .lines:
            return lines(of: text)
        case .json:
            let value: JSONValue
            do throws(JSONParseError) {
                value = try JSONParser.parse(text)
            } catch {
                throw DataError(message: "it is not JSON: \(error.description)", line: nil)
            }
            return try list(value)
        case .yaml:
            let sink = DiagnosticSink()
            let root = YAMLComposer.compose(SourceFile(path: "", text: text), into: sink)
            if let problem = sink.diagnostics.first(where: { $0.severity == .error }) {
                throw DataError(message: problem.message.text, line: problem.range?.start.line)
            }
            return try list(root?.json ?? .null)
        }
    }

    /// The lines as texts. Only LF and CR LF end a line; empty lines are left out.
    private static func lines(of text: String) -> [JSONValue] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return content.isEmpty ? nil : .string(String(Substring(content)))
        }
    }

    /// The bytes as UTF-8 text; a byte order mark is skipped, because Excel writes one.
    private static func text(_ bytes: [UInt8]) throws(DataError) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw DataError(message: "the file is UTF-16; save it as UTF-8", line: nil)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let text = String(validating: bytes[start...], as: UTF8.self) { return text }
        throw DataError(message: "the file is not UTF-8", line: nil)
    }

    /// Throws for bytes that are no UTF-8.
    static func checkText(_ bytes: [UInt8]) throws(DataError) { _ = try text(bytes) }

    private static func list(_ value: JSONValue) throws(DataError) -> [JSONValue] {
        guard case .array(let values) = value else {
            throw DataError(message: "it holds \(value.article), not a list", line: nil)
        }
        return values
    }
}

extension JSONValue {
    fileprivate var article: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "a map"
        }
    }
}
