package import BatonDiagnostics

/// Everything that kept a value from becoming what is wanted: at most so many things, and how many more there are.
package struct MappingFailures: Error, Sendable {
    /// One value that does not fit.
    package struct Item: Sendable {
        package var failure: ConversionFailure
        /// Where the innermost field is written that wants it; nil outside of all types.
        package var field: SourceRange?
    }

    /// More of them say nothing that these do not.
    package static let limit = 10

    package private(set) var items: [Item] = []
    package private(set) var omitted = 0

    /// Nothing yet.
    package init() {}

    package init(_ failure: ConversionFailure) {
        items = [Item(failure: failure)]
    }

    package var isEmpty: Bool { items.isEmpty }

    /// Takes over what went wrong with a part of the value.
    ///
    /// - Parameters:
    ///   - steps: the way to that part.
    ///   - field: what wants it, unless a field inside of it does.
    package mutating func add(
        _ part: MappingFailures, inside steps: @autoclosure () -> [ConversionFailure.Step], field: SourceRange?
    ) {
        let room = Self.limit - items.count
        omitted += part.omitted + max(0, part.items.count - room)
        guard room > 0 else { return }
        let steps = steps()
        for item in part.items.prefix(room) {
            items.append(Item(failure: item.failure.inside(steps), field: item.field ?? field))
        }
    }

    /// Says what to do about it where nothing better is known.
    package mutating func hint(_ hint: String) {
        for index in items.indices where items[index].failure.hint == nil { items[index].failure.hint = hint }
    }

    /// Leaves nothing of a secret that would not convert.
    package mutating func hideValues() {
        for index in items.indices { items[index].failure.hideValue() }
    }
}
