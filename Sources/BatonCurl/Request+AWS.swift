import BatonFiles
import BatonHTTP
import BatonValues

extension Request {
    /// Whether the request is to be signed.
    var isSigned: Bool { if case .aws? = options.authentication { true } else { false } }

    /// The request signed for Amazon Web Services, if it is to be (AWS Signature Version 4); otherwise unchanged.
    ///
    /// A signature covers URL, headers and body, so that each hop of a redirect gets its own. Throws `request.bad_input`
    /// for a file that cannot be read.
    ///
    nonisolated(nonsending) func signedForAWS() async throws(Failure) -> Request {
        guard case .aws(let signature)? = options.authentication else { return self }
        var request = self
        if case .multipart = body {
            // The boundary is a part of the body, so it is chosen here instead of when the request is sent.
            let boundary =
                headers["content-type"].flatMap { MediaType.parameter("boundary", of: $0) } ?? Boundary.random()
            if headers.contains("content-type") {
                request.headers = BodyPlan.completing(headers, boundary: boundary)
            } else {
                request.headers.append("Content-Type", "multipart/form-data; boundary=\(boundary)")
            }
        }
        let payload = signature.signsBody ? try await request.payloadDigest() : AWSSigner.unsignedPayload
        return AWSSigner(signature).signed(request, payload: payload)
    }

    /// SHA-256 of the body in hexadecimal digits. Files are read in pieces, on a thread that no transfer needs.
    @concurrent private func payloadDigest() async throws(Failure) -> String {
        let boundary = headers["content-type"].flatMap { MediaType.parameter("boundary", of: $0) } ?? ""
        var digest = StreamedSHA256()
        for piece in try BodyPlan(body, boundary: boundary)?.pieces ?? [] {
            switch piece {
            case .bytes(let bytes): bytes.withUnsafeBytes { digest.update($0) }
            case .file(let file, let offset, let length):
                do throws(FileError) {
                    try Self.add(file, offset, length, to: &digest)
                } catch {
                    throw Failure(.badInput, error.message)
                }
            }
            if Task.isCancelled { throw Failure(.cancelled, "the task was cancelled") }
        }
        return digest.hex
    }

    private static func add(
        _ file: OpenFile, _ offset: Int64, _ length: Int64, to digest: inout StreamedSHA256
    ) throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var position = offset
        let end = offset + length
        while position < end, !Task.isCancelled {
            let wanted = min(buffer.count, Int(clamping: end - position))
            let start = position
            let count = try Self.read(file, &buffer, wanted, start)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            position += Int64(count)
        }
    }

    private static func read(
        _ file: OpenFile, _ buffer: inout [UInt8], _ wanted: Int, _ offset: Int64
    ) throws(FileError) -> Int {
        try buffer.withUnsafeMutableBytes { bytes -> Result<Int, FileError> in
            do throws(FileError) {
                return .success(
                    try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: offset))
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
