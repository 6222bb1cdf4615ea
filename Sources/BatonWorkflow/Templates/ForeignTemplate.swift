import BatonYAML

/// `{{name}}` or `${name}` in a text: a template of another tool, which is plain text here.
struct ForeignTemplate {
    /// `token`, `vars.token` or `$guid`; of `{{token | upper}}`, `token`.
    let name: String
    /// What stands for it here where nothing has that name: of `{{$guid}}`, `uuid()`.
    let expression: String
    /// In UTF-8, with the braces.
    let range: Range<Int>
    let form: Form

    /// How it is written.
    enum Form: CaseIterable {
        /// `{{name}}`, `${{ name }}`, `${name}`.
        case braces
        /// `{name}`.
        case single
        /// `$name`.
        case dollar
        /// `/:name` in a URL; the range is that of `:name`.
        case segment
    }

    /// Whether the other tool makes the value: `$guid`, `$timestamp`.
    var isMade: Bool { name.hasPrefix("$") && name.dropFirst() != expression }

    /// The templates in a range of a text, in UTF-8, whose content begins with a name or a path: also
    /// `{{name | upper}}`, `{{names[0]}}` and `${name:-none}`; `{{#if x}}` is none.
    static func all(
        in text: String, _ range: Range<Int>? = nil, forms: [Form] = [.braces]
    ) -> [ForeignTemplate] {
        let hasSegments = forms.contains(.segment)
        func begins(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "{") || byte == UInt8(ascii: "$") || hasSegments && byte == UInt8(ascii: ":")
        }
        guard text.utf8.contains(where: begins) else { return [] }
        let bytes = Array(text.utf8)
        let range = range ?? 0..<bytes.count
        var found: [ForeignTemplate] = []
        var index = range.lowerBound
        while let next = bytes[index..<range.upperBound].firstIndex(where: begins) {
            index = next
            var reader = Reader(bytes: bytes[index..<range.upperBound], after: index > 0 ? bytes[index - 1] : nil)
            if let template = reader.template(), forms.contains(template.form) { found.append(template) }
            index = max(reader.index, index + 1)
        }
        return found
    }
}

/// Reads one template from the start of a text.
private struct Reader {
    let bytes: ArraySlice<UInt8>
    /// The byte before the first.
    let previous: UInt8?
    private(set) var index: Int

    init(bytes: ArraySlice<UInt8>, after previous: UInt8?) {
        self.bytes = bytes
        self.previous = previous
        index = bytes.startIndex
    }

    /// Nil if none begins here; then all that was read belongs to none.
    mutating func template() -> ForeignTemplate? {
        let hasDollar = skip { $0 == UInt8(ascii: "$") } == 1
        let braces = skip { $0 == UInt8(ascii: "{") }
        if braces == 0 { return plain(hasDollar ? .dollar : .segment) }
        guard (hasDollar ? 1...2 : 1...3).contains(braces) else { return nil }
        skip { $0 == UInt8(ascii: " ") }
        let start = index
        if braces == 2 { skip(atMost: 1) { $0 == UInt8(ascii: "$") } }
        guard skip(Self.isLetter) > 0 else { return nil }
        skip { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: ".") }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        // `\\frac{a}{b}`, `x{2}` and `a{name:b}` have braces of their own.
        let isSingle = braces == 1 && !hasDollar
        if isSingle, !isApart || start > bytes.startIndex + 1 || peek != UInt8(ascii: "}") { return nil }
        skip { $0 == UInt8(ascii: " ") }
        if index < bytes.endIndex, "|[(:".utf8.contains(bytes[index]) {
            skip { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "\n") }
        }
        guard !name.hasSuffix("."), skip({ $0 == UInt8(ascii: "}") }) == braces else { return nil }
        return ForeignTemplate(
            name: name, expression: ForeignName.expression(name, isShell: hasDollar && braces == 1),
            range: bytes.startIndex..<index, form: isSingle ? .single : .braces)
    }

    private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Whether what stands before begins no word that goes on.
    private var isApart: Bool {
        guard let previous else { return true }
        return !Self.isLetter(previous) && !Self.isDigit(previous) && !"}\\)^]".utf8.contains(previous)
    }

    /// `$name` and `:name`.
    private mutating func plain(_ form: ForeignTemplate.Form) -> ForeignTemplate? {
        if form == .segment {
            guard previous == UInt8(ascii: "/"), skip(atMost: 1, { $0 == UInt8(ascii: ":") }) == 1 else { return nil }
        }
        let start = index
        guard previous != UInt8(ascii: "$"), skip(Self.isLetter) > 0 else { return nil }
        skip { Self.isLetter($0) || Self.isDigit($0) }
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        return ForeignTemplate(name: name, expression: name, range: bytes.startIndex..<index, form: form)
    }

    @discardableResult private mutating func skip(atMost limit: Int = .max, _ isSkipped: (UInt8) -> Bool) -> Int {
        let start = index
        while index < bytes.endIndex, index - start < limit, isSkipped(bytes[index]) { index += 1 }
        return index - start
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
