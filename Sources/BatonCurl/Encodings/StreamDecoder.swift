/// Removes one encoding of a body, piece by piece, in memory that does not grow with the body.
protocol StreamDecoder: AnyObject {
    /// Whether the bytes so far are a complete stream.
    var isAtEnd: Bool { get }

    /// Decodes a non-empty piece, and hands on the result in pieces of at most `DecodedPiece.size` bytes.
    ///
    /// - Parameter output: receives each decoded piece, and returns how to continue.
    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep) -> DecodingStep
}

enum DecodingStep {
    case went
    /// The bytes violate the encoding.
    case malformed
    /// The receiver of the decoded bytes wants no more.
    case stopped
}

enum DecodedPiece {
    static let size = 16 << 10
}
