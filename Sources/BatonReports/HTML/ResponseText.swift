import BatonJSON
import BatonRecords
import BatonValues

/// A body as the report shows it: JSON with a member on each line, and the line of the value that is not as expected.
struct ResponseText {
    /// Maximum bytes of JSON that came on one line and is laid out here; longer JSON is when it is recorded.
    private static let longest = 240
    /// Number of failures and differences whose places are looked for.
    private static let mostPlaces = 20

    let text: String
    /// The first line that is not as expected, from 0; nil where it is not known.
    let line: Int?

    /// - Parameters:
    ///   - line: the line that is known to be at fault.
    ///   - failures: their paths are looked for in JSON.
    init(_ body: String?, line: Int? = nil, _ failures: [FailureRecord] = []) {
        guard let body, line == nil, body.utf8.count <= Self.longest, !body.contains("\n"),
            let value = try? JSONParser.parse(Array(body.utf8))
        else {
            text = body ?? ""
            self.line = line
            return
        }
        text = JSONWriter.pretty(value)
        let paths = failures.flatMap { [$0.check?.text].compactMap(\.self) + $0.differences.map(\.path.text) }
        self.line = paths.prefix(Self.mostPlaces).lazy.compactMap { path in
            (try? JSONPath.parse(path))?.place.flatMap { Self.line(of: $0.steps[...], in: value) }
        }.first { $0 > 0 }
    }

    /// The names of headers that are not as expected, in lower case.
    static func headers(of failures: [FailureRecord]) -> Set<String> {
        let mark = "headers."
        return Set(
            failures.compactMap { failure in
                guard let check = failure.check?.text, check.hasPrefix(mark) else { return nil }
                return check.dropFirst(mark.count).lowercased()
            })
    }

    /// The text before the line at fault, the line, and the rest; the text alone where no line is marked.
    func parts(limit: Int) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line, lines.indices.contains(line), text.utf8.count <= limit else {
            return [CutText.headAndTail(text, limit)]
        }
        let before = lines[..<line].map { "\($0)\n" }.joined()
        let indent = lines[line].prefix { $0 == " " }
        let after = lines[(line + 1)...].map { "\n\($0)" }.joined()
        return [before + indent, String(lines[line].dropFirst(indent.count)), after]
    }

    /// The line, from 0, at which the value begins in the laid out text; nil where the place is not there.
    private static func line(of steps: ArraySlice<JSONPlace.Step>, in value: JSONValue) -> Int? {
        guard let step = steps.first else { return 0 }
        var before = 1
        switch (step, value) {
        case (.name(let name), .object(let members)):
            for member in members.members {
                if member.name == name { return line(of: steps.dropFirst(), in: member.value).map { before + $0 } }
                before += height(of: member.value)
            }
        case (.index(let index), .array(let elements)) where elements.indices.contains(index):
            for element in elements[..<index] { before += height(of: element) }
            return line(of: steps.dropFirst(), in: elements[index]).map { before + $0 }
        default: break
        }
        return nil
    }

    private static func height(of value: JSONValue) -> Int {
        switch value {
        case .object(let object) where !object.isEmpty: 2 + object.members.reduce(0) { $0 + height(of: $1.value) }
        case .array(let elements) where !elements.isEmpty: 2 + elements.reduce(0) { $0 + height(of: $1) }
        default: 1
        }
    }
}
