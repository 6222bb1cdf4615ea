import BatonDiagnostics
import BatonLanguage
import BatonWorkflow

/// The keys that are read here.
private typealias Keys = Language.RequestFlow

/// Reads the keys that send a request, or start a program, more than once.
struct RequestFlowReader {
    let templates: TemplateReader
    /// Whether the step starts a program.
    var isOfProgram = false
    /// Whether the step reads a stream, beside which only `retry` may stand; other keys have been reported.
    var isOfStream = false

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    /// The keys of a step that belong here.
    static let keys = Language.KeySet(Keys.keys + Language.Pages.keys)

    /// - Parameter retry: the `retry` of `defaults`.
    func flow(_ entries: MapReader.Entries, retry defaultRetry: RetryTemplate?) -> RequestFlow? {
        guard defaultRetry != nil || entries.contains(anyOf: Self.keys) else { return nil }
        var retry = defaultRetry
        if let own = entries[Keys.retry] {
            retry = RetryReader(templates: templates, isOfProgram: isOfProgram).retry(own.value)
        }
        if isOfStream { return retry.map { RequestFlow(retry: $0, polling: nil, pagination: nil) } }
        let polling = entries[Keys.until].flatMap { read($0, every: entries[Keys.every], within: entries[Keys.within]) }
        var pagination: Pagination?
        if let pages = entries[Language.Pages.paginate] {
            pagination = PaginationReader(templates: templates)
                .pagination(pages, anyHost: entries[Language.Pages.anyHost])
            if entries[Keys.until] != nil { sink.report(.untilAndPages(at: pages.keyRange)) }
        }
        guard retry != nil || polling != nil || pagination != nil else { return nil }
        return RequestFlow(retry: retry, polling: polling, pagination: pagination)
    }

    private func read(_ until: MapReader.Entry, every: MapReader.Entry?, within: MapReader.Entry?) -> Polling? {
        let pause = every.map { templates.duration($0.value) }
        let bound = within.map { templates.duration($0.value) }
        guard let condition = templates.condition(until.value) else { return nil }
        return Polling(
            condition: condition, every: pause ?? .literal(Polling.standardPause),
            within: bound ?? .literal(Polling.standardBound), hasOwnBound: bound != nil)
    }
}
