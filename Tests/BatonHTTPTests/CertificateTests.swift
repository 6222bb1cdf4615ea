import BatonHTTP
import Testing

/// Certificates as libcurl describes them.
@Suite struct CertificateTests {
    @Test(arguments: [
        ("O = H\\C3\\A4us, CN = a", "O = Häus, CN = a"), ("O = a\\, b", "O = a\\, b"), ("O = \\FF", "O = \\FF"),
        ("O = \\41", "O = \\41"), ("O = \\C3", "O = \\C3"), ("CN = x", "CN = x"),
    ])
    func `a name holds its letters, and not the escapes of their bytes`(_ written: String, _ name: String) {
        let certificate = Certificate(lines: ["Subject:\(written)", "Issuer:\(written)"])
        #expect(certificate.subject == name && certificate.issuer == name)
    }
}
