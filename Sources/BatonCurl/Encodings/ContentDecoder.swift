/// Decodes a body: removes its encodings in the reverse order of `Content-Encoding` (RFC 9110 section 8.4).
///
/// libcurl has decoders of its own, but they accept a truncated stream as complete.
///
/// It puts a `StreamDecoder` for each encoding (gzip and deflate, brotli, zstd) behind the other, and passes each piece
/// through all of them.
final class ContentDecoder {
    /// The most nested encodings; each costs memory.
    static let mostEncodings = 5

    /// The encodings in `Accept-Encoding`, in this order.
    static let available: [String] =
        ["deflate", "gzip"] + (BrotliDecoder.isAvailable ? ["br"] : []) + (ZstdDecoder.isAvailable ? ["zstd"] : [])

    private let decoders: [any StreamDecoder]
    /// Whether any byte arrived: an empty body is complete with any encoding.
    private var hasBegun = false

    /// Why a body cannot be decoded, as the end of a sentence about the body.
    struct Unknown: Error {
        var words: String
    }

    /// - Parameter values: the values of the `Content-Encoding` headers.
    init(_ values: [String]) throws(Unknown) {
        let members = values.flatMap { $0.split(separator: ",") }
        let written = members.map { $0.split { $0 == " " || $0 == "\t" }.joined(separator: " ").lowercased() }
        let names = written.filter { !$0.isEmpty && $0 != "identity" }
        guard names.count <= Self.mostEncodings else {
            throw Unknown(words: "has \(names.count) encodings over one another, more than \(Self.mostEncodings)")
        }
        var decoders: [any StreamDecoder] = []
        for name in names.reversed() {
            guard let decoder = Self.decoder(name) else {
                let known = Self.available.joined(separator: ", ")
                throw Unknown(words: "has the Content-Encoding `\(name.prefix(40))`, which is none of \(known)")
            }
            decoders.append(decoder)
        }
        self.decoders = decoders
    }

    private static func decoder(_ name: String) -> (any StreamDecoder)? {
        switch name {
        case "gzip", "x-gzip": InflateDecoder(isGzip: true)
        case "deflate": InflateDecoder(isGzip: false)
        case "br": BrotliDecoder()
        case "zstd": ZstdDecoder()
        default: nil
        }
    }

    /// Whether the bytes so far are a complete body.
    var isComplete: Bool { !hasBegun || decoders.allSatisfy(\.isAtEnd) }

    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Bool) -> DecodingStep {
        guard !piece.isEmpty else { return .went }
        hasBegun = true
        return decode(piece, from: 0, output)
    }

    private func decode(
        _ piece: UnsafeRawBufferPointer, from index: Int, _ output: (UnsafeRawBufferPointer) -> Bool
    ) -> DecodingStep {
        guard index < decoders.count else { return output(piece) ? .went : .stopped }
        return decoders[index].decode(piece) { decode($0, from: index + 1, output) }
    }
}
