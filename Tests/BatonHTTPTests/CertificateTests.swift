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

    @Test(arguments: [
        ("DNS:localhost, IP Address:127.0.0.1", ["localhost", "127.0.0.1"]),
        ("IP Address:0:0:0:0:0:0:0:1, IP Address:2001:DB8:0:0:1:0:0:1", ["::1", "2001:db8::1:0:0:1"]),
        ("IP Address:FE80:0:0:1:2:3:4:5, DNS:a.example", ["fe80::1:2:3:4:5", "a.example"]),
        ("IP Address:2001:DB8:0:1:1:1:1:1", ["2001:db8:0:1:1:1:1:1"]), ("URI:urn:x:y", ["urn:x:y"]),
        ("IP Address:<invalid>", ["<invalid>"]),
    ])
    func `an IPv6 address is written as RFC 5952 does`(_ written: String, _ names: [String]) {
        #expect(Certificate(lines: ["X509v3 Subject Alternative Name:\(written)"]).names == names)
    }
}
