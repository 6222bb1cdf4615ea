import BatonDiagnostics
import BatonHTTP
import BatonJSON
package import BatonLanguage

/// The body of a response as a snapshot records it.
package struct SnapshotReading: Sendable {
    /// The kind of document, which decides the ending of the file.
    package enum Format: String, Sendable, CaseIterable {
        case json = "JSON"
        case xml = "XML"
        case html = "HTML"
        case text = "text"

        package var ending: String {
            switch self {
            case .json: "json"
            case .xml: "xml"
            case .html: "html"
            case .text: "txt"
            }
        }
    }

    /// The most bytes of a snapshot.
    package static let mostBytes = 5_000_000

    package let format: Format
    fileprivate let content: Content
    fileprivate let template: SnapshotTemplate

    fileprivate enum Content: Sendable {
        /// The document without what is ignored, with wildcards in place of the values that they match.
        case json(JSONValue)
        case text([UInt8])
    }

    /// The file's contents: JSON with sorted members, two spaces a level and a line end; text as it came.
    package var bytes: [UInt8] {
        switch content {
        case .json(let value): Array((JSONWriter.pretty(value.withSortedMembers) + "\n").utf8)
        case .text(let bytes): bytes
        }
    }

    /// What is compared of a file's contents: equal for two files that are the same snapshot.
    ///
    /// - Parameter bytes: the contents of a file of this format.
    package func comparable(_ bytes: [UInt8]) -> [UInt8] {
        switch (content, template.lineEnds) {
        case (.json, _), (.text, .exact): bytes
        case (.text, .alike): Self.withPlainLineEnds(bytes)
        }
    }

    /// LF for CR LF; any other CR stays.
    private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        guard bytes.contains(carriageReturn) else { return bytes }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == lineFeed, plain.last == carriageReturn { plain.removeLast() }
            plain.append(byte)
        }
        return plain
    }

    /// The JSONPath or the line of the first text that is or holds a secret; nil where there is none.
    ///
    /// - Parameter holdsSecret: whether a text holds a known secret.
    package func secretPlace(_ holdsSecret: (String) -> Bool) -> String? {
        switch content {
        case .json(let value):
            var way = DocumentWay(root: "$")
            return Self.secretPlace(in: value, &way, holdsSecret)
        case .text(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            guard holdsSecret(text) else { return nil }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.firstIndex { holdsSecret(String($0)) }.map { "line \($0 + 1)" } ?? "several lines"
        }
    }

    private static func secretPlace(
        in value: JSONValue, _ way: inout DocumentWay, _ holdsSecret: (String) -> Bool
    ) -> String? {
        switch value {
        case .string(let text): return holdsSecret(text) ? way.text(Wording()) : nil
        case .number(let number): return holdsSecret(number.text) ? way.text(Wording()) : nil
        case .bool, .null: return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                way.append(.index(index))
                defer { way.removeLast() }
                if let place = secretPlace(in: element, &way, holdsSecret) { return place }
            }
            return nil
        case .object(let object):
            for member in object.members {
                // The name itself must not be shown.
                if holdsSecret(member.name) { return "a name in \(way.text(Wording()))" }
                way.append(.name(member.name))
                defer { way.removeLast() }
                if let place = secretPlace(in: member.value, &way, holdsSecret) { return place }
            }
            return nil
        }
    }
}

// MARK: - Reading

extension SnapshotTemplate {
    /// Reads the body of a response.
    ///
    /// - Returns: the reading, or why the body cannot be one.
    package func reading(
        of response: StepResponse, from scope: any TemplateScope, mask: @escaping (String) -> String
    ) throws(StepFailure) -> Result<SnapshotReading, StepFailure> {
        let wording = Wording(mask: mask)
        let format = format(of: response)
        guard format == .json else {
            guard !response.http.body.contains(0), !response.text.unicodeScalars.contains("\u{FFFD}") else {
                return .failure(
                    failure(
                        .init(
                            expected: "text", actual: "\(response.http.body.count) bytes that are no text",
                            hint: "check `sha256` and `size` of what is no text")))
            }
            return .success(SnapshotReading(format: format, content: .text(Array(response.text.utf8)), template: self))
        }
        switch response.json {
        case .value(let value):
            let (edits, differences) = try edits(of: value, from: scope, wording)
            guard let edits else {
                return .failure(failure(differences))
            }
            let edited = edits.applied(to: value)
            if edited.isEmptyContainer, !value.isEmptyContainer {
                return .failure(
                    failure(
                        .init(
                            expected: "something to compare", actual: "nothing",
                            message: "`ignore` leaves nothing to compare", hint: "ignore only what changes")))
            }
            return .success(SnapshotReading(format: .json, content: .json(edited), template: self))
        case .empty: return .failure(notJSON(response, "\(response.bodyName) is empty", wording))
        case .failed(let error):
            return .failure(notJSON(response, "\(response.bodyName) is not JSON: \(error.description)", wording))
        }
    }

    private func format(of response: StepResponse) -> SnapshotReading.Format {
        if needsJSON { return .json }
        let type = response.http.headers.first("content-type").map(MediaType.essence) ?? ""
        let isMarked = { (name: String) in type.hasSuffix("/\(name)") || type.hasSuffix("+\(name)") }
        if isMarked("json") { return .json }
        if type == "text/html" || type == "application/xhtml+xml" { return .html }
        if isMarked("xml") { return .xml }
        // A server that names no type often means JSON.
        if type.isEmpty, case .value(let value) = response.json {
            switch value {
            case .array, .object: return .json
            default: break
            }
        }
        return .text
    }

