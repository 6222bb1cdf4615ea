import BatonHTTP
import BatonJSON

/// A part of the server's certificate that `expect: { certificate: … }` checks.
package enum CertificatePart: String, Sendable {
    case subject, issuer, serial, names
    case expiresIn = "expires_in"
}

extension Certificate {
    /// The checked value.
    ///
    /// - Parameter now: seconds since 1970.
    func actual(_ part: CertificatePart, now: Int64) -> ActualValue {
        switch part {
        case .subject: .text(subject)
        case .issuer: .text(issuer)
        case .serial: .text(serial)
        case .names: .json(.array(names.map { .string($0) }))
        case .expiresIn:
            expires.map { .duration(($0 &- now).multipliedSaturating(by: 1_000_000)) }
                ?? .missing { .init(why: "the certificate has no date on which it expires") }
        }
    }
}

extension Int64 {
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min + 1 : .max) : product
    }
}
