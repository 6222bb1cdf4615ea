#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A text by which something is found: the same as another only where its code points are.
///
/// For Swift's `String` an `é` of one code point and an `e` with an accent behind it are one text (Unicode's canonical
/// equivalence). For JSON (RFC 8259, section 8.3), XML, URIs and file systems they are two, and a table whose keys come
/// from there must not mix them up.
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
        // As texts do: two of them behind each other are not one that is cut elsewhere.
        hasher.combine(0xFF as UInt8)
    }
}

extension TextKey: CustomStringConvertible {
    package var description: String { text }
}
