import CZlib

/// gzip (RFC 1952) with any number of members, and deflate (RFC 1950), which some servers send without the zlib header
/// (RFC 1951).
final class InflateDecoder: StreamDecoder {
    private enum Phase {
        /// The first two bytes of a deflate stream tell whether it has a zlib header.
        case unknown(first: UInt8?)
        case inside
        case ended
    }

    private let isGzip: Bool
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let decoded = UnsafeMutablePointer<UInt8>.allocate(capacity: DecodedPiece.size)
    private var isInitialised = false
    private var phase = Phase.unknown(first: nil)

    init(isGzip: Bool) {
        self.isGzip = isGzip
        stream.initialize(to: z_stream())
        if isGzip { start(windowBits: 15 + 16) }
    }

    deinit {
        if isInitialised { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
        decoded.deallocate()
    }

    var isAtEnd: Bool {
        if case .ended = phase { true } else { false }
    }

    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep) -> DecodingStep {
        guard case .unknown(let held) = phase else { return inflatePiece(piece, output) }
        guard let first = held else {
            if piece.count == 1 {
                phase = .unknown(first: piece[0])
                return .went
            }
            startDeflate(piece[0], piece[1])
            return inflatePiece(piece, output)
        }
        startDeflate(first, piece[0])
        let step = withUnsafeBytes(of: first) { inflatePiece($0, output) }
        return step == .went ? inflatePiece(piece, output) : step
    }

    /// The first two bytes of a zlib header name the method and, as one number, are a multiple of 31.
    private func startDeflate(_ first: UInt8, _ second: UInt8) {
        let hasFrame = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
        start(windowBits: hasFrame ? 15 : -15)
    }

    private func start(windowBits: Int32) {
        isInitialised = baton_inflate_init(stream, windowBits) == Z_OK
        phase = .inside
    }

    private func inflatePiece(
        _ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep
    ) -> DecodingStep {
        guard isInitialised else { return .malformed }
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: piece.count)
        repeat {
            if isAtEnd {
                // Only another member may follow (RFC 1952 section 2.2).
                guard isGzip, inflateReset(stream) == Z_OK else { return .malformed }
                phase = .inside
            }
            stream.pointee.next_out = decoded
            stream.pointee.avail_out = UInt32(DecodedPiece.size)
            let code = inflate(stream, Z_NO_FLUSH)
            let count = DecodedPiece.size - Int(stream.pointee.avail_out)
            if count > 0 {
                let step = output(UnsafeRawBufferPointer(start: decoded, count: count))
                guard step == .went else { return step }
            }
            switch code {
            case Z_OK: break
            case Z_STREAM_END: phase = .ended
            case Z_BUF_ERROR: return .went
            default: return .malformed
            }
        } while stream.pointee.avail_in > 0 || !isAtEnd && stream.pointee.avail_out == 0
        return .went
    }
}
