import BatonDiagnostics
import BatonYAML

/// Reads what sends a request, or starts a program, more than once.
struct RequestFlowReader {
    let templates: TemplateReader
    /// Whether it is a program that is started again.
    var isOfProgram = false

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    /// The keys of a step that belong here.
    static let keys = Language.Words(of: Language.requestFlowKeys + Language.pageKeys)

    /// - Parameter retry: what `defaults` say.
    func flow(_ entries: MapReader.Entries, retry defaultRetry: RetryPolicy?) -> RequestFlow? {
        guard defaultRetry != nil || entries.words.meets(Self.keys) else { return nil }
        var retry = defaultRetry
        if let own = entries[.retry] {
            retry = RetryReader(templates: templates, isOfProgram: isOfProgram).retry(own.value)
        }
        let polling = entries[.until].flatMap { read($0, every: entries[.every], within: entries[.within]) }
        if entries[.until] == nil {
            for word in [Language.Word.every, .within] {
                if let entry = entries[word] { sink.report(.keyWithout("until", entry.name, at: entry.keyRange)) }
            }
        }
        var pagination: Pagination?
        if let pages = entries[.paginate] {
            pagination = PaginationReader(templates: templates)
                .pagination(pages, anyHost: entries[.anyHost])
            if entries[.until] != nil { sink.report(.untilAndPages(at: pages.keyRange)) }
        } else if let stray = entries[.anyHost] {
            sink.report(.keyWithout("paginate", stray.name, at: stray.keyRange))
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
