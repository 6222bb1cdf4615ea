import CLibXML2

/// Writes XML as it comes, element by element, into a buffer that grows.
///
/// What is written need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`)
/// and puts them together at the end (`raw(_:)`). Memory that runs out is remembered and comes out as `hasFailed`.
/// Belongs to one task.
package final class XMLWriter {
    /// Receives what the library flushes.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let writer: xmlTextWriterPtr?
    private let output: Output
    /// Reused from call to call: escaping allocates nothing once it is large enough.
    private var scratch: [UInt8] = []
    /// Whether the library reported that it could not write; what was written is then not to be used.
    package private(set) var hasFailed: Bool

    package init() {
        _ = LibXML.isReady
        let output = Output()
        self.output = output
        let context = Unmanaged.passUnretained(output).toOpaque()
        let buffer = xmlOutputBufferCreateIO(
            { context, bytes, count in
                guard let context, let bytes, count > 0 else { return 0 }
                let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
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
        check(xmlTextWriterStartElement(writer, element.utf8Start))
    }

    /// Ends the element that was started last.
    package func end() {
        check(xmlTextWriterEndElement(writer))
    }

    /// An attribute of the element that was just started.
    package func attribute(_ name: StaticString, _ value: String) {
        check(xmlTextWriterStartAttribute(writer, name.utf8Start))
        scratch.removeAll(keepingCapacity: true)
        XMLText.append(value, for: .attribute, to: &scratch)
        raw(scratch)
        check(xmlTextWriterEndAttribute(writer))
    }

    package func attribute(_ name: StaticString, _ value: Int) {
        attribute(name, String(value))
    }

    package func text(_ text: String) {
        scratch.removeAll(keepingCapacity: true)
        XMLText.append(text, for: .content, to: &scratch)
        raw(scratch)
    }

    /// Written as it is: white space between elements, or what another writer made.
    package func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { raw($0) }
    }

    package func raw(_ text: StaticString) {
        text.withUTF8Buffer { raw($0) }
    }

    private func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        // The library counts in Int32.
        let limit = 1 << 30
        var offset = 0
        while offset < bytes.count, let base = bytes.baseAddress {
            let count = min(bytes.count - offset, limit)
            check(xmlTextWriterWriteRawLen(writer, base + offset, Int32(count)))
            offset += count
        }
    }

    /// Everything written since the last call. Elements may still be open.
    package func takeBytes() -> [UInt8] {
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
