/// Writes XML as it comes, element by element, into a buffer that grows.
///
/// What is written need not be a whole document: a report encodes its parts one by one with one writer (`takeBytes()`)
/// and puts them together at the end (`raw(_:)`).
package struct XMLWriter {
    private var bytes: [UInt8] = []
    private var openElements: [StaticString] = []
    /// Whether attributes may still come: the `>` of the last start tag has not been written.
    private var isTagOpen = false

    package init() {}

    /// The XML declaration: version 1.0, UTF-8.
    package mutating func startDocument() {
        raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    }

    package mutating func start(_ element: StaticString) {
        closeTag()
        bytes.append(UInt8(ascii: "<"))
        append(element)
        openElements.append(element)
        isTagOpen = true
    }

    /// Ends the element that was started last; nothing where none is open.
    package mutating func end() {
        guard let element = openElements.popLast() else { return }
        if isTagOpen {
            append("/>")
            isTagOpen = false
        } else {
            append("</")
            append(element)
            bytes.append(UInt8(ascii: ">"))
        }
    }

    /// An attribute of the element that was just started; nothing behind its contents.
    package mutating func attribute(_ name: StaticString, _ value: String) {
        guard startAttribute(name) else { return }
        XMLText.append(value, for: .attribute, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func attribute(_ name: StaticString, _ value: Int) {
        guard startAttribute(name) else { return }
        if 0...9 ~= value {
            bytes.append(UInt8(ascii: "0") + UInt8(value))
        } else {
            bytes.append(contentsOf: String(value).utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func startAttribute(_ name: StaticString) -> Bool {
        guard isTagOpen else { return false }
        bytes.append(UInt8(ascii: " "))
        append(name)
        bytes.append(UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "\""))
        return true
    }

    package mutating func text(_ text: String) {
        guard !text.isEmpty else { return }
        closeTag()
        XMLText.append(text, for: .content, to: &bytes)
    }

    /// Written as it is: white space between elements, or what another writer made.
    package mutating func raw(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        closeTag()
        self.bytes.append(contentsOf: bytes)
    }

    package mutating func raw(_ text: StaticString) {
        closeTag()
        append(text)
    }

    /// Everything written since the last call. Elements may still be open.
    package mutating func takeBytes() -> [UInt8] {
        if bytes.count > 1 << 16 {
            // A whole document: handed over, not copied.
            let whole = bytes
            bytes = []
            return whole
        }
        // Sharing the storage would give each part the room that the largest one needed.
        let part = bytes.withUnsafeBufferPointer { Array($0) }
        bytes.removeAll(keepingCapacity: true)
        return part
    }

    private mutating func closeTag() {
        if isTagOpen {
            bytes.append(UInt8(ascii: ">"))
            isTagOpen = false
        }
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
