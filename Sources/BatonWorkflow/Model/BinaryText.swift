import BatonCEL
import BatonDigest

extension BinaryTemplate.Encoding {
    package var words: String {
        switch self {
        case .base64: "base64"
        case .hex: "row of pairs of hexadecimal digits"
        }
    }

    /// The bytes that the text stands for, blanks and line breaks left out; nil for what is no such text. Base64 may be
    /// in both alphabets of RFC 4648 and without its padding.
    package func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let plain = String(decoding: digits, as: UTF8.self)
        return switch self {
        case .hex: Hexadecimal.decode(plain)
        case .base64: Base64.decode(plain, .any)
        }
    }
}
