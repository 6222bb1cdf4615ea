import BatonJSON
import BatonSecrets

/// The saved responses of a source as samples, from which `--stub` answers: status and headers stand in the step, the body in
/// a file beside the workflow.
///
/// A request has one sample: of its saved responses the first whose status its own checks take, else the first of 2xx, else
/// the first. Of the headers those are kept that a script reads, and `Content-Type`.
final class SampleFiles {
    static let mostBytes = 1_000_000
    static let mostBytesOfAll = 50_000_000

    /// Relative to the folder of the workflow.
    private let folder: String
    private let headers: Set<String>
    private let secrets: SecretTexts
    private(set) var files: [WorkflowWriter.Written.File] = []
    private var names: Set<String> = []
    private var bytes = 0

    /// - Parameter use: of all requests.
    init(in folder: String, _ use: VariableUse, _ secrets: SecretTexts) {
        self.folder = folder
        self.secrets = secrets
        headers = use.headers.union(["content-type"])
    }

    /// The value of `sample`, with a file of its own for the body; nil where the request has no saved response.
    ///
    /// - Parameter path: the names from the top to the request.
    func sample(of request: ImportedRequest, _ path: [String], _ context: WritingContext) -> Document.Value? {
        let samples = request.samples.filter { (200...599).contains($0.status) }
        guard let sample = Self.chosen(samples, for: request.after) else { return nil }
        let body = sample.body.map(hidden) ?? ""
        if body.utf8.count > Self.mostBytes || bytes + body.utf8.count > Self.mostBytesOfAll {
            leave([sample.name], of: path, "the body is too large", context)
            return nil
        }
        let others = samples.filter { $0.name != sample.name }.map(\.name)
        if !others.isEmpty { leave(others, of: path, "a request has one sample", context) }
        var map = Document.Map()
        if sample.status != 200 { map.add("status", .number(sample.status)) }
        let headers = self.headers(of: sample, context.texts)
        if !headers.isEmpty { map.add("headers", .map(headers)) }
        if !body.isEmpty { map.add("file", .text(file(body, path, type: headers["content-type"]))) }
        if map.isEmpty { map.add("status", .number(sample.status)) }
        return .map(map)
    }

    private func leave(_ names: [String], of path: [String], _ reason: String, _ context: WritingContext) {
        context.tell(
            ImportNote(
                .harmless, request: path.joined(separator: " › "), place: "saved responses",
                statement: names.joined(separator: ", "), reason: reason,
                advice: "change `sample` where another one is meant")
        )
    }

    private static func chosen(_ samples: [ImportedSample], for statements: [ImportedStatement]) -> ImportedSample? {
        let wanted = statements.compactMap { statement -> [ImportedOperator]? in
            if case .check(let check) = statement, case .status(let operators) = check.subject {
                operators
            } else {
                nil
            }
        }
        let taken =
            wanted.isEmpty
            ? nil
            : samples.first { sample in wanted.allSatisfy { $0.allSatisfy { takes($0, sample.status) } } }
        return taken ?? samples.first { (200...299).contains($0.status) } ?? samples.first
    }

    private static func takes(_ one: ImportedOperator, _ status: Int) -> Bool {
        func isStatus(_ value: ImportedValue) -> Bool {
            switch value {
            case .number(let digits): digits == String(status)
            case .text(let text): text.literal == String(status) || text.literal == "\(status / 100)xx"
            case .list(let items): items.contains(where: isStatus)
            case .null, .boolean, .map: false
            }
        }
        switch one.name {
        case .eq, .in: return isStatus(one.value)
        case .ne, .notIn: return !isStatus(one.value)
        default: return true
        }
    }

    private func headers(of sample: ImportedSample, _ texts: TemplateText) -> Document.Map {
        var map = Document.Map()
        for (name, value) in sample.headers {
            let key = name.lowercased()
            guard headers.contains(key), map[key] == nil, CheckWriter.isToken(name),
                value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { continue }
            map.add(key, texts.value(ImportText(secrets.masked(value)), .parameter))
        }
        return map
    }

    // MARK: - Bodies

    /// The body without secrets: those of the source, and in JSON the members that are called as secrets are.
    private func hidden(_ body: String) -> String {
        let body = secrets.masked(body)
        guard body.utf8.count <= Self.mostBytes, let value = try? JSONParser.parse(Array(body.utf8)),
            let hidden = Self.hidden(value)
        else { return body }
        return JSONWriter.pretty(hidden) + "\n"
    }

    /// Nil for a value without secrets.
    private static func hidden(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .array(let items):
            let changed = items.map(hidden)
            return changed.contains { $0 != nil } ? .array(zip(changed, items).map { $0 ?? $1 }) : nil
        case .object(let object):
            let changed = object.members.map { member in
                SecretNames.mayBeSecret(member.name) ? secret(member.value) : hidden(member.value)
            }
            guard changed.contains(where: { $0 != nil }) else { return nil }
            return .object(JSONObject(zip(object.members, changed).map { ($0.name, $1 ?? $0.value) }))
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func secret(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .string(let text): text.isEmpty ? nil : "***"
        case .number: .number(JSONNumber(0))
        case .null, .bool: nil
        case .array, .object: hidden(value)
        }
    }

    private func file(_ body: String, _ path: [String], type: Document.Value?) -> String {
        let stem = HarmlessName.of(path.joined(separator: "-"), else: "response")
        let ending = Self.ending(of: body, type)
        var name = "\(stem).\(ending)"
        var number = 2
        while !names.insert(name).inserted {
            name = "\(stem)-\(number).\(ending)"
            number += 1
        }
        bytes += body.utf8.count
        files.append(.init(path: "\(folder)/\(name)", text: body))
        return "\(folder)/\(name)"
    }

    private static func ending(of body: String, _ type: Document.Value?) -> String {
        if case .text(let type)? = type {
            let type = type.lowercased()
            for ending in ["json", "html", "xml", "csv"] where type.contains(ending) { return ending }
        }
        return body.first { !$0.isWhitespace }.map("{[".contains) == true ? "json" : "txt"
    }
}
