import BatonCEL
import BatonHTTP
import BatonJSON
import BatonTime

/// `response.certificate`: who the server proved to be.
final class CertificateView: CELNative {
    private let certificate: Certificate

    init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    var nativeType: CELNativeType { Roots.certificateType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "subject": .string(certificate.subject)
        case "issuer": .string(certificate.issuer)
        case "serial": .string(certificate.serial)
        case "starts": Self.moment(certificate.starts)
        case "expires": Self.moment(certificate.expires)
        case "names": CELValue(.array(certificate.names.map { .string($0) }))
        default: nil
        }
    }

    private static func moment(_ seconds: Int64?) -> CELValue? {
        seconds.flatMap { Timestamp(seconds: $0) }.map { .timestamp($0) }
    }
}
