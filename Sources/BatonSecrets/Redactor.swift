/// Replaces every form of a set of secrets by `***`.
///
/// Places that overlap or touch become one mask, so that the number of masks does not reveal how a secret is composed.
package struct Redactor: Sendable {
    package static let mask = "***"

    let automata: [Automaton]

    /// Whether there is no secret to search for.
    package var isEmpty: Bool { automata.isEmpty }

    /// Masks the secrets in a string; returns the same string, not copied, if there are none.
    package func redact(_ text: String) -> String {
        if automata.isEmpty { return text }
        var text = text
        return text.withUTF8 { bytes -> String? in
            let hits = self.hits(in: bytes)
            return hits.isEmpty ? nil : Self.masking(bytes, hits)
        } ?? text
    }

    /// Masks the secrets in bytes; returns the same array, not copied, if there are none.
    package func redact(_ bytes: [UInt8]) -> [UInt8] {
        if automata.isEmpty { return bytes }
        return bytes.withUnsafeBufferPointer { source -> [UInt8]? in
            let hits = self.hits(in: source)
            guard !hits.isEmpty else { return nil }
            let size = Self.size(of: source.count, hits: hits)
            return [UInt8](unsafeUninitializedCapacity: size) { target, count in
                Self.write(source, hits: hits, into: target)
                count = size
            }
        } ?? bytes
    }

    /// Whether the text contains a secret; for data that is refused instead of masked.
    package func finds(in text: String) -> Bool {
        if automata.isEmpty { return false }
        var text = text
        return text.withUTF8 { !hits(in: $0).isEmpty }
    }

    package func finds(in bytes: [UInt8]) -> Bool {
        !automata.isEmpty && bytes.withUnsafeBufferPointer { !hits(in: $0).isEmpty }
    }

    /// The places of secrets, in order.
    package func places(in bytes: [UInt8]) -> [Range<Int>] {
        automata.isEmpty ? [] : bytes.withUnsafeBufferPointer(hits)
    }

    /// The fewest bytes of a match across the break of two short lines: such lines may end and begin with the halves of
    /// a short secret by chance. Nine bytes have at least this many certain digits in base64.
    private static let shortestJoined = 11

    /// The places of secrets, in order, with at least one byte between them.
    private func hits(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        // An ellipsis begins as an escape may: without such a byte there is no cut either.
        guard text.contains(where: EscapeReader.mayBegin) else { return whole(in: text) }
        let plain = found(in: text)
        let unescaped = UnescapedText.places(in: text, shortestJoined: Self.shortestJoined) { found(in: $0) }
        return unescaped.isEmpty ? plain : Self.joined(plain + unescaped)
    }

    /// The places of secrets in a text as it is, without decoding escapes.
    private func found(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        let hits = whole(in: text)
        let cut = cutHits(in: text)
        return cut.isEmpty ? hits : Self.joined(hits + cut)
    }

    /// The places of secrets that were not cut.
    private func whole(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var hits: [Range<Int>] = []
        var isSorted = true
        for automaton in automata {
            let before = hits.count
            automaton.scan(text, into: &hits)
            if before > 0, hits.count > before { isSorted = false }
        }
        return isSorted ? hits : Self.joined(hits)
    }

    /// Sorts the places, and joins those that overlap or touch.
    package static func joined(_ hits: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for hit in hits.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, hit.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, hit.upperBound)
            } else {
                joined.append(hit)
            }
        }
        return joined
    }

    /// The text with the mask in these places.
    static func masking(_ text: UnsafeBufferPointer<UInt8>, _ hits: [Range<Int>]) -> String {
        let size = size(of: text.count, hits: hits)
        return String(unsafeUninitializedCapacity: size) { target in
            write(text, hits: hits, into: target)
            return size
        }
    }

    private static func size(of count: Int, hits: [Range<Int>]) -> Int {
        hits.reduce(count) { $0 - $1.count + mask.utf8.count }
    }

    private static func write(
        _ source: UnsafeBufferPointer<UInt8>, hits: [Range<Int>], into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        var read = 0
        var written = 0
        func copy(_ range: Range<Int>) {
            let part = UnsafeBufferPointer(rebasing: source[range])
            _ = UnsafeMutableBufferPointer(rebasing: target[written..<written + part.count]).initialize(from: part)
            written += part.count
        }
        for hit in hits {
            copy(read..<hit.lowerBound)
            for byte in mask.utf8 {
                target.initializeElement(at: written, to: byte)
                written += 1
            }
            read = hit.upperBound
        }
        copy(read..<source.count)
    }
}
