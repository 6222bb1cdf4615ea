package import BatonJSON
package import BatonLanguage

/// Walks through a pattern and a value together and lists their differences. The pattern must be filled.
///
/// Members of objects are compared by name, elements of lists by position. Elements that were only inserted into a
/// list, or only removed from it, are reported as such.
struct DocumentComparison {
    private let extent: DocumentPattern.Extent
    private let wording: Wording
    private var way: DocumentWay
    private(set) var differences: [StepFailure.Difference] = []
    /// Differences beyond the limit.
    private(set) var more = 0
    /// Hints about differences that are hard to see, each with its path.
    private var hints: [(path: String, hint: Hint)] = []

    /// - Parameter root: the beginning of all paths.
    init(_ extent: DocumentPattern.Extent, _ wording: Wording, at root: String) {
        self.extent = extent
        self.wording = wording
        way = DocumentWay(root: root)
    }

    /// The message about a value that does not match.
    static func words(
        _ pattern: DocumentPattern, _ value: JSONValue, _ extent: DocumentPattern.Extent, _ wording: Wording,
        at root: String
    ) -> ComparisonFailure.Words {
        var comparison = DocumentComparison(extent, wording, at: root)
        comparison.compare(pattern, value)
        var words = ComparisonFailure.Words(
            expected: pattern.shown(wording), actual: wording.json(value), differences: comparison.differences,
            moreDifferences: comparison.more, hint: comparison.hint)
        if let first = comparison.differences.first {
            let more = comparison.more + comparison.differences.count - 1
            words.message = "\(first.sentence)\(more > 0 ? " (and \(more) more)" : "")"
        }
        return words
    }

    mutating func compare(_ pattern: DocumentPattern, _ actual: JSONValue) {
        switch (pattern, actual) {
        case (.literal(.array(let expected)), .array(let elements)):
            compareLists(expected.count, elements) { .literal(expected[$0]) }
        case (.list(let items), .array(let elements)):
            compareLists(items.count, elements) { items[$0] }
        case (.literal(.object(let expected)), .object(let object)):
            compareObjects(expected.members.map { ($0.name, .literal($0.value)) }, object)
        case (.object(let members), .object(let object)):
            compareObjects(members.map { ($0.name.literal ?? "", $0.value) }, object)
        default:
            if !pattern.accepts(actual, extent) { note(pattern, actual) }
        }
    }

    private mutating func compareLists(
        _ count: Int, _ elements: [JSONValue], _ item: (Int) -> DocumentPattern
    ) {
        var start = 0
        while start < min(count, elements.count), item(start).accepts(elements[start], extent) { start += 1 }
        var tail = 0
        if count != elements.count {
            let room = min(count, elements.count) - start
            while tail < room, item(count - 1 - tail).accepts(elements[elements.count - 1 - tail], extent) { tail += 1 }
            // Where elements differ on both sides, they are compared by position, as a reader would look for them.
            if start + tail < min(count, elements.count) { tail = 0 }
        }
        for index in start..<max(start, max(count, elements.count) - tail) {
            way.append(.index(index))
            if index >= elements.count - (count > elements.count ? tail : 0) {
                note(item(index), nil)
            } else if index >= count - (count < elements.count ? tail : 0) {
                note(nil, elements[index])
            } else {
                compare(item(index), elements[index])
            }
            way.removeLast()
        }
    }

    private mutating func compareObjects(_ members: [(name: String, value: DocumentPattern)], _ object: JSONObject) {
        for member in members {
            way.append(.name(member.name))
            if let value = object[member.name] {
                compare(member.value, value)
            } else if !member.value.isAbsent {
                note(member.value, nil)
            }
            way.removeLast()
        }
        guard extent == .whole else { return }
        let expected = Set(members.lazy.map { JSONValue.string($0.name) })
        for member in object.members where !expected.contains(.string(member.name)) {
            way.append(.name(member.name))
            note(nil, member.value)
            way.removeLast()
        }
    }

    private mutating func note(_ pattern: DocumentPattern?, _ actual: JSONValue?) {
        guard differences.count < StepFailure.Difference.limit else {
            more += 1
            return
        }
        var wording = wording
        if case .literal(.string(let expected))? = pattern, case .string(let text)? = actual {
            let contrast = TextContrast(expected, text)
            wording.spellsOut = contrast.looksAlike
            remember(contrast.hint)
        } else if case .literal(let expected)? = pattern, let actual {
            remember(TypeContrast.hint((expected, actual), isComputed: false))
        }
        differences.append(
            StepFailure.Difference(
                path: path, expected: pattern.map { $0.shown(wording) } ?? "nothing",
                actual: actual.map { wording.json($0) } ?? "nothing"))
    }

    private mutating func remember(_ hint: Hint?) {
        guard let hint, hints.count < 3 else { return }
        hints.append((path, hint))
    }

    private var hint: Hint? {
        if differences.count == 1, more == 0 { return hints.first?.hint }
        return .joined(hints.map { $0.hint.placed(at: $0.path) }, by: "\n")
    }

    private var path: String { way.text(wording) }
}

extension StepFailure.Difference {
    /// `$.items[2].price: expected 5, got 6`.
    var sentence: String { "\(path): expected \(expected), got \(actual)" }
}

extension DocumentPattern {
    /// The pattern as a message shows it, wildcards as written.
    func shown(_ wording: Wording) -> String {
        switch self {
        case .wildcard(let wildcard): wildcard.shown(wording)
        case .literal, .template, .list, .object: wording.json(outline)
        }
    }

    /// The pattern as JSON, each wildcard a text.
    private var outline: JSONValue {
        switch self {
        case .literal(let value): value
        case .template: .null
        case .wildcard(let wildcard): .string(wildcard.written)
        case .list(let items): .array(items.map(\.outline))
        case .object(let members): .object(JSONObject(members.map { ($0.name.literal ?? "", $0.value.outline) }))
        }
    }
}

extension DocumentPattern.Wildcard {
    /// The wildcard as it stands in a file.
    var written: String {
        switch self {
        case .any: "<any>"
        case .absent: "<absent>"
        case .type(let name): "<\(name)>"
        case .format(let format): "<\(format.rawValue)>"
        case .matches(let pattern): "<matches \(pattern.written)>"
        }
    }
}

extension StepFailure.Difference {
    /// The number of differences that are listed; further ones are only counted.
    static let limit = 20

    /// The first differences of two values.
    ///
    /// - Parameter root: the beginning of all paths.
    package static func between(
        expected: JSONValue, actual: JSONValue, at root: String, _ wording: Wording
    ) -> [StepFailure.Difference] {
        var comparison = DocumentComparison(.whole, wording, at: root)
        comparison.compare(.literal(expected), actual)
        return comparison.differences
    }
}
