import BatonCEL

/// What rows are called: what `name` says, else the first value that can be a name.
struct RowNamer {
    /// Longer values do not become names by themselves.
    private static let longest = 200

    let template: TextTemplate?

    /// On one line; nil for a row without a value that can be its name.
    func name(of row: CELValue) throws(TemplateFailure) -> String? {
        guard let template else { return ElementName.text(row, longest: Self.longest) }
        let text = try template.text(from: RowScope(row: row))
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.isEmpty ? nil : line
    }
}

/// Where the name of a row is computed: nothing but the row is known, so that it is the same in every run.
private final class RowScope: TemplateScope {
    private let row: CELValue

    init(row: CELValue) {
        self.row = row
    }

    func value(at slot: Int) throws(CELError) -> CELValue? { slot == Root.row.rawValue ? row : nil }

    func noteSecret(_ text: String) {}
}
