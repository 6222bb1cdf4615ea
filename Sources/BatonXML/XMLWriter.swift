import BatonDiagnostics
import BatonText
import CLibXML2

/// Writes XML as it comes, element by element, with libxml2's text writer.
///
/// What is written need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`)
/// and puts them together at the end. What the library refuses, such as memory that runs out, is remembered and comes out
/// as `hasFailed`. Belongs to one task.
///
/// The names of elements and attributes are words of our own. Text is escaped here, since the library does not know the
/// characters that XML cannot hold.
package final class XMLWriter {
    private let output: xmlBufferPtr?
    private let writer: xmlTextWriterPtr?
    private var escaped = TextBuffer()
    /// Whether the library could not write; what was written is then not to be used.
    package private(set) var hasFailed: Bool

    package init() {
        _ = LibXML.isReady
        output = xmlBufferCreate()
        xmlBufferSetAllocationScheme(output, XML_BUFFER_ALLOC_DOUBLEIT)
        writer = xmlNewTextWriterMemory(output, 0)
        hasFailed = writer == nil
    }

    deinit {
        xmlFreeTextWriter(writer)
        xmlBufferFree(output)
    }

    /// The XML declaration: version 1.0, UTF-8.
    package func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package func start(_ element: StaticString) {
        check(xmlTextWriterStartElement(writer, element.utf8Start))
    }

    /// Ends the element that was started last.
    package func end() {
        check(xmlTextWriterEndElement(writer))
    }

    /// An attribute of the element that was just started.
    package func attribute(_ name: StaticString, _ value: String) {
        check(xmlTextWriterStartAttribute(writer, name.utf8Start))
        write(value, for: .attribute)
        check(xmlTextWriterEndAttribute(writer))
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    package func text(_ text: String) {
        write(text, for: .content)
    }

    /// Written as it is: white space between elements, or what another writer made.
    package func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { write($0) }
    }

    package func raw(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func write(_ text: String, for position: XMLText.Position) {
        escaped.removeAll()
        XMLText.append(text, for: position, to: &escaped)
        write(escaped.bytes)
    }

    /// An element in which nothing at all was written stays an empty one.
    private func write(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        guard let count = Int32(exactly: bytes.count) else { return hasFailed = true }
        check(xmlTextWriterWriteRawLen(writer, start.assumingMemoryBound(to: UInt8.self), count))
    }

    /// Everything written since the last call. Elements may still be open.
    package func takeBytes() -> [UInt8] {
        check(xmlTextWriterFlush(writer))
        let bytes = UnsafeBufferPointer(start: xmlBufferContent(output), count: Int(xmlBufferLength(output)))
        defer { xmlBufferEmpty(output) }
        return Array(bytes)
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }
}
