import BatonDiagnostics
import BatonRecords
import BatonValues

/// Writes HTML that is also well-formed XML: all text is escaped here, but the caller must close every element.
///
/// Output is collected in one buffer and passed on when that is full, so that a page of any size needs the memory of
/// one piece. After an error of `output` no more pieces are passed on; `finish()` throws the error.
struct HTMLWriter: ~Copyable {
    /// Number of bytes passed on together.
    static let pieceSize = 65_536

    private let output: ([UInt8]) throws -> Void
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 8)
    private var used = 0
    private var handedOn = 0
    private var failure: (any Error)?

    /// Number of bytes written so far.
    var count: Int { handedOn + used }

    /// - Parameter output: receives the document piece by piece.
    init(_ output: @escaping ([UInt8]) throws -> Void) { self.output = output }

    deinit { buffer.deallocate() }

    /// Passes on the rest of the buffer. Throws the first error of `output`.
    mutating func finish() throws {
        handOn()
        if let failure { throw failure }
    }

    private mutating func handOn() {
        defer {
            handedOn += used
            used = 0
        }
        guard failure == nil, used > 0 else { return }
        do { try output(Array(buffer[..<used])) } catch { failure = error }
    }

    /// Appends bytes that are already markup.
    @inline(__always)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.pieceSize - used else { return appendInPieces(bytes) }
        if let source = bytes.baseAddress, let target = buffer.baseAddress {
            (target + used).copyMemory(from: source, byteCount: bytes.count)
        }
        used += bytes.count
    }

    private mutating func appendInPieces(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if used == Self.pieceSize { handOn() }
            let piece = rest.prefix(Self.pieceSize - used)
            append(UnsafeRawBufferPointer(rebasing: piece))
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Appends markup, never text from outside. Inlined, so that a literal is copied without a call.
    @inline(__always)
    mutating func raw(_ markup: StaticString) {
        append(UnsafeRawBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Appends text from any source, also as an attribute value; characters that XML forbids are shown as `#x01`.
    mutating func text(_ text: String) {
        let isPlain = text.withUTF8Bytes { appendPlain($0) }
        if !isPlain { escape(PrintableText.of(text)) }
    }

    /// Text on one line.
    mutating func line(_ text: String) {
        text.withUTF8Bytes { line($0) }
    }

    /// A path on one line, which may break behind each `/`.
    mutating func path(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for (position, part) in parts.enumerated() {
            if position > 0 { raw("/<wbr/>") }
            line(String(part))
        }
    }

    /// Text on one line, in UTF-8.
    mutating func line(_ text: UnsafeBufferPointer<UInt8>) {
        if !appendPlain(text) { escape(PrintableText.line(String(decoding: text, as: UTF8.self))) }
    }

    /// Returns false without writing where the text needs escaping or cleaning.
    private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard PlainText.isPlainMarkup(text) else { return false }
        append(UnsafeRawBufferPointer(text))
        return true
    }

    private mutating func escape(_ text: String) {
        text.withUTF8Bytes { utf8 in
            let source = UnsafeRawBufferPointer(utf8)
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
                append(UnsafeRawBufferPointer(rebasing: source[start..<index]))
                raw(entity)
                start = index + 1
            }
            append(UnsafeRawBufferPointer(rebasing: source[start...]))
        }
    }

    /// An element that contains only text.
    mutating func element(_ name: StaticString, _ text: String) {
        raw("<")
        raw(name)
        raw(">")
        self.text(text)
        raw("</")
        raw(name)
        raw(">")
    }

    /// An address that leads to a page on the web; nil for any other, such as that of a script.
    static func web(_ address: String?) -> String? {
        guard let address, address.hasPrefix("https://") || address.hasPrefix("http://") else { return nil }
        return CutText.head(address, 2000)
    }

    /// A link to a page on the web; without an `http` address only its text.
    mutating func web(_ address: String?, _ text: (inout HTMLWriter) -> Void) {
        guard let address = Self.web(address) else { return text(&self) }
        raw("<a href=\"")
        line(address)
        raw("\">")
        text(&self)
        raw("</a>")
    }

    mutating func web(_ address: String?, _ text: String) { web(address) { $0.line(text) } }

    /// A non-negative number; a negative one is written as 0.
    mutating func number(_ value: Int) {
        if value < 10 { return byte(UInt8(ascii: "0") + UInt8(max(0, value))) }
        var rest = UInt(value)
        var length = 2
        var limit: UInt = 100
        while limit <= rest {
            length += 1
            // `Int` has 19 digits, so ten times the value fits into `UInt`.
            limit *= 10
        }
        if length > Self.pieceSize - used { handOn() }
        used += length
        var place = used
        for _ in 0..<length {
            place -= 1
            buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Milliseconds with one decimal, `12.3`; a duration is never negative.
    mutating func milliseconds(_ span: Microseconds) {
        let tenths = Int((max(0, span) &+ 50).magnitude / 100)
        number(tenths / 10)
        byte(UInt8(ascii: "."))
        byte(UInt8(ascii: "0") + UInt8(tenths % 10))
    }

    private mutating func byte(_ byte: UInt8) {
        if used == Self.pieceSize { handOn() }
        buffer[used] = byte
        used += 1
    }
}

extension HTMLWriter {
    /// `✗ failed`, in the colour of the state.
    mutating func state(_ state: CaseState) {
        raw("<b class=\"")
        raw(state.word)
        raw("\">")
        raw(state.sign)
        raw(" ")
        raw(state.word)
        raw("</b>")
    }
}
