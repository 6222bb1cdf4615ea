import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Cache

/// Reads `cache`: a policy, or a map with a policy and further keys.
struct CacheReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The template; reports an invalid value and returns nil.
    func cache(_ node: YAMLNode) -> CacheTemplate? {
        if node.isMapping { return map(node) }
        return CachePolicy(rawValue: node.scalar?.text ?? "").map {
            CacheTemplate(policy: $0, ttl: nil, key: nil, stores: nil, scope: .run, range: node.range)
        }
    }

    private func map(_ node: YAMLNode) -> CacheTemplate? {
        let entries = MapReader(sink: sink).entries(of: node, as: Keys.map)
        let ttl = entries[Keys.ttl].map { self.ttl($0.value) }
        let key = entries[Keys.key].map { templates.text($0.value) }
        if let key, key.written.isEmpty { sink.report(.emptyCacheKey(at: key.range)) }
        let stores = entries[Keys.store]?.value.bool
        guard let policy: CachePolicy = entries[Keys.policy]?.word() else { return nil }
        if policy == .networkOnly, let entry = entries[Keys.ttl] {
            sink.report(.uselessInCache("ttl", policy, "nothing stored is read", at: entry.keyRange))
        }
        if policy == .onlyIfCached, stores == true, let entry = entries[Keys.store] {
            sink.report(.uselessInCache("store", policy, "nothing is sent that could be stored", at: entry.keyRange))
        }
        return CacheTemplate(
            policy: policy, ttl: ttl, key: key, stores: stores, scope: entries[Keys.scope]?.word() ?? .run,
            range: node.range)
    }

    private func ttl(_ node: YAMLNode) -> DurationTemplate {
        if let text = node.scalar?.text, text.hasPrefix("-") {
            sink.report(.negativeTTL(text, at: node.range))
            return .literal(0)
        }
        return templates.duration(node)
    }

}
