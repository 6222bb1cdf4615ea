import BatonHTTP
import Testing

@Suite struct HeadersTests {
    @Test func `names keep their letters and are compared without them`() {
        let headers: Headers = ["Content-TYPE": "text/plain", "x-A": "1", "X-a": "2"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers.values("X-A") == ["1", "2"])
        #expect(headers.map(\.name) == ["Content-TYPE", "x-A", "X-a"])
        #expect(headers["x-"] == nil)
        #expect(!headers.contains("content"))
    }

    @Test func `setting replaces the first and takes the others away`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]
        headers.set("a", "4")
        #expect(headers == ["a": "4", "B": "2"])
        headers.set("C", "5")
        #expect(headers == ["a": "4", "B": "2", "C": "5"])
        headers.remove("b")
        #expect(headers == ["a": "4", "C": "5"])
    }

    @Test func `several lines of one name are one value`() {
        let headers: Headers = ["DAV": "1, 2", "X": "y", "dav": "", "Dav": "<http://a.test/>"]
        #expect(headers["dav"] == "1, 2, , <http://a.test/>")
        #expect(headers.values("dav") == ["1, 2", "", "<http://a.test/>"])
        #expect(headers.first("dav") == "1, 2")
        #expect(headers["x"] == "y")
    }

    @Test func `lines of Set-Cookie stay lines, and those of Cookie are joined as cookies are`() {
        let headers: Headers = ["Set-Cookie": "a=1; Path=/", "set-cookie": "b=2", "Cookie": "c=3", "cookie": "d=4"]
        #expect(headers["set-cookie"] == "a=1; Path=/\nb=2")
        #expect(headers["cookie"] == "c=3; d=4")
    }

    @Test func `a field with an empty value is a field`() {
        let headers: Headers = ["A": "", "B": "x"]
        #expect(headers["A"] == "")
        #expect(headers.count == 2)
        #expect(headers.block == Array("A: \0B: x\0".utf8))
    }
}
