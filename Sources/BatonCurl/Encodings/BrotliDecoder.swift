import BatonHTTP

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

    static var isAvailable: Bool { Functions.loaded != nil }

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
