package import BatonAPI
import BatonDiagnostics
import BatonHTTP

/// A request as written in a step, merged with what the environment and the file's `defaults` say.
package final class RequestTemplate: Sendable {
    /// In the letters that are sent: `get` is GET, a word in capitals stays as it is.
    package let method: String
    package let url: TextTemplate
    /// The URL as written, without the password that may stand in it.
    package let shownURL: String
    /// This and the next two from the weakest to the strongest.
    package let query: [Sourced<MapTemplate>]
    package let headers: [Sourced<MapTemplate>]
    package let cookies: [Sourced<MapTemplate>]
    package let body: BodyTemplate?
    package let auth: Sourced<AuthTemplate>?
    package let session: SessionChoice
    package let captures: [Capture]
    package let checks: [Check]
    /// Conditions of `expect: { that: … }`.
    package let conditions: [Expression]
    /// Without a `status` check the response must be 2xx.
    package let checksStatus: Bool
    /// Whether it has a `graphql` body, so that a success is a GraphQL response.
    package let isGraphQL: Bool
    /// Whether a response with `errors` fails the step: a `graphql` body, and no check that looks at them.
    package let failsOnGraphQLErrors: Bool
    /// Whether the SHA-256 of a body that `save` streams into a file is held against something.
    package let needsSavedDigest: Bool
    /// Whether an expression of the step reads `outcome`.
    package let readsOutcome: Bool
    /// Whether an expression of the step reads headers or body of `request`, which only what went out tells in full.
    package let readsSentHeaders: Bool
    private let rare: Rare?

    /// What most requests have none of.
    final class Rare: Sendable {
        fileprivate let environment: String?
        fileprivate let cache: Sourced<CacheTemplate>?
        fileprivate let transfer: WrittenTransfer?
        fileprivate let call: CallTemplate?
        fileprivate let flow: RequestFlow?

        private init(
            environment: String?, cache: Sourced<CacheTemplate>?, transfer: WrittenTransfer?, call: CallTemplate?,
            flow: RequestFlow?
        ) {
            self.environment = environment
            self.cache = cache
            self.transfer = transfer
            self.call = call
            self.flow = flow
        }

        /// Nil where there is nothing.
        static func holding(
            environment: String?, cache: Sourced<CacheTemplate>?, transfer: WrittenTransfer?, call: CallTemplate?,
            flow: RequestFlow?
        ) -> Rare? {
            if environment == nil, cache == nil, transfer == nil, call == nil, flow == nil { return nil }
            return Rare(environment: environment, cache: cache, transfer: transfer, call: call, flow: flow)
        }
    }

    init(
        method: String, url: TextTemplate, query: [Sourced<MapTemplate>], headers: [Sourced<MapTemplate>],
        cookies: [Sourced<MapTemplate>], body: BodyTemplate?, auth: Sourced<AuthTemplate>?, session: SessionChoice,
        captures: [Capture], checks: [Check], conditions: [Expression],
        checksStatus: Bool, isGraphQL: Bool, failsOnGraphQLErrors: Bool, needsSavedDigest: Bool,
        readsOutcome: Bool = false, readsSentHeaders: Bool = false, rare: Rare? = nil
    ) {
        self.method = method
        self.url = url
        shownURL = ShownURL.of(url.written)
        self.query = query
        self.headers = headers
        self.cookies = cookies
        self.body = body
        self.auth = auth
        self.session = session
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
        self.checksStatus = checksStatus
        self.isGraphQL = isGraphQL
        self.failsOnGraphQLErrors = failsOnGraphQLErrors
        self.needsSavedDigest = needsSavedDigest
        self.readsOutcome = readsOutcome
        self.readsSentHeaders = readsSentHeaders
        self.rare = rare
    }

    /// The environment whose base URL, sessions and trusted origins count; nil for that of the run.
    package var environment: String? { rare?.environment }
    /// What is written about the cache at the strongest place.
    package var cache: Sourced<CacheTemplate>? { rare?.cache }
    /// Whether anything is said of how it travels.
    package var changesTransfer: Bool { rare?.transfer != nil }
    package var transfer: TransferTemplate { rare?.transfer?.template ?? TransferTemplate() }
    /// Where the body of the response goes, if that is written.
    package var savePath: TextTemplate? { rare?.transfer?.template.savePath }
    /// For the call of an endpoint.
    package var call: CallTemplate? { rare?.call }
    /// How it is sent more than once; nil for what is sent once.
    package var flow: RequestFlow? { rare?.flow }
}

/// A value and where it is written: that decides which origins get a credential.
package struct Sourced<Value: Sendable>: Sendable {
    package let value: Value
    package let layer: RequestLayer
}
