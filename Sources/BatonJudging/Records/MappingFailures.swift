package import BatonAPI
package import BatonDiagnostics
import BatonHTTP
package import BatonJSON
import BatonLanguage

/// Everything that does not fit in a mapped value: up to `limit` failures, and how many were left out.
package struct MappingFailures: Error, Sendable {
    /// One value that does not fit.
    package struct Item: Sendable {
        package var failure: ConversionFailure
        /// Where the field that wants the value is written, the innermost one; nil outside of all types.
        package var field: SourceRange?
    }

    /// Most failures that are kept; more would not add information.
    package static let limit = 10

    package private(set) var items: [Item] = []
    package private(set) var omitted = 0
    /// The values of secret fields that were met, as they were found.
    package var secrets: [JSONValue] = []

    /// No failures.
    package init() {}

    package init(_ failure: ConversionFailure) {
        items = [Item(failure: failure)]
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
        // That the body is no markup is one fault, however many fields look into it.
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

    /// Masks a secret value that could not be mapped.
    package mutating func hideValues() {
        for index in items.indices { items[index].failure.hideValue() }
    }
}

extension ConversionFailure {
    var advice: Hint? { acceptance.map { .accepting($0, because: hint) } ?? hint.map(Hint.explaining) }
}
