/// The help for times that are written as texts, and for numbers in place of durations.
extension CELCompiler {
    /// The help for `now() + 1` and `today() + 1`: a time moves by a duration.
    func momentHelp(
        _ operation: CELSyntax.Binary, _ one: Typed, _ other: Typed, _ left: CELSyntax
    ) -> String? {
        guard operation == .plus || operation == .minus else { return nil }
        let written = text(left.range)
        if written == "today()", declarations.library.function("format_date") != nil {
            let time = "now() \(operation.text) duration(\"24h\")"
            return "`today()` is a text; another day is `format_date(\(time), \"yyyy-MM-dd\")`"
        }
        guard case .timestamp = one.type else { return nil }
        let content = other.constant?.stringValue ?? ""
        let unit = content.drop { $0.isNumber || $0 == "." }
        let isDuration = unit.count < content.count && ["ms", "s", "m", "h"].contains(unit)
        let duration = "duration(\"\(isDuration ? content : "24h")\")"
        return "a time moves by a duration: `\(written) \(operation.text) \(duration)`"
    }

    /// The help for a text in place of a time: a date alone is no timestamp.
    func timeHelp(_ typed: Typed, _ source: CELSyntax) -> String? {
        guard case .string = typed.type else { return nil }
        if text(source.range) == "today()" { return "`today()` is a text; the present moment is `now()`" }
        guard let content = typed.constant?.stringValue else { return nil }
        if content == "now", declarations.library.function("now") != nil { return "write `now()`, without quotes" }
        return Self.isDate(content) ? "write `timestamp(\"\(content)T00:00:00Z\")`" : nil
    }

    /// The help for a time that is compared with a text.
    func timeHelp(_ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax) -> String? {
        if case .timestamp = one.type { return timeHelp(other, right) }
        if case .timestamp = other.type { return timeHelp(one, left) }
        return nil
    }

    /// Whether a text has the form `2026-08-21`.
    private static func isDate(_ text: String) -> Bool {
        guard text.utf8.count == 10 else { return false }
        return zip(text.utf8, "0000-00-00".utf8).allSatisfy { byte, form in
            form == UInt8(ascii: "0") ? CELLexer.isDigit(byte) : byte == form
        }
    }
}
