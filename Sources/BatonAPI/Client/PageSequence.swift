public import BatonHTTP

/// The pages of a list, one after the other: each response says where the next one is.
///
/// ```swift
/// for try await items in client.pages(of: Call<[Item]>(.get("/items"))) { show(items) }
/// ```
/// Each iteration starts with the first page, and sends a request when a page is asked for. It throws what
/// `APIClient.send` throws, `request.bad_input` for a next page at another origin, and for one that is the page itself.
public struct PageSequence<Output: Sendable>: AsyncSequence, Sendable {
    /// The output of one page.
    public typealias Element = Output

    let client: APIClient
    let first: Call<Output>
    let next: @Sendable (Reply) throws -> String?

    /// Starts over, with the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Gives one page after the other; it is for one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let sequence: PageSequence
        private var path: RequestPath?
        private var hasEnded = false

        init(sequence: PageSequence) {
            self.sequence = sequence
        }

        /// The next page; nil behind the last one.
        public mutating func next() async throws(BatonHTTP.Failure) -> Output? {
            try await next(isolation: nil)
        }

        /// The next page; nil behind the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(BatonHTTP.Failure) -> Output? {
            if hasEnded { return nil }
            hasEnded = true
            let page = try await sequence.client.send(sequence.call(at: path))
            if let link = page.link {
                path = try sequence.path(link, in: page.response)
                hasEnded = false
            }
            return page.output
        }
    }

    private struct Page: Sendable {
        var output: Output
        var link: String?
        var response: Response
    }

    /// The call for a page, whose link has the whole query.
    private func call(at path: RequestPath?) -> Call<Page> {
        var request = first.request
        if let path {
            request.path = path
            request.query = [:]
        }
        return first.mapped(request) { output, reply in
            Page(output: output, link: try next(reply), response: reply.response)
        }
    }

    private func path(_ link: String, in response: Response) throws(BatonHTTP.Failure) -> RequestPath {
        let path = try RequestPath.link(link, in: response)
        guard let url = try? response.url.resolving(link) else { return path }
        guard url.hasSameOrigin(as: response.url) else {
            throw BatonHTTP.Failure(
                .badInput, "the page behind \(response.url.shown) is at \(url.origin), which gets no request")
        }
        guard url.text != response.url.text else {
            throw BatonHTTP.Failure(.badInput, "the page behind \(response.url.shown) is this page again")
        }
        return path
    }
}

extension APIClient {
    /// The pages of a call.
    ///
    /// - Parameters:
    ///   - call: the first page; the others are asked for in the same way, at the URL that the page before names. A query of the
    ///     API is sent with each.
    ///   - next: where the next page is, a URL or a reference relative to that of the page; nil for the last page. By
    ///     default the page's `Link` header with `rel="next"` (RFC 8288).
    public func pages<Output>(
        of call: Call<Output>, next: @escaping @Sendable (Reply) throws -> String? = { $0.response.link("next") }
    ) -> PageSequence<Output> {
        PageSequence(client: self, first: call, next: next)
    }

    /// A shell command that sends the request of an endpoint with `curl`, with `***` in place of secrets.
    ///
    /// Throws `request.*` for a request that cannot be sent.
    public func curlCommand(for endpoint: some Endpoint) throws(Failure) -> String {
        let request = try request(for: endpoint)
        let mask = mask(of: request)
        // Once more as a whole: bytes that are no text are written with escapes.
        return mask(CurlCommand.text(for: request, mask: mask))
    }
}

extension Response {
    /// The target of the first link with that relation in the `Link` headers (RFC 8288), as written: a URL, or a reference
    /// relative to that of the response. Nil without such a link.
    public func link(_ relation: String) -> String? { LinkHeader.target(relation, of: self) }
}
