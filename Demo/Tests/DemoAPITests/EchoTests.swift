import Testing

@testable import DemoAPI

struct EchoTests {
    let application = DemoApplication()

    @Test func `an echo keeps a JSON body's order and digits`() async {
        let body = #"{"b":1.10,"a":12345678901234567890}"#
        let response = await application.send("PURGE", "/echo/x%2Fy?q=a+b&q=%C3%BC", json: body)
        #expect(response.text.hasSuffix(",\"json\":\(body)}"))
        #expect(response.string("method") == "PURGE")
        #expect(response.string("path") == "/echo/x%2Fy")
        #expect(response.text.contains(#""query":[{"name":"q","value":"a b"},{"name":"q","value":"ü"}]"#))
    }

    @Test func `a GraphQL response holds what was asked`() async {
        let body = #"{"query":"{ a }","variables":{"id":1.0}}"#
        let response = await application.send("POST", "/graphql", json: body)
        #expect(response.text == #"{"data":\#(body)}"#)
        let refused = await application.send("POST", "/graphql", json: "{ a }")
        #expect(refused.status == 400)
    }

    @Test func `an upload is described part by part`() async {
        let body = [
            "--xYz", #"Content-Disposition: form-data; name="note""#, "", "hello",
            "--xYz", #"Content-Disposition: form-data; name="doc"; filename="a \"b\";c.csv""#,
            "Content-Type: text/csv", "", "1,2\r\n3,4", "--xYz--", "",
        ].joined(separator: "\r\n")
        let response = await application.respond(
            to: DemoRequest(
                method: "POST", path: "/upload",
                headers: [HeaderField("Content-Type", "multipart/form-data; boundary=xYz")],
                body: Array(body.utf8)))
        #expect(
            response.text
                == #"{"parts":[{"name":"note","size":5,"text":"hello"},"#
                + #"{"filename":"a \"b\";c.csv","name":"doc","size":8,"type":"text/csv"}]}"#)
    }

    @Test(arguments: ["", "--x", "--x\r\n\r\n--x", "--x--", "--x\r\nno head\r\n--x--"])
    func `a broken upload is refused`(body: String) async {
        let response = await application.respond(
            to: DemoRequest(
                method: "POST", path: "/upload",
                headers: [HeaderField("Content-Type", "multipart/form-data; boundary=x")],
                body: Array(body.utf8)))
        #expect(response.status == (body == "--x--" ? 200 : 400))
    }

    @Test func `cookies are set, shown and deleted`() async {
        let set = await application.send("GET", "/cookies/set?a=1&b=x%3By")
        #expect(
            set.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
                == ["a=1; Path=/; HttpOnly", "b=x%3By; Path=/; HttpOnly"])
        let shown = await application.send("GET", "/cookies", headers: [("Cookie", "a=1; b=2")])
        #expect(shown.text == #"{"cookies":{"a":"1","b":"2"}}"#)
        let deleted = await application.send("GET", "/cookies/delete?a")
        #expect(deleted.headers.first("Set-Cookie")?.contains("Max-Age=0") == true)
    }

    @Test func `gzip is sent unless the client cannot read it`() async {
        let compressed = await application.send("GET", "/gzip", headers: [("Accept-Encoding", "br, gzip")])
        #expect(compressed.headers.first("Content-Encoding") == "gzip")
        #expect(compressed.body.starts(with: [0x1f, 0x8b, 8]))
        let plain = await application.send("GET", "/gzip", headers: [("Accept-Encoding", "identity")])
        #expect(plain.text == #"{"compressed":false}"#)
    }

    @Test func `the checksum is that of the standard's test vector`() {
        #expect(Gzip.crc32(Array("123456789".utf8)) == 0xcbf4_3926)
    }

    @Test func `bytes come in the number asked for, always the same`() async {
        let bytes = await application.send("GET", "/bytes/1000").body
        #expect(bytes.count == 1000)
        #expect(await application.send("GET", "/bytes/10").body == Array(bytes.prefix(10)))
        #expect(await application.send("GET", "/bytes/10000001").status == 400)
    }

    @Test func `the root lists the paths, and what is not there says so`() async {
        let index = await application.send("GET", "/")
        #expect(index.status == 200)
        for line in ["GET     /items", "POST    /items", "*       /redirect/{hops}", "POST    /login"] {
            #expect(index.text.split(separator: "\n").contains(Substring(line)), "\(index.text)")
        }
        let missing = await application.send("GET", "/itms")
        #expect(missing.status == 404 && missing.text.contains("there is nothing at /itms; GET / lists the paths"))
        #expect(await application.send("GET", "//").status == 404)
    }
}
