package import BatonAPI
import BatonDiagnostics
package import BatonHTTP
package import BatonJudging
package import BatonLanguage

/// A request as written in a step, merged with the defaults of the environment and of the file.
package final class RequestTemplate: Sendable {
    /// The method as it is sent: `get` becomes GET, a word in capitals stays.
    package let method: String
    package let url: TextTemplate
    /// The maps for the query, headers and cookies, each in order of rising precedence.
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
    /// Whether the status or outcome is checked; without a check the response must be 2xx.
    package let checksStatus: Bool
    /// Whether the request has a `graphql` body, so that a success is a GraphQL response.
    package let isGraphQL: Bool
    /// Whether a response with `errors` fails the step, because the body is `graphql` and no check reads them.
    package let failsOnGraphQLErrors: Bool
    /// Whether a check needs the SHA-256 digest of a body that `save` streams into a file.
    package let needsSavedDigest: Bool
    /// Whether an expression of the step reads `outcome`.
    package let readsOutcome: Bool
    /// Whether an expression of the step reads headers or body of `request`, which are only complete when the request
    /// was sent.
    package let readsSentHeaders: Bool
    /// Whether a check, a capture or another expression of the step reads the response as JSON.
    private let readsJSON: Bool
    private let rare: Rare?

    /// The values that most requests lack.
    package final class Rare: Sendable {
        fileprivate let environment: String?
        fileprivate let cache: Sourced<CacheTemplate>?
        fileprivate let transfer: WrittenTransfer?
        fileprivate let call: CallTemplate?
        fileprivate let flow: RequestFlow?
        fileprivate let snapshot: SnapshotTemplate?
        fileprivate let contract: ContractRule?
        fileprivate let stream: StreamTemplate?
        fileprivate let sample: SampleTemplate?

        private init(
            environment: String?, cache: Sourced<CacheTemplate>?, transfer: WrittenTransfer?, call: CallTemplate?,
            flow: RequestFlow?, snapshot: SnapshotTemplate?, contract: ContractRule?, stream: StreamTemplate?,
            sample: SampleTemplate?
        ) {
            self.contract = contract
            self.environment = environment
            self.cache = cache
            self.transfer = transfer
            self.call = call
            self.flow = flow
            self.snapshot = snapshot
            self.stream = stream
            self.sample = sample
        }

        /// The values; nil where there are none.
        package static func holding(
            environment: String?, cache: Sourced<CacheTemplate>?, transfer: WrittenTransfer?, call: CallTemplate?,
            flow: RequestFlow?, snapshot: SnapshotTemplate?, contract: ContractRule?, stream: StreamTemplate?,
            sample: SampleTemplate?
        ) -> Rare? {
            let isEmpty = environment == nil && cache == nil && transfer == nil && call == nil && flow == nil
            if isEmpty, snapshot == nil, contract == nil, stream == nil, sample == nil { return nil }
            return Rare(
                environment: environment, cache: cache, transfer: transfer, call: call, flow: flow, snapshot: snapshot,
                contract: contract, stream: stream, sample: sample)
        }
    }

    package init(
        method: String, url: TextTemplate, query: [Sourced<MapTemplate>], headers: [Sourced<MapTemplate>],
        cookies: [Sourced<MapTemplate>], body: BodyTemplate?, auth: Sourced<AuthTemplate>?, session: SessionChoice,
        captures: [Capture], checks: [Check], conditions: [Expression],
        checksStatus: Bool, isGraphQL: Bool, failsOnGraphQLErrors: Bool, needsSavedDigest: Bool,
        readsOutcome: Bool = false, readsSentHeaders: Bool = false, readsJSON: Bool = false,
        rare: Rare? = nil
    ) {
        self.method = method
        self.url = url
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
        self.readsJSON = readsJSON
    }

    /// Whether the request asks for JSON before anything else: its body is JSON, its response is read as JSON, or its
    /// response may be stored for a request that reads it so.
    package var prefersJSON: Bool {
        readsJSON || body?.isJSON == true || call?.endpoint.readsJSON == true || effectiveCache != nil
    }

    /// The environment whose base URL, sessions and trusted origins apply; nil for that of the run.
    package var environment: String? { rare?.environment }
    /// The setting for the cache with the highest precedence.
    package var cache: Sourced<CacheTemplate>? { rare?.cache }
    /// The transfer settings; nil for the defaults.
    package var transfer: TransferTemplate? { rare?.transfer?.template }
    /// The policy for redirects; nil to follow none.
    package var redirects: RedirectPolicy? { rare?.transfer?.template.options.redirects }
    /// The path of the file that the body of the response is saved to.
    package var savePath: TextTemplate? { rare?.transfer?.template.savePath }
    /// The call of an endpoint; nil for a plain request.
    package var call: CallTemplate? { rare?.call }
    /// The rules for sending the request more than once; nil for a single request.
    package var flow: RequestFlow? { rare?.flow }
    /// The recorded body that the response is held against; nil where there is none.
    package var snapshot: SnapshotTemplate? { rare?.snapshot }
    /// The contract that the request and its response are held against; nil for none.
    package var contract: ContractRule? {
        guard let rule = rare?.contract, !rule.holdsNothing else { return nil }
        return rule
    }
    /// How the response is read as a stream of events; nil for one that is read whole.
    package var stream: StreamTemplate? { rare?.stream }
    /// The response under `--stub`: the step's own, else that of the endpoint that it calls.
    package var sample: SampleTemplate? { rare?.sample }
}

/// A value and its origin, which decides to which URL origins a credential is sent.
package struct Sourced<Value: Sendable>: Sendable {
    package let value: Value
    package let layer: RequestLayer

    package init(value: Value, layer: RequestLayer) {
        self.value = value
        self.layer = layer
    }
}

extension RequestTemplate {
    /// The check of `outcome`, where the step has one.
    package var outcomeCheck: Check? {
        checks.first { if case .outcome = $0.subject { true } else { false } }
    }
}

/// The session of a step, with its cookies and kept headers.
package enum SessionChoice: Sendable, Equatable {
    /// The workflow's own session.
    case standard
    /// A session with this name, within the workflow.
    case named(String)
    /// A session that starts as a copy of the session at the end of the needed workflow.
    case needed(String)
    /// No session: no cookies or headers are sent from it or kept.
    case none
}