    private func notJSON(_ response: StepResponse, _ message: String, _ wording: Wording) -> StepFailure {
        failure(.init(expected: "a JSON body", actual: wording.text(response.text), message: message), .notJSON)
    }

    /// The edits of a document; nil, with what differs, where a value does not match its wildcard.
    ///
    /// - Parameter wording: nil for a recorded document, whose values are not held against wildcards.
    fileprivate func edits(
        of value: JSONValue, from scope: any TemplateScope, _ wording: Wording?
    ) throws(StepFailure) -> (SnapshotEdits?, ComparisonFailure.Words) {
        let edits = SnapshotEdits()
        var words = ComparisonFailure.Words(expected: "", actual: "")
        for path in ignored {
            for place in try places(of: path, in: value, from: scope).places { edits.add(.leftOut, at: place) }
        }
        for item in matched {
            let pattern = try DocumentPattern.wildcard(item.wildcard).filled(from: scope)
            guard case .wildcard(let wildcard) = pattern else { continue }
            let found = try places(of: item.path, in: value, from: scope)
            if let wording, found.isSingular, found.places.isEmpty {
                words.add(path: item.written, expected: wildcard.shown(wording), actual: "nothing")
            }
            for place in found.places {
                edits.add(.replaced(wildcard.written), at: place)
                guard let wording, let actual = value.value(at: place), !wildcard.accepts(actual) else { continue }
                words.add(
                    path: DocumentWay(root: "$", steps: place.steps).text(wording), expected: wildcard.shown(wording),
                    actual: wording.json(actual))
            }
        }
        return (words.differences.isEmpty ? edits : nil, words)
    }

    private func places(
        of path: PathTemplate, in value: JSONValue, from scope: any TemplateScope
    ) throws(StepFailure) -> (places: [JSONPlace], isSingular: Bool) {
        do {
            return try path.places(in: value, from: scope)
        } catch {
            switch error {
            case .template(let failure): throw failure
            case .evaluation(let message): throw StepFailure("snapshot: \(message)", at: range)
            }
        }
    }

    fileprivate func failure(_ words: ComparisonFailure.Words, _ kind: Failure.Kind = .check) -> StepFailure {
        var failure = StepFailure(
            kind, "snapshot: \(words.sentence)", check: "snapshot", comparison: "snapshot", expected: words.expected,
            actual: words.actual, differences: words.differences, moreDifferences: words.moreDifferences,
            hint: words.hint, at: range)
        failure.focus = words.differences.first.flatMap { (try? JSONPath.parse($0.path))?.place }
        return failure
    }
}

// MARK: - Comparing

extension SnapshotReading {
    /// The failure of a reading that differs from what was recorded; nil for one that does not.
    ///
    /// - Parameters:
    ///   - recorded: the contents of the file.
    ///   - file: the path of the file, for messages.
    package func failure(
        against recorded: [UInt8], in file: String, from scope: any TemplateScope, mask: @escaping (String) -> String
    ) throws(StepFailure) -> StepFailure? {
        let wording = Wording(mask: mask)
        let advice = Hint.accepting("`--update-snapshots` records it", because: "recorded in `\(file)`")
        func failure(_ words: ComparisonFailure.Words) -> StepFailure {
            var words = words
            words.hint = .joined([words.hint, advice].compactMap(\.self), by: "\n")
            return template.failure(words)
        }
        switch content {
        case .text(let bytes):
            let (expected, actual) = (comparable(recorded), comparable(bytes))
            if expected == actual { return nil }
            return failure(LineComparison.words(expected: expected, actual: actual, wording))
        case .json(let value):
            let parsed: JSONValue
            do {
                parsed = try JSONParser.parse(recorded)
            } catch {
                return failure(
                    .init(
                        expected: "a JSON document", actual: "a file that is none",
                        message: "`\(file)` is not JSON: \(error.description)"))
            }
            let expected = try template.edits(of: parsed, from: scope, nil).0?.applied(to: parsed) ?? parsed
            if value == expected { return nil }
            return failure(DocumentComparison.words(.literal(expected), value, .whole, wording, at: "$"))
        }
    }
}

extension ComparisonFailure.Words {
    /// Adds a difference; the first one is the message.
    fileprivate mutating func add(path: String, expected: String, actual: String) {
        guard differences.count < StepFailure.Difference.limit else {
            moreDifferences += 1
            return
        }
        let difference = StepFailure.Difference(path: path, expected: expected, actual: actual)
        if differences.isEmpty { (self.expected, self.actual, message) = (expected, actual, difference.sentence) }
        differences.append(difference)
    }
}

extension JSONValue {
    fileprivate var isEmptyContainer: Bool {
        switch self {
        case .object(let object): object.isEmpty
        case .array(let elements): elements.isEmpty
        default: false
        }
    }

    fileprivate func value(at place: JSONPlace) -> JSONValue? {
        var value = self
        for step in place.steps {
            switch (step, value) {
            case (.name(let name), .object(let object)):
                guard let next = object[name] else { return nil }
                value = next
            case (.index(let index), .array(let elements)) where elements.indices.contains(index):
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// The same document with the members of every object in the order of their names' code points.
    fileprivate var withSortedMembers: JSONValue {
        switch self {
        case .object(let object):
            let sorted = object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            return .object(JSONObject(sorted.map { ($0.name, $0.value.withSortedMembers) }))
        case .array(let elements): return .array(elements.map(\.withSortedMembers))
        default: return self
        }
    }
}
