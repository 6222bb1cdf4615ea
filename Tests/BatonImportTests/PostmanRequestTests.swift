import BatonImport
import Testing

@Suite struct `A request of Postman` {
    @Test(arguments: [
        (#""http://a.example/b""#, "GET http://a.example/b"),
        (#"{"url": "a.example/b?x=1#top", "method": "post"}"#, "POST http://a.example/b\nquery x=1"),
        (#"{"url": "{{base}}/b/:id?q={{q}}"}"#, "GET $(base)/b/:id\nquery q=$(q)"),
        (
            #"{"url": {"raw": "https://a.example:8443/b/:id.json?x=1&y=2", "protocol": "https", "host": ["a", "example"], "port": "8443", "path": ["b", ":id.json"], "query": [{"key": "x", "value": "1"}, {"key": "y", "value": "2", "disabled": true}], "variable": [{"key": "id", "value": "{{id}}"}]}}"#,
            "GET https://a.example:8443/b/$(id).json\nquery x=1\nquery y=2 (disabled)"
        ),
        (#"{"url": {"raw": "a.example/only-raw"}}"#, "GET http://a.example/only-raw"),
        (#"{"url": {"host": "a.example", "path": "/x/y/"}}"#, "GET http://a.example/x/y/"),
        (#"{"url": "http://a.example?phone=+49&n={{n}}"}"#, "GET http://a.example?phone=+49&n=$(n)"),
        (
            #"{"url": "http://a.example?type=application%2Fjson%3B%20x"}"#,
            "GET http://a.example\nquery type=application/json; x"
        ),
        (#"{"url": "http://a.example?a&b="}"#, "GET http://a.example\nquery a=\nquery b="),
        (
            #"{"url": "http://ada:pw-1815@a.example/"}"#,
            "GET http://ada:$(secrets.SHOP_PASSWORD)@a.example/\nsecret SHOP_PASSWORD = pw-1815"
        ),
        (#"{"url": "http://a.example", "method": "PROPFIND"}"#, "PROPFIND http://a.example"),
    ])
    func `has a URL, a query and a method`(source: String, expected: String) throws {
        #expect(try PostmanSample.request(source) == expected)
    }
}
