import BatonImport
import Testing

@Suite struct `A request of Postman` {
    @Test(arguments: [
        (#""http://a.example/b""#, "GET http://a.example/b"),
        (#"{"url": "a.example/b?x=1#top", "method": "post"}"#, "POST http://a.example/b\nquery x=1"),
        (#"{"url": "{{base}}/b/:id?q={{q}}"}"#, "GET $(base)/b/:id\nquery q=$(q)"),
        (
            #"""
            {"url": {"raw": "https://other", "protocol": "https", "host": ["a", "example"], "port": "8443",
             "path": ["b", ":id.json", {"type": "string", "value": "c"}], "hash": "top",
             "query": [{"key": "x", "value": "1"}, {"key": "y", "value": "2", "disabled": true}],
             "variable": [{"key": "id", "value": "{{id}}"}]}}
            """#, "GET https://a.example:8443/b/$(id).json/c\nquery x=1\nquery y=2 (disabled)"
        ),
        (#"{"url": {"raw": "a.example/only-raw"}}"#, "GET http://a.example/only-raw"),
        (#"{"url": {"host": "a.example", "path": "/x/y/"}}"#, "GET http://a.example/x/y/"),
        (
            #"{"url": {"host": "a.example", "path": [":a", ":b"], "variable": [{"id": "a", "value": "1"}, {"key": "b"}]}}"#,
            "GET http://a.example/1/:b"
        ),
        (#"{"url": {"host": ["a"], "query": {"x": 1}}}"#, "GET http://a"),
        (#"{"url": {"host": ["a"], "query": "x=1&y=2"}}"#, "GET http://a\nquery x=1\nquery y=2"),
        (#"{"url": "http://a.example?phone=+49&n={{n}}"}"#, "GET http://a.example?phone=+49&n=$(n)"),
        (#"{"url": "http://a.example?t=a%2Fb%3B%20x"}"#, "GET http://a.example\nquery t=a/b; x"),
        (#"{"url": "http://a.example?a=100%&b=%0A"}"#, "GET http://a.example?a=100%&b=%0A"),
        (#"{"url": "http://a.example?a&b="}"#, "GET http://a.example?a&b="),
        (
            #"{"url": {"host": "a", "query": [{"key": "a", "value": null}, {"key": "b", "value": ""}]}}"#,
            "GET http://a?a&b="
        ),
        (#"{"url": "http://a.example?a={{x?y&z=1}}#{{h}}"}"#, "GET http://a.example\nquery a=$(x_y_z_1)"),
        (
            #"{"url": "http://ada:pw-1815@a.example/"}"#,
            "GET http://ada:$(secrets.SHOP_PASSWORD)@a.example/\nsecret SHOP_PASSWORD = pw-1815"
        ),
        (
            #"{"url": {"auth": {"user": "ada", "password": "{{pw}}"}, "host": "a"}}"#,
            "GET http://ada:$(pw)@a"
        ),
        (#"{"url": "http://a.example", "method": "PROPFIND"}"#, "PROPFIND http://a.example"),
        (#"{"method": 5}"#, "5 \nlost [r] url: url | The request has no URL."),
    ])
    func `has a URL, a query and a method`(source: String, expected: String) throws {
        #expect(try PostmanSample.request(source) == expected)
    }

    @Test(arguments: [
        ("localhost:3000", "http://$(base)/x"), ("https://a.example", "$(base)/x"), ("{{scheme}}://a", "$(base)/x"),
        ("{{host}}", "http://$(base)/x"), ("", "$(base)/x"),
    ])
    func `gets a scheme where the variable before the path has none`(base: String, expected: String) throws {
        let variables = #"""
            "variable": [{"key": "base", "value": "\#(base)"}, {"key": "scheme", "value": "https"},
                {"key": "host", "value": "a.example"}],
            """#
        #expect(try PostmanSample.request(#""{{base}}/x""#, variables) == "GET \(expected)")
    }

    @Test(arguments: [
        (#"[{"key": "A", "value": "1"}, {"key": "A", "value": ""}]"#, "header A=1\nheader A="),
        (#"[{"key": "A", "value": "{{x}} b", "disabled": true}]"#, "header A={{x}} b (disabled)"),
        (#""A: 1\nB: x: y\n\nnothing""#, "header A=1\nheader B=x: y"),
        (#"[{"key": "", "value": "1"}, null, 5, {"key": "N", "value": 5}]"#, "header N=5"),
        (#"[{"key": "Accept", "value": null}]"#, "header Accept="),
        (#"[{"key": "{{name}}", "value": "v"}]"#, "header $(name)=v"),
        (
            #"[{"key": "Authorization", "value": "Bearer abc-123"}]"#,
            "header Authorization=Bearer $(secrets.SHOP_AUTHORIZATION)\nsecret SHOP_AUTHORIZATION = abc-123"
        ),
        (#"[{"key": "Authorization", "value": "Bearer {{token}}"}]"#, "header Authorization=Bearer $(token)"),
        (#"[{"key": "X-API-Key", "value": "k1", "disabled": true}]"#, "header X-API-Key=*** (disabled)"),
        (
            #"[{"key": "Cookie", "value": "session=1"}]"#,
            "header Cookie=$(secrets.SHOP_COOKIE)\nsecret SHOP_COOKIE = session=1"
        ),
        ("5", "lost [r] header: header: number | Postman has a list here."),
    ])
    func `has headers`(source: String, expected: String) throws {
        let request = #"{"url": "http://a", "header": \#(source)}"#
        #expect(try PostmanSample.request(request) == "GET http://a\n\(expected)")
    }

    @Test(arguments: [
        (
            #"{"followRedirects": false, "strictSSL": false, "maxRedirects": 3}"#,
            "settings follow=false max=3 verify=false"
        ),
        (#"{"disableCookies": true, "protocolVersion": "http2"}"#, "settings http=2 no cookies"),
        (#"{"protocolVersion": "auto", "disableUrlEncoding": false, "followRedirects": "x"}"#, ""),
        (#"{"disabledSystemHeaders": {"accept": true, "host": false}}"#, "settings without=accept"),
        (
            #"{"followOriginalHttpMethod": true}"#,
            "lost [r] settings: followOriginalHttpMethod: true | Baton sends a GET after 303, and after 301 and 302 of a POST."
        ),
        (
            #"{"tlsDisabledProtocols": ["TLSv1_2"]}"#,
            #"lost [r] settings: tlsDisabledProtocols: ["TLSv1_2"] | Versions of TLS are not switched off one by one."#
        ),
    ])
    func `has settings`(source: String, expected: String) throws {
        let input = PostmanSample.collection(
            #""item": [{"name": "r", "request": "http://a", "protocolProfileBehavior": \#(source)}]"#)
        let text = try ImportPrinter.text(ImportFormat.postman.read(input))
        #expect(text == "collection Shop\nrequest r\n  GET http://a" + (expected.isEmpty ? "" : "\n  \(expected)"))
    }

    @Test func `inherits settings, of which the nearest holds`() throws {
        let text = try PostmanSample.text(
            #"""
            "protocolProfileBehavior": {"maxRedirects": 1, "followRedirects": true},
            "item": [{"name": "f", "protocolProfileBehavior": {"maxRedirects": 2}, "item": [
                {"name": "r", "request": "http://a", "protocolProfileBehavior": {"followRedirects": false}}]}]
            """#)
        #expect(text.hasSuffix("    settings follow=false max=2"))
    }

    @Test(arguments: [
        (#""proxy": {"host": "p.example", "port": 3128}"#, "settings proxy=http://p.example:3128"),
        (#""proxy": {"host": "{{p}}", "disabled": true}"#, ""),
        (#""proxy": {"host": "p q", "port": "x"}"#, "lost [r] proxy: proxy | This is no address of a proxy."),
        (
            #""proxy": {"host": "p", "match": "*://a.example/*"}"#,
            "settings proxy=http://p:8080\nlost [r] proxy: match: *://a.example/* | The proxy is used for every URL of the request."
        ),
        (
            #""certificate": {"name": "client", "key": {"src": "/home/k.pem"}}"#,
            "lost [r] certificate: certificate client | The files of a client certificate lie on the machine that the source comes from."
        ),
    ])
    func `has a proxy and a certificate`(source: String, expected: String) throws {
        let text = try PostmanSample.request(#"{"url": "http://a", \#(source)}"#)
        #expect(text == "GET http://a" + (expected.isEmpty ? "" : "\n\(expected)"))
    }

    @Test func `has saved examples, in which no secret stands`() throws {
        let text = try PostmanSample.text(
            #"""
            "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "tok-en-4711"}]},
            "item": [{"name": "r", "request": "http://a", "response": [
                {"name": "Found", "code": 200, "header": [{"key": "Set-Cookie", "value": "s=1"}, {"key": "B", "value": "c"}],
                 "body": "{\"echo\": \"tok-en-4711\"}"},
                {"code": "x", "header": "A: 1", "body": null}, 7]}]
            """#)
        #expect(
            text == """
                collection Shop
                auth bearer $(secrets.SHOP_TOKEN)
                request r
                  GET http://a
                  sample Found 200 Set-Cookie=***,B=c {"echo": "***"}
                  sample Response 200 200 A=1 -
                secret SHOP_TOKEN = tok-en-4711
                """)
    }
}
