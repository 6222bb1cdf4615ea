import BatonFiles
import BatonHTTP
import Testing

@Suite struct BodyPlanTests {
    private func plan(_ body: RequestBody) throws -> BodyPlan? {
        try BodyPlan(body, boundary: "B")
    }

    private func text(_ plan: BodyPlan?) -> String {
        (plan?.pieces ?? []).map { piece in
            switch piece {
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .file(let file, let offset, let length): "{\(file.path) \(offset) \(length)}"
            }
        }.joined()
    }

    @Test func `a multipart body is written as browsers write it`() throws {
        let plan = try plan(
            .multipart([
                .init("note", .bytes(Array("hello\r\n".utf8))),
                .init("a \"b\"\r\nü", .bytes([]), filename: "c\"d", contentType: "text/x"),
                .init("doc", .file(.sample("data/a.csv"))),
            ]))
        #expect(plan?.contentType == "multipart/form-data; boundary=B")
        let expected = [
            "--B", "Content-Disposition: form-data; name=\"note\"", "", "hello", "",
            "--B", "Content-Disposition: form-data; name=\"a %22b%22%0D%0Aü\"; filename=\"c%22d\"",
            "Content-Type: text/x", "", "",
            "--B", "Content-Disposition: form-data; name=\"doc\"; filename=\"a.csv\"", "Content-Type: text/csv", "",
            "{data/a.csv 0 100}",
            "--B--", "",
        ]
        #expect(text(plan) == expected.joined(separator: "\r\n"))
        #expect(plan?.length == Int64(text(plan).utf8.count - "{data/a.csv 0 100}".utf8.count + 100))
    }

    @Test func `a file is sent from its offset to its end or for its length`() throws {
        #expect(text(try plan(.file(.sample("f")))) == "{f 0 100}")
        #expect(text(try plan(.file(.sample("f"), offset: 10))) == "{f 10 90}")
        #expect(text(try plan(.file(.sample("f"), offset: 10, length: 5))) == "{f 10 5}")
        #expect(text(try plan(.file(.sample("f"), offset: 100, length: 0))) == "{f 100 0}")
    }

    @Test(arguments: [(101 as Int64, nil as Int64?), (0, 101), (99, 2), (Int64.max, Int64.max)])
    func `a range beyond the file's end is refused`(_ offset: Int64, _ length: Int64?) throws {
        do {
            _ = try plan(.file(.sample("f"), offset: offset, length: length))
            Issue.record("no failure")
        } catch let failure as Failure {
            #expect(failure.kind == .badInput)
            #expect(failure.message == "f has 100 bytes: offset and length reach beyond its end")
        }
    }

    @Test func `no body is no plan`() throws {
        #expect(try plan(.none)?.length == nil)
    }

    @Test func `forms are encoded as browsers do`() {
        let pairs = [("a b", "c&d=e+f"), ("ü", "*-._~")]
        #expect(String(decoding: PercentEncoding.form(pairs), as: UTF8.self) == "a+b=c%26d%3De%2Bf&%C3%BC=*-._%7E")
        #expect(PercentEncoding.decode("a%20b%zz%4") == Array("a b%zz%4".utf8))
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension OpenFile {
    /// An empty file that says it has that path and 100 bytes.
    static func sample(_ path: String) -> OpenFile {
        OpenFile(owning: open("/dev/null", O_RDONLY | O_CLOEXEC), path: path, size: 100)
    }
}
