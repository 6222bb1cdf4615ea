import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonRecords
import BatonSecrets

/// A run that was recorded, in the history or in a file of events, as reports need it.
struct RecordedRun {
    var context: RunContext
    var started: RunStarted
    var records: [CaseRecord]
    var finished: RunFinished
    /// What the run itself warned of.
    var warnings: [MaskedText] = []
    /// The reason why the recording is not whole; nil for a whole one.
    var gap: String?

    /// The record of a workflow that had not ended when the recording did.
    ///
    /// - Parameter begun: its steps; nil where it had not begun.
    static func unfinished(_ identity: CaseIdentity, _ begun: [StepRecord]?, of run: RunStarted) -> CaseRecord {
        let steps = begun ?? []
        let failure = FailureRecord(
            kind: Failure.Kind.cancelled.rawValue,
            message: begun == nil
                ? "the recording ends before this workflow began" : "the recording ends before this workflow did",
            place: Place(file: identity.path, line: 1, column: 1))
        return CaseRecord(
            identity: identity, outcome: .error, started: steps.first?.started ?? run.started,
            duration: steps.reduce(0) { $0 &+ max(0, $1.duration) }, steps: steps, failures: [failure])
    }

    /// The end of a run whose recording has none.
    static func interrupted(_ records: [CaseRecord], of run: RunStarted) -> RunFinished {
        var counts = RunFinished.Counts()
        var end = run.started
        var requests = 0
        for record in records {
            counts.count(record)
            end = max(end, record.started &+ max(0, record.duration))
            for step in record.steps { requests += step.exchanges.count { $0.wasSent } }
        }
        return RunFinished(
            state: .interrupted, counts: counts, requestCount: requests, duration: end &- run.started,
            exitCode: ExitCode.interrupted)
    }
}

/// Masks recorded events once more, because who recorded them may have known fewer secrets: values known now, headers
/// that prove who asks, and passwords in URLs.
struct RecordedMasking {
    let secrets: SecretRegistry

    /// Members whose texts are words of the format.
    private static let words: Set<String> = [
        "type", "outcome", "section", "kind", "state", "role", "cache", "comparison", "id",
    ]

    func masked(_ value: JSONValue) -> JSONValue { masked(value, of: "") }

    private func masked(_ value: JSONValue, of name: String) -> JSONValue {
        switch value {
        case .string(let text):
            if Self.words.contains(name) { return value }
            return .string(hidden(secrets.masked(text).text, of: name))
        case .array(let elements):
            let isHeaders = ["request_headers", "response_headers", "response_trailers"].contains(name)
            return .array(elements.map { isHeaders ? header($0) : masked($0, of: name) })
        case .object(let object):
            return .object(JSONObject(object.members.map { ($0.name, masked($0.value, of: $0.name)) }))
        case .null, .bool, .number: return value
        }
    }

    private func hidden(_ text: String, of name: String) -> String {
        switch name {
        // What a server says is shown as it came.
        case "request_body", "response_body": text
        default: secrets.names.hidden(inURL: text)
        }
    }

    private func header(_ pair: JSONValue) -> JSONValue {
        guard case .array(let parts) = pair, parts.count == 2, case .string(let name) = parts[0],
            case .string(let value) = parts[1]
        else { return masked(pair, of: "") }
        return .array([.string(secrets.masked(name).text), .string(header(name, secrets.masked(value).text))])
    }

    private func header(_ name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "cookie": return CookieHeader.hidden(in: value, isSetting: false)
        case "set-cookie": return CookieHeader.hidden(in: value, isSetting: true)
        default: break
        }
        guard secrets.names.contains(name), !value.contains("***") else {
            return value
        }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && AuthorizationValue.isScheme(String(parts[0])) ? "\(parts[0]) ***" : "***"
    }
}

/// What is masked in recorded runs: the secrets of all environments, as far as they have values, and those of the
/// command line.
enum RecordedSecrets {
    static func all(
        _ options: RunOptions, _ workspace: Workspace, _ context: ProcessContext, _ messages: Messages
    ) throws(UsageError) -> SecretRegistry {
        let given = try GivenSecrets(options, context.environment.values, workspace)
        messages.show(given.warnings)
        messages.hideSecrets(of: workspace, context.environment)
        for value in given.values.values { messages.secrets.add(value) }
        return messages.secrets
    }
}
