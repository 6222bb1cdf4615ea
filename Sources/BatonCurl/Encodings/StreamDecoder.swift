/// Undoes one encoding of a body, piece by piece, in memory that does not grow with the body.
protocol StreamDecoder: AnyObject {
    /// Whether what came so far is a whole stream.
    var isAtEnd: Bool { get }

    /// Decodes a piece that is not empty, and hands on what it gives in pieces of at most `DecodedPiece.size` bytes.
    ///
    /// - Parameter output: says how to go on.
    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep) -> DecodingStep
}

enum DecodingStep {
    case went
    /// The bytes are not what the encoding demands.
    case malformed
    /// Who gets the decoded bytes wants no more.
    case stopped
}

enum DecodedPiece {
    static let size = 16 << 10
}
