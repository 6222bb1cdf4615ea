import BatonDiagnostics
import BatonText
import CLibXML2

/// Writes XML as it comes, element by element, into a buffer that grows.
///
/// What is written need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`)
/// and puts them together at the end (`raw(_:)`). Memory that runs out is remembered and comes out as `hasFailed`.
/// Belongs to one task.
///
/// The library knows the elements that hold others, and what closes which. Text is escaped here and given to it in as few
/// calls as can be: all attributes of an element together, and elements that hold nothing together with what stands
/// around them. The names of elements and attributes are words of our own.
package final class XMLWriter {
    /// Receives what the library flushes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let writer: xmlTextWriterPtr?
    private let output: Output
    /// What the library has not been given, escaped; at its end the start tag of `open`, without its `>`.
    private var pending = TextBuffer()
    /// The element that was started last, as long as nothing stands in it.
    private var open: OpenTag?
    /// Whether the library reported that it could not write; what was written is then not to be used.
    package private(set) var hasFailed: Bool

    private struct OpenTag {
        let element: StaticString
        /// Where its `<` is in `pending`.
        let start: Int
        /// Its name, and where its value begins.
        var firstAttribute: (name: StaticString, value: Int)?
    }

    package init() {
        _ = LibXML.isReady
        let output = Output()
        self.output = output
        let context = Unmanaged.passUnretained(output).toOpaque()
        let buffer = xmlOutputBufferCreateIO(
            { context, bytes, count in
                guard let context, let bytes, count > 0 else { return 0 }
                let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                UnsafeRawBufferPointer(start: bytes, count: Int(count)).withMemoryRebound(to: UInt8.self) {
                    output.bytes.append(contentsOf: $0)
                }
                return count
            }, nil, context, nil)
        let writer = buffer.flatMap { xmlNewTextWriter($0) }
        if writer == nil, let buffer { xmlOutputBufferClose(buffer) }
        self.writer = writer
        self.hasFailed = writer == nil
    }

    deinit {
        xmlFreeTextWriter(writer)
    }

    /// The XML declaration: version 1.0, UTF-8.
    package func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package func start(_ element: StaticString) {
        giveStartTag()
        open = OpenTag(element: element, start: pending.count)
        pending.append(UInt8(ascii: "<"))
        pending.append(element)
    }

    /// Ends the element that was started last.
    package func end() {
        guard let tag = open else {
            givePending()
            return check(xmlTextWriterEndElement(writer))
        }
        // As the library writes an element that holds nothing.
        if tag.firstAttribute != nil { pending.append(UInt8(ascii: "\"")) }
        pending.append("/>")
        open = nil
    }

    /// An attribute of the element that was just started.
    package func attribute(_ name: StaticString, _ value: String) {
        if begin(name) { XMLText.append(value, for: .attribute, to: &pending) }
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        if begin(name) { pending.append(value) }
    }

    /// Writes an attribute up to its value; false where there can be none.
    private func begin(_ name: StaticString) -> Bool {
        guard let tag = open else {
            // After its content an element can have no more of them.
            hasFailed = true
            return false
        }
        if tag.firstAttribute != nil { pending.append(UInt8(ascii: "\"")) }
        pending.append(UInt8(ascii: " "))
        pending.append(name)
        pending.append("=\"")
        if tag.firstAttribute == nil { open?.firstAttribute = (name, pending.count) }
        return true
    }

    package func text(_ text: String) {
        giveStartTag()
        XMLText.append(text, for: .content, to: &pending)
    }

    /// Written as it is: white space between elements, or what another writer made.
    package func raw(_ bytes: [UInt8]) {
        giveStartTag()
        bytes.withUnsafeBytes { pending.append($0) }
    }

    package func raw(_ text: StaticString) {
        giveStartTag()
        pending.append(text)
    }

    /// Tells the library of the element that something is to stand in.
    private func giveStartTag() {
        guard let tag = open else { return }
        give(pending.bytes[..<tag.start])
        check(xmlTextWriterStartElement(writer, tag.element.utf8Start))
        if let (name, value) = tag.firstAttribute {
            check(xmlTextWriterStartAttribute(writer, name.utf8Start))
            // With the names of the others between: `17" unit="ms`.
            give(pending.bytes[value...])
            check(xmlTextWriterEndAttribute(writer))
        }
        pending.removeAll()
        open = nil
    }

    private func givePending() {
        give(pending.bytes[...])
        pending.removeAll()
    }

    private func give(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        // The library counts in Int32.
        let limit = 1 << 30
        var offset = 0
        while offset < bytes.count, let base = bytes.baseAddress {
            let count = min(bytes.count - offset, limit)
            let start = (base + offset).assumingMemoryBound(to: UInt8.self)
            check(xmlTextWriterWriteRawLen(writer, start, Int32(count)))
            offset += count
        }
    }

    /// Everything written since the last call. Elements may still be open.
    package func takeBytes() -> [UInt8] {
        giveStartTag()
        givePending()
        check(xmlTextWriterFlush(writer))
        if output.bytes.count > 1 << 16 {
            // A whole document: handed over, not copied.
            let bytes = output.bytes
            output.bytes = []
            return bytes
        }
        // Sharing the storage would give each part the room that the largest one needed.
        let bytes = output.bytes.withUnsafeBufferPointer { Array($0) }
        output.bytes.removeAll(keepingCapacity: true)
        return bytes
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }
}
