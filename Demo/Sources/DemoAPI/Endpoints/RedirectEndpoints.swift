/// Redirects: a chain that ends, an endless one, and one to a target that the client chooses.
enum RedirectEndpoints {
    static let routes = [
        Route("*", "/redirect/loop") { _ in redirect(to: "/redirect/loop") },
        Route("*", "/redirect/{hops}") { request in
            let hops = try request.number("hops")
            guard (0...100).contains(hops) else {
                throw Refusal.badRequest(["the number of hops must be from 0 to 100"])
            }
            return hops == 0 ? try .json(["arrived": true]) : redirect(to: "/redirect/\(hops - 1)")
        },
        Route("*", "/redirect-to") { request in
            guard let url = request.query.first("url"), !url.isEmpty,
                url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
            else {
                throw Refusal.badRequest(["the query needs url=, a URL in printable ASCII"])
            }
            let status = try request.queryNumber("status", in: 300...308, default: 302)
            return redirect(to: url, status: status)
        },
    ]

    private static func redirect(to location: String, status: Int = 302) -> DemoResponse {
        DemoResponse(status, headers: [HeaderField("Location", location)])
    }
}
