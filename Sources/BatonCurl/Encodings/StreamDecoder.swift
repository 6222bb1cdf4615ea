import BatonHTTP
import CZlib

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

/// Brotli (RFC 7932), decoded by the library that libcurl loaded; its window has at most 16 MB.
final class BrotliDecoder: StreamDecoder {
    private struct Functions: Sendable {
        typealias Create = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
        typealias Decompress =
            @convention(c) (
                OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
                UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
                UnsafeMutablePointer<Int>?
            ) -> Int32
        typealias Destroy = @convention(c) (OpaquePointer) -> Void

        let create: Create
        let decompress: Decompress
        let destroy: Destroy

        static let loaded: Functions? = {
            guard let create = LoadedFunction.named("BrotliDecoderCreateInstance", Create.self),
                let decompress = LoadedFunction.named("BrotliDecoderDecompressStream", Decompress.self),
                let destroy = LoadedFunction.named("BrotliDecoderDestroyInstance", Destroy.self)
            else { return nil }
            return Functions(create: create, decompress: decompress, destroy: destroy)
        }()
    }

    static var isAvailable: Bool { LoadedFunction.exists("BrotliDecoderCreateInstance") }

    private let functions: Functions
    private let state: OpaquePointer
    private let decoded = UnsafeMutablePointer<UInt8>.allocate(capacity: DecodedPiece.size)
    private(set) var isAtEnd = false

    /// Nil without the library, or when memory is exhausted.
    init?() {
        guard let functions = Functions.loaded, let state = functions.create(nil, nil, nil) else { return nil }
        self.functions = functions
        self.state = state
    }

    deinit {
        functions.destroy(state)
        decoded.deallocate()
    }

    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep) -> DecodingStep {
        guard !isAtEnd else { return .malformed }
        var next = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var left = piece.count
        while true {
            var target: UnsafeMutablePointer<UInt8>? = decoded
            var room = DecodedPiece.size
            let result = functions.decompress(state, &left, &next, &room, &target, nil)
            if room < DecodedPiece.size {
                let step = output(UnsafeRawBufferPointer(start: decoded, count: DecodedPiece.size - room))
                guard step == .went else { return step }
            }
            switch result {
            case 1:
                isAtEnd = true
                return left == 0 ? .went : .malformed
            case 2: return .went
            case 3: continue
            default: return .malformed
            }
        }
    }
}

/// Zstandard (RFC 8878), of any number of frames, decoded by the library that libcurl loaded.
final class ZstdDecoder: StreamDecoder {
    private struct Functions: Sendable {
        typealias Create = @convention(c) () -> OpaquePointer?
        typealias SetParameter = @convention(c) (OpaquePointer, Int32, Int32) -> Int
        typealias Decompress = @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
        typealias IsError = @convention(c) (Int) -> UInt32
        typealias Free = @convention(c) (OpaquePointer) -> Int

        let create: Create
        let setParameter: SetParameter
        let decompress: Decompress
        let isError: IsError
        let free: Free

        static let loaded: Functions? = {
            guard let create = LoadedFunction.named("ZSTD_createDCtx", Create.self),
                let setParameter = LoadedFunction.named("ZSTD_DCtx_setParameter", SetParameter.self),
                let decompress = LoadedFunction.named("ZSTD_decompressStream", Decompress.self),
                let isError = LoadedFunction.named("ZSTD_isError", IsError.self),
                let free = LoadedFunction.named("ZSTD_freeDCtx", Free.self)
            else { return nil }
            return Functions(
                create: create, setParameter: setParameter, decompress: decompress, isError: isError, free: free)
        }()
    }

    /// `ZSTD_inBuffer` and `ZSTD_outBuffer`.
    private struct Buffer {
        var start: UnsafeMutableRawPointer?
        var size: Int
        var position = 0
    }

    static var isAvailable: Bool { LoadedFunction.exists("ZSTD_createDCtx") }
    /// `ZSTD_d_windowLogMax`: a server may require at most 8 MB of a client (RFC 9659).
    private static let windowLogMax: (parameter: Int32, value: Int32) = (100, 23)

    private let functions: Functions
    private let context: OpaquePointer
    private let decoded = UnsafeMutableRawPointer.allocate(byteCount: DecodedPiece.size, alignment: 16)
    private(set) var isAtEnd = false

    /// Nil without the library, or when memory is exhausted.
    init?() {
        guard let functions = Functions.loaded, let context = functions.create() else { return nil }
        self.functions = functions
        self.context = context
        _ = functions.setParameter(context, Self.windowLogMax.parameter, Self.windowLogMax.value)
    }

    deinit {
        _ = functions.free(context)
        decoded.deallocate()
    }

    func decode(_ piece: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> DecodingStep) -> DecodingStep {
        var input = Buffer(start: UnsafeMutableRawPointer(mutating: piece.baseAddress), size: piece.count)
        while true {
            var target = Buffer(start: decoded, size: DecodedPiece.size)
            let left = functions.decompress(context, &target, &input)
            guard functions.isError(left) == 0 else { return .malformed }
            if target.position > 0 {
                let step = output(UnsafeRawBufferPointer(start: decoded, count: target.position))
                guard step == .went else { return step }
            }
            isAtEnd = left == 0
            if input.position == input.size, isAtEnd || target.position < target.size { return .went }
        }
    }
}
