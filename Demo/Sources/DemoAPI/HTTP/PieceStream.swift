import FlyingSocks

/// A body that is sent piece by piece, with a pause before each.
package struct PieceStream: Sendable {
    /// The piece with this number, from 0; nil at the end.
    let piece: @Sendable (Int) -> String?
    /// In milliseconds.
    let pause: Int
}

extension PieceStream: AsyncBufferedSequence {
    package typealias Element = UInt8

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    package struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate let stream: PieceStream
        private var number = 0
        private var rest: ArraySlice<UInt8> = []

        fileprivate init(stream: PieceStream) {
            self.stream = stream
        }

        package mutating func next() async throws -> UInt8? {
            if rest.isEmpty { rest = try await nextBuffer(suggested: 1)?[...] ?? [] }
            return rest.popFirst()
        }

        package mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            if !rest.isEmpty {
                defer { rest = [] }
                return Array(rest)
            }
            guard let piece = stream.piece(number) else { return nil }
            if number > 0, stream.pause > 0 { try await Task.sleep(for: .milliseconds(stream.pause)) }
            number += 1
            return Array(piece.utf8)
        }
    }
}
