/// The help for times that are written as texts, and for numbers in place of durations.
extension CELCompiler {
    /// The help for `now() + 1`: a time moves by a duration.
    func momentHelp(
        _ operation: CELSyntax.Binary, _ one: Typed, _ other: Typed, _ left: CELSyntax
    ) -> String? {
        guard operation == .plus || operation == .minus, case .timestamp = one.type else { return nil }
        return "a time moves by a duration: `now() \(operation.text) duration(\"24h\")`"
    }

    /// The help for a text in place of a time.
    func timeHelp(_ typed: Typed, _ source: CELSyntax) -> String? {
        guard case .string = typed.type else { return nil }
        return "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"
    }

    /// The help for a time that is compared with a text.
    func timeHelp(_ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax) -> String? {
        if case .timestamp = one.type { return timeHelp(other, right) }
        if case .timestamp = other.type { return timeHelp(one, left) }
        return nil
    }
}
