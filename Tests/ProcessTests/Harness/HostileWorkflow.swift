import BatonTesting

/// The workflow that meets a misbehaviour, and how it must end.
struct HostileWorkflow {
    /// Of the failure, or `passed`.
    var kind: String
    /// What the step says beside its request.
    var lines: [String] = []

    /// A second step sees whether anything of the first response is taken for its own.
    func text(_ server: HostileServer, _ misbehaviour: Misbehaviour) -> String {
        var text = "steps:\n  - get: \(server.url)\(misbehaviour.path)\n    follow_redirects: true\n"
        for line in lines { text += "    \(line)\n" }
        return text + "  - get: \(server.url)/well\n    expect: { $.fine: true }\n"
    }

    static func of(_ misbehaviour: Misbehaviour) -> Self {
        let name = misbehaviour.name
        if let special = special[name] { return special }
        for (kind, names) in kinds where names.contains(name) {
            let timeout = kind == "network.timeout" ? "2s" : "120s"
            return Self(kind: kind, lines: ["timeout: \(timeout)", "max_response: 1MB"])
        }
        return Self(kind: "passed", lines: ["timeout: 120s"])
    }

    private static let kinds: [String: Set<String>] = [
        "network.protocol": [
            "status-garbage", "http-0.9", "status-word", "status-long", "status-missing", "status-zero",
            "version-unknown", "other-protocol", "tls-on-plain-port", "switching-protocols", "header-without-colon",
            "header-nul", "lengths-differ", "length-list", "length-negative", "length-overflow", "length-word",
            "length-hex", "chunk-size-garbage", "chunk-size-negative", "chunk-size-overflow", "chunk-size-empty",
            "chunk-size-hex", "chunk-size-space", "chunk-size-plus", "chunk-size-long", "length-and-chunked",
            "chunk-overrun", "redirect-loop", "redirect-endless", "redirect-file", "redirect-ftp", "redirect-data",
            "redirect-script", "redirect-gopher", "redirect-port-0", "redirect-port-99999", "redirect-no-host",
            "redirect-empty", "redirect-controls", "redirect-two", "status-fraction", "status-short", "status-glued",
            "status-signed",
            "status-tab", "status-tab-behind", "status-two-spaces", "status-leading-space", "version-three-parts",
            "version-two-digits", "version-small-letters", "status-twice", "status-in-trailer", "chunked-twice",
            "chunked-on-two-lines", "transfer-gzip",
            "header-space-before-colon", "header-smuggling",
            "transfer-unknown", "transfer-parameter", "transfer-identity", "chunked-then-identity", "chunked-in-list",
            "redirect-cr", "cookie-controls", "transfer-empty", "chunked-in-1.0", "version-2-as-text",
            "version-2.0-as-text", "status-leading-zero",
            "status-99", "status-1000", "status-line-bare-cr", "header-without-name", "header-folded-first",
            "header-folded-length", "header-folded-coding", "header-space-in-name", "header-tab-in-name",
            "header-control-in-name", "header-bare-cr", "header-cr-length", "header-two-crs", "length-plus",
            "length-spaces", "length-empty", "chunk-size-space-behind", "chunk-size-tab-behind", "chunk-size-lf",
            "chunk-last-lf", "chunk-size-cr", "chunk-end-lf", "chunk-end-cr", "chunk-end-missing", "chunk-takes-cr",
            "chunk-extension-cr", "chunk-extension-lf", "trailer-cr", "trailer-without-colon",
        ],
        "network.too_large": [
            "interim-flood", "interim-hints-flood", "header-of-1mb", "headers-endless", "header-line-endless",
            "status-line-endless", "trailers-endless", "trailer-line-endless", "body-endless", "chunks-endless",
            "chunks-tiny", "br-bomb", "zstd-bomb", "gzip-gzip-bomb", "redirect-long", "cookie-of-1mb",
            "length-huge",
        ],
        "network.reset": [
            "interim-only", "length-too-large", "chunk-cut", "chunks-without-end", "close-before-response",
            "close-in-headers", "close-after-headers", "reset-before-response", "reset-in-body", "drop-kept",
        ],
        "network.timeout": [
            "chunk-extension-endless", "body-slow", "headers-slow", "silence", "headers-unfinished", "body-unfinished",
        ],
        "response.encoding": [
            "gzip-garbage", "deflate-garbage", "br-garbage", "zstd-garbage", "gzip-wrong-checksum", "gzip-then-garbage",
            "encoding-chain", "encoding-unknown", "gzip-cut", "gzip-member-cut", "encoding-inner-cut",
        ],
    ]

    private static let notJSON = Self(kind: "response.not_json", lines: ["expect: { $.a: 1 }"])

    private static let special: [String: Self] = [
        "gzip-bomb": Self(kind: "network.too_large"),
        "json-not-utf8": notJSON, "json-nul": notJSON, "json-utf16": notJSON, "json-lone-surrogate": notJSON,
        "json-exponent": notJSON, "json-nested-100000": notJSON, "json-nested-objects": notJSON,
        "json-10000000-values": notJSON, "json-unfinished": notJSON, "json-two-documents": notJSON,
        "charset-unknown": Self(kind: "passed", lines: ["expect: { $.a: 1 }"]),
        "charset-latin1": Self(kind: "passed", lines: ["expect: { body: Grüße }"]),
        "json-duplicate-keys": Self(kind: "passed", lines: ["expect: { $.a: 2 }"]),
        "json-1e400": Self(kind: "check.failed", lines: ["expect: { $.a: { lt: 5 } }"]),
        "json-100000-digits": Self(kind: "check.failed", lines: ["expect: { $.a: { lt: 5 } }"]),
        "json-100000-keys": Self(kind: "check.failed", lines: ["expect: { json: { k0: 1 } }"]),
        "early-response": Self(kind: "http.client_error"),
        "header-folded": Self(kind: "passed", lines: ["expect: { headers: { x-fold: a b c } }"]),
        "cookies-10000": Self(kind: "check.failed", lines: ["expect: { cookies: { c9999: other } }"]),
        "header-controls": Self(kind: "check.failed", lines: ["expect: { headers: { x-evil: other } }"]),
    ]
}
