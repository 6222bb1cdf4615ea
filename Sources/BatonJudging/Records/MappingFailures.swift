package import BatonAPI
package import BatonDiagnostics
import BatonHTTP
package import BatonJSON
import BatonLanguage

/// Everything that does not fit in a mapped value: up to `limit` failures, and how many were left out.
package struct MappingFailures: Error, Sendable {
    /// One value that does not fit.
    package struct Item: Sendable {
        package fileprivate(set) var failure: ConversionFailure
        /// Where the field that wants the value is written, the innermost one; nil outside of all types.
        package fileprivate(set) var field: SourceRange?
    }

    /// Most failures that are kept; more would not add information.
    package static let limit = 10

    package private(set) var items: [Item] = []
    package private(set) var omitted = 0
    /// The values of secret fields that were met, as they were found.
    package var secrets: [JSONValue] = []

    /// No failures.
    package init() {}

    /// - Parameter isSecret: whether the failure is of a secret or a part of one: then it shows neither the value nor the
    ///   values that it may have.
    package init(_ failure: ConversionFailure, ofSecret isSecret: Bool) {
        items = [Item(failure: isSecret ? failure.hidingValue : failure)]
    }

    package var isEmpty: Bool { items.isEmpty }

    /// Adds the failures of a part of the value.
    ///
    /// - Parameters:
    ///   - steps: the path to that part.
    ///   - field: the field that wants the part, for failures without a field of their own.
    package mutating func add(
        _ part: MappingFailures, inside steps: @autoclosure () -> [ConversionFailure.Step], field: SourceRange?
    ) {
        let room = Self.limit - items.count
        // That the body is no markup is one failure, however many fields look into it.
        let added =
            items.contains { $0.failure.kind == .notXML }
            ? part.items.filter { $0.failure.kind != .notXML } : part.items
        omitted += part.omitted + max(0, added.count - room)
        guard room > 0 else { return }
        let steps = steps()
        for item in added.prefix(room) {
            items.append(Item(failure: item.failure.inside(steps), field: item.field ?? field))
        }
    }

    /// Says for the failures without a hint what would take the value.
    package mutating func accept(_ text: String) {
        for index in items.indices where items[index].failure.hint == nil { items[index].failure.acceptance = text }
    }
}

extension ConversionFailure {
    var advice: Hint? { acceptance.map { .accepting($0, because: hint) } ?? hint.map(Hint.explaining) }
}
