import BatonRunner

/// Writes HTML that is also well-formed XML: every text is escaped, every element closed by its caller.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    init(capacity: Int = 4096) { bytes.reserveCapacity(capacity) }

    /// Markup, which is never text from outside.
    mutating func raw(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    mutating func raw(_ other: HTMLWriter) { bytes += other.bytes }

    /// Text from anywhere, also as the value of an attribute; what XML cannot hold is shown as `#x01`.
    mutating func text(_ text: String) {
        var text = PrintableText.of(text)
        text.withUTF8 { source in
            var start = 0
            for index in source.indices {
                let entity: StaticString
                switch source[index] {
                case UInt8(ascii: "<"): entity = "&lt;"
                case UInt8(ascii: ">"): entity = "&gt;"
                case UInt8(ascii: "&"): entity = "&amp;"
                case UInt8(ascii: "\""): entity = "&quot;"
                default: continue
                }
                bytes.append(contentsOf: source[start..<index])
                raw(entity)
                start = index + 1
            }
            bytes.append(contentsOf: source[start...])
        }
    }

    /// Text on one line.
    mutating func line(_ text: String) { self.text(PrintableText.line(text)) }

    /// An element that holds nothing but text.
    mutating func element(_ name: StaticString, _ text: String) {
        raw("<")
        raw(name)
        raw(">")
        self.text(text)
        raw("</")
        raw(name)
        raw(">")
    }

    mutating func number(_ value: Int) {
        if value >= 10 { number(value / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: max(0, value) % 10))
    }

    /// Milliseconds with one decimal, `12.3`; no span is negative.
    mutating func milliseconds(_ span: Microseconds) {
        let tenths = Int((max(0, span) &+ 50).magnitude / 100)
        number(tenths / 10)
        bytes.append(UInt8(ascii: "."))
        bytes.append(UInt8(ascii: "0") + UInt8(tenths % 10))
    }
}
