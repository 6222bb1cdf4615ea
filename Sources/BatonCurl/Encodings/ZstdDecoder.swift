import BatonHTTP

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

    static var isAvailable: Bool { Functions.loaded != nil }
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
