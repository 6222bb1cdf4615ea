import Testing

@testable import BatonHTTP

/// Values of headers that are no UTF-8.
@Suite struct HeaderOctetsTests {
    private static func headers(_ name: String, _ octets: [UInt8]) -> Headers {
        var headers = Headers()
        headers.append(name, octets: octets)
        return headers
    }

    @Test(arguments: Array(UInt8(0x80)...0xFF))
    func `an octet that is no UTF-8 is a character of Latin-1, and goes back as it came`(_ octet: UInt8) throws {
        let value = Array("a=b".utf8) + [octet]
        let headers = Self.headers("Set-Cookie", value)
        let text = "a=b" + String(Character(Unicode.Scalar(octet)))
        #expect(headers["set-cookie"] == text)
        #expect(headers.values("set-cookie") == [text])
        #expect(headers.first?.value == text)

        let url = try URLText.parse("http://h/")
        var jar = CookieJar()
        jar.receive(headers, from: url, now: 0)
        var sent = Headers()
        jar.add(to: &sent, for: url, now: 1)
        #expect(sent.octets("cookie").map { Array($0) } == [value])
        sent = ["Cookie": "c=é"]
        jar.add(to: &sent, for: url, now: 1)
        #expect(sent.octets("cookie").map { Array($0) } == [Array("c=é; ".utf8) + value])
    }

    @Test(arguments: [
        ([0x2F, 0xE9], "/%E9"), ([0x2F, 0xC3, 0xA9], "/é"), ([0x2F, 0xC3, 0x28, 0xFF], "/%C3(%FF"), ([0x2F], "/"),
    ])
    func `an address keeps its octets`(_ octets: [UInt8], _ reference: String) {
        #expect(Self.headers("Location", octets).references("location") == [reference])
    }

    @Test func `a tag goes back as it came`() {
        let tag: [UInt8] = [0x22, 0xE9, 0x22]
        let stored = StoredHead(status: 200, headers: Self.headers("ETag", tag), requested: 0, received: 0)
        guard case .validate(let conditions) = StoredUse.of(stored, request: Headers(), now: 1) else {
            Issue.record("the server is not asked")
            return
        }
        var request = Headers()
        request.append(conditions)
        #expect(request.octets("if-none-match").map { Array($0) } == [tag])
    }
}
