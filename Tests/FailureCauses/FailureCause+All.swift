extension FailureCause {
    /// At least one for every kind that an exchange can fail with.
    package static let all = statuses + responses + network + requests

    private static func http(_ status: String, _ body: String, _ headers: String = "") -> Behaviour {
        .responses(
            "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nContent-Type: application/json\r\n\(headers)\r\n\(body)"
        )
    }

    private static let statuses = [
        FailureCause(
            "http.bad_request", http("400 Bad", #"[{"message":"name is missing"},{"message":"age is missing"}]"#),
            messages: ["name is missing", "age is missing"]),
        FailureCause(
            "http.unauthorized", http("401 No", #"{"error":"invalid_token","error_description":"expired"}"#),
            messages: ["invalid_token: expired"]),
        FailureCause(
            "http.forbidden", http("403 No", #"{"error":{"message":"not yours"}}"#), messages: ["not yours"]),
        FailureCause(
            "http.not_found", http("404 No", #"{"title":"Not found","detail":"no item 7"}"#),
            messages: ["Not found: no item 7"]),
        FailureCause("http.conflict", http("409 No", #"{"error_message":"taken"}"#), messages: ["taken"]),
        FailureCause("http.unprocessable", http("422 No", #"{"errors":["a","b"]}"#), messages: ["a", "b"]),
        FailureCause(
            "http.unprocessable", http("422 No", #"{"errors":[{"message":"too young"},{"message":"too old"}]}"#),
            messages: ["too young", "too old"]),
        FailureCause("http.too_many_requests", http("429 No", #"{"message":"slow down"}"#), messages: ["slow down"]),
        FailureCause("http.client_error", http("418 No", "teapot")),
        FailureCause("http.server_error", http("500 No", #"{"message":"boom"}"#), messages: ["boom"]),
        FailureCause("http.server_error", http("503 No", "")),
        FailureCause("http.unexpected", http("302 Found", "", "Location: /x\r\n")),
    ]

    private static let responses = [
        FailureCause("response.no_data", http("200 OK", "")),
        FailureCause("response.not_json", http("200 OK", "<html>")),
        FailureCause("response.encoding", http("200 OK", "no gzip", "Content-Encoding: gzip\r\n")),
        FailureCause("mapping.missing", http("200 OK", #"{"name":"Ada"}"#)),
        FailureCause("mapping.type", http("200 OK", #"{"name":"Ada","age":"many"}"#)),
        FailureCause("mapping.format", http("200 OK", #"{"name":"Ada","age":36,"born":"yesterday"}"#)),
    ]

    private static let network = [
        FailureCause("network.dns", .closes, url: "http://no-such-host.invalid/"),
        FailureCause("network.connect", .closes, url: "http://127.0.0.1:1/"),
        FailureCause("network.tls", http("200 OK", "plain"), url: "https://HOST/"),
        FailureCause("network.timeout", .hangs, timeout: 200),
        FailureCause("network.reset", .closes),
        FailureCause("network.too_large", http("200 OK", #"{"name":"Ada","age":36}"#), maxResponse: 10),
        FailureCause("network.protocol", .responses("ICY 200 OK\r\n\r\n")),
    ]

    private static let requests = [
        FailureCause("request.invalid_url", .closes, url: "http://[/"),
        FailureCause("request.bad_input", .closes, note: "a\r\nb: c"),
    ]
}
