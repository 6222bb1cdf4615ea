import BatonJSON
import BatonLanguage
import BatonWorkflow

/// A path, and behind a NUL byte the document that it is tried on.
///
/// Every match is found again by its normalized path, and nowhere else; the error of a path that is none points into it.
enum JSONPathTarget {
    private static let document: JSONValue = [
        "a": [1, "b", ["a": ["a": .null], "x-y": [true, false, 2.5, "1"]], []], "b": "ab", "é": ["": [:]],
        "list": [["id": 1, "name": "Ada"], ["id": 2, "name": "Bo", "tags": ["x", "y"]], ["id": 3.0]],
    ]

    static func violation(in bytes: [UInt8]) -> String? {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts.first ?? [], as: UTF8.self)
        let root = parts.count > 1 ? (try? JSONParser.parse(Array(parts[1]))) ?? document : document
        let path: JSONPath
        do {
            path = try JSONPath.parse(text)
        } catch {
            let isWithin = error.range.upperBound <= text.utf8.count
            return isWithin && !error.message.isEmpty ? nil : "the error points out of the path: \(error.range)"
        }
        guard path.text == text else { return "the path does not keep its text" }
        do {
            return try violation(of: path, on: root)
        } catch {
            return error.message.isEmpty ? "a query was given up without a word" : nil
        }
    }

    private static func violation(
        of path: JSONPath, on root: JSONValue
    ) throws(JSONPathEvaluationError) -> String? {
        let values = try path.query(root, workLimit: 1_000_000)
        let nodes = try path.queryNodes(root, workLimit: 1_000_000)
        guard nodes.map(\.value) == values else { return "with and without places it finds different values" }
        for node in nodes.prefix(200) {
            guard let place = try? JSONPath.parse(node.path), place.isSingular else {
                return "the normalized path \(node.path) is no singular path"
            }
            guard place.singularValue(in: root) == node.value else { return "\(node.path) leads to another value" }
            guard try place.queryNodes(root).map(\.path) == [node.path] else { return "\(node.path) is not normal" }
        }
        guard path.isSingular else { return nil }
        guard path.singularValue(in: root) == values.first, values.count < 2 else {
            return "a singular path has two responses"
        }
        guard let reach = path.reach(in: root) else { return values.isEmpty ? "nothing says how far it led" : nil }
        return values.isEmpty && path.text.hasPrefix("$") && reach.path.hasPrefix("$") ? nil : "it led to its end"
    }
}

/// What is written reads back as the same value, digit by digit; a refusal has a place.
enum JSONTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        let value: JSONValue
        do {
            value = try JSONParser.parse(bytes)
        } catch {
            let hasPlace = (0...bytes.count).contains(error.offset) && error.line > 0 && error.column > 0
            return hasPlace && !error.message.isEmpty ? nil : "the error has no place: \(error)"
        }
        let compact = JSONWriter.compactBytes(value)
        guard let again = try? JSONParser.parse(compact) else { return "what was written compactly cannot be read" }
        guard again == value, again.hashValue == value.hashValue else { return "it is not equal once written and read" }
        guard JSONWriter.compactBytes(again) == compact else { return "it is written differently the second time" }
        guard let pretty = try? JSONParser.parse(JSONWriter.pretty(value)) else {
            return "what was written over lines cannot be read"
        }
        guard JSONWriter.compactBytes(pretty) == compact else { return "written over lines it is something else" }
        return nil
    }
}

/// Every row has as many fields as there are columns; a refusal names a line of the text.
enum CSVTarget {
    static func violation(in bytes: [UInt8]) -> String? {
        do {
            let document = try CSVDocument.parse(String(decoding: bytes, as: UTF8.self))
            return document.rows.allSatisfy { $0.count == document.columns.count }
                ? nil : "a row is too short or too long"
        } catch {
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            return (1...lines).contains(error.line) && !error.message.isEmpty ? nil : "line \(error.line) is not there"
        }
    }
}
