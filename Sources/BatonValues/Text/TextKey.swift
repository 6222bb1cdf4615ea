import BatonSystem

/// A text used as a key: equal to another only if the code points are equal.
///
/// For Swift's `String`, an `é` as one code point equals an `e` with a combining accent (Unicode's canonical
/// equivalence). For JSON (RFC 8259, section 8.3), XML, URIs and file systems they differ, so tables with keys from
/// there must distinguish them.
package struct TextKey: Sendable, Hashable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: TextKey, right: TextKey) -> Bool {
        left.text.withUTF8Bytes { left in
            right.text.withUTF8Bytes { right in
                guard left.count == right.count else { return false }
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(one, other, left.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // As strings do, so that the boundary between two hashed keys counts.
        hasher.combine(0xFF as UInt8)
    }
}

extension TextKey: CustomStringConvertible {
    package var description: String { text }
}
