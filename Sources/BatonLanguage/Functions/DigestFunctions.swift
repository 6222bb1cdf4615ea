import BatonCEL
import BatonValues

/// `sha256`, `sha1`, `md5` and `hmac_sha256`: in lower-case hexadecimal digits.
enum DigestFunctions {
    static let list: [CELFunction] = [
        digest("sha256", SHA256.digest),
        digest("sha1", SHA1.digest),
        digest("md5", MD5.digest),
        CELFunction(
            "hmac_sha256", kinds.flatMap { key in kinds.map { CELFunction.Overload([key, $0], .string) } },
            isCostly: true,
            body: .binary { key, message throws(CELError) in
                let key = try FunctionLibrary.bytes(key, of: "hmac_sha256")
                let message = try FunctionLibrary.bytes(message, of: "hmac_sha256")
                return .string(Hexadecimal.encode(HMAC.sha256(key: key, message)))
            }),
    ]

    private static let kinds: [CELType] = [.string, .bytes]

    private static func digest(_ name: String, _ hash: @escaping @Sendable ([UInt8]) -> [UInt8]) -> CELFunction {
        CELFunction(
            name, kinds.map { .init([$0], .string) }, isCostly: true,
            help: "of a list or map take `\(name)(json(value))`",
            body: .unary { value throws(CELError) in
                .string(Hexadecimal.encode(hash(try FunctionLibrary.bytes(value, of: name))))
            })
    }
}
