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

    @Test func `a field with an empty value is a field`() {
        let headers: Headers = ["A": "", "B": "x"]
        #expect(headers["A"] == "")
        #expect(headers.count == 2)
        #expect(headers.block == Array("A: \0B: x\0".utf8))
    }
}
