import DemoAPI
import Testing

struct FaultTests {
    let application = DemoApplication()

    @Test func `a job is done after the polls it was given`() async {
        let started = await application.send("POST", "/jobs", json: #"{"polls":2}"#)
        #expect(started.status == 202)
        let job = started.headers.first("Location") ?? ""
        var states: [String?] = []
        for _ in 1...4 { states.append(await application.send("GET", job).string("status")) }
        #expect(states == ["pending", "pending", "done", "done"])
        #expect(await application.send("GET", "/jobs/2").status == 404)
    }

    @Test(arguments: [200, 204, 304, 400, 418, 503, 599])
    func `every status can be asked for`(status: Int) async {
        let response = await application.send("GET", "/status/\(status)")
        #expect(response.status == status)
        #expect(response.body.isEmpty == [204, 304].contains(status))
    }

    @Test(arguments: ["/status/100", "/status/600", "/status/-1"])
    func `a status that is none is a bad request`(path: String) async {
        #expect(await application.send("GET", path).status == 400)
    }

    @Test func `the first request of each client is too soon`() async {
        let key = [("X-Client-Key", "one")]
        let first = await application.send("GET", "/limited", headers: key)
        #expect(first.status == 429)
        #expect(first.headers.first("Retry-After") == "1")
        #expect(await application.send("GET", "/limited", headers: key).status == 200)
        #expect(await application.send("GET", "/limited?client=two").status == 429)
    }

    @Test func `a bad request may answer with a list of messages`() async {
        let response = await application.send("GET", "/errors/400")
        #expect(response.status == 400)
        #expect(response.text.hasPrefix(#"[{"message":""#))
    }

    @Test func `something is always broken`() async {
        #expect(await application.send("GET", "/broken").status == 500)
    }

    @Test func `another method is told which ones there are`() async {
        let response = await application.send("DELETE", "/items")
        #expect(response.status == 405)
        #expect(response.headers.first("Allow") == "GET, POST")
        #expect(await application.send("OPTIONS", "/items").headers.first("Allow") == "GET, POST")
    }

    @Test func `redirects count down, go round, and lead where one says`() async {
        #expect(await application.send("GET", "/redirect/2").headers.first("Location") == "/redirect/1")
        #expect(await application.send("GET", "/redirect/0").status == 200)
        #expect(await application.send("GET", "/redirect/loop").headers.first("Location") == "/redirect/loop")
        let elsewhere = await application.send("POST", "/redirect-to?url=http%3A%2F%2Fexample.com%2F&status=307")
        #expect(elsewhere.status == 307)
        #expect(elsewhere.headers.first("Location") == "http://example.com/")
    }

    @Test func `a redirect target cannot smuggle a header in`() async {
        #expect(await application.send("GET", "/redirect-to?url=%2F%0D%0ASet-Cookie:%20a=b").status == 400)
    }
}
