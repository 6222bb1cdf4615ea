import BatonHTTP
import Synchronization
import Testing

@Suite struct SessionTests {
    private let url: URLText
    private let other: URLText

    init() throws {
        url = try URLText.parse("http://h/a")
        other = try URLText.parse("http://other/a")
    }

    private func headers(_ session: Session, for url: URLText, with written: Headers = Headers()) -> Headers {
        var headers = written
        session.addHeaders(to: &headers, for: url, now: 0)
        return headers
    }

    @Test func `a new session adds nothing`() {
        #expect(headers(Session(), for: url).isEmpty)
    }

    @Test func `cookies that the request names itself win over those of the session`() {
        var session = Session()
        session.receive(["Set-Cookie": "a=1", "set-cookie": "b=2"], from: url, now: 0)
        #expect(headers(session, for: url).map(\.value) == ["a=1; b=2"])
        #expect(headers(session, for: url, with: ["cookie": "b=mine; c=3"])["Cookie"] == "b=mine; c=3; a=1")
        #expect(headers(session, for: other).isEmpty)
    }

    @Test func `named headers are kept for their origin and sent again`() {
        var session = Session(keeping: ["Access-Token", "uid"], from: [url.origin, other.origin])
        session.receive(["access-token": "t1", "X-Other": "x"], from: url, now: 0)
        session.receive(["access-token": "t2", "uid": "ada"], from: url, now: 0)
        session.receive(["access-token": "foreign"], from: other, now: 0)
        let kept = [Headers.Field("Access-Token", "t2", isCredential: true), .init("uid", "ada", isCredential: true)]
        #expect(headers(session, for: url) == Headers(kept))
        #expect(headers(session, for: other)["access-token"] == "foreign")
        #expect(headers(session, for: url, with: ["uid": "mine"]).values("uid") == ["mine"])
    }

    @Test func `nothing is kept of an origin that is not trusted`() {
        var session = Session(keeping: ["Access-Token"], from: [url.origin])
        session.receive(["access-token": "foreign", "Set-Cookie": "a=1"], from: other, now: 0)
        #expect(headers(session, for: other).map(\.name) == ["Cookie"])
        #expect(headers(session, for: url).isEmpty)
    }

    @Test func `stores that share kept headers have cookies of their own`() {
        let first = SessionStore(Session(keeping: ["X-Token"], from: [url.origin]))
        let second = SessionStore(sharingHeadersOf: SessionStore(sharingHeadersOf: first))
        second.receive(["X-Token": "t1", "Set-Cookie": "a=1"], from: url)
        first.receive(["Set-Cookie": "b=2"], from: url)
        var headers = Headers()
        first.addHeaders(to: &headers, for: url)
        #expect(headers["x-token"] == "t1")
        #expect(headers["cookie"] == "b=2")
        #expect(second.value.keptHeaders(for: url.origin)["x-token"] == "t1")
        #expect(second.value.jar.cookies.map(\.name) == ["a"])
        second.update { $0 = Session(keeping: ["X-Token"], from: [url.origin]) }
        headers = Headers()
        second.addHeaders(to: &headers, for: url)
        #expect(headers.isEmpty)
        #expect(first.value.keptHeaders(for: url.origin).isEmpty)
    }

    @Test func `whoever masks is told of a header before anyone can send it`() {
        let told = Mutex<[String]>([])
        let first = SessionStore(Session(keeping: ["X-Token"], from: [url.origin])) { value in
            told.withLock { $0.append(value) }
        }
        SessionStore(sharingHeadersOf: first).receive(["X-Token": "t1"], from: url)
        first.receive(["X-Token": "t2", "X-Other": "o"], from: url)
        first.receive(["X-Token": "foreign"], from: other)
        #expect(told.withLock { $0 } == ["t1", "t2"])
    }

    @Test func `a store shares what a copied value does not`() {
        let store = SessionStore()
        let copy = store.value
        store.receive(["Set-Cookie": "a=1"], from: url)
        #expect(store.value.jar.cookies.count == 1)
        #expect(copy.jar.isEmpty)
    }
}
