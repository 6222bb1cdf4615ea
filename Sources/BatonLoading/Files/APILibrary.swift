import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonYAML
import Synchronization

/// The API files of a run. Each is read once, however many workflows use it.
final class APILibrary: Sendable {
    private struct State {
        /// The files by their absolute paths.
        var apis: [String: APIFile] = [:]
        /// The stack of files that are being read, the innermost file last.
        var chain: [(path: String, shown: String)] = []
    }

    /// Loads the files that an API file uses itself.
    typealias Users = ([UseReader.Entry], DiagnosticSink) -> [String: APIFile]
    /// Reads one API file.
    typealias Reader = (SourceFile, Users) -> APIFile

    private let state = Mutex(State())
    private let files: (any ProjectFiles)?

    /// - Parameter files: reads files; nil where files cannot be read.
    init(_ files: (any ProjectFiles)?) {
        self.files = files
    }

    /// The files that `use` names, by their aliases; mistakes in `use` itself are reported to the sink.
    func used(
        _ entries: [UseReader.Entry], _ reader: @escaping Reader, into sink: DiagnosticSink
    ) -> [String: APIFile] {
        state.withLock { state in load(entries, reader, sink, &state) }
    }

    /// An API file that was not found through `use`.
    func checked(_ file: SourceFile, _ reader: @escaping Reader) -> APIFile {
        let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
        let path = (try? files?.locate(name, for: file)) ?? file.path
        return state.withLock { state in
            if let api = state.apis[path] { return api }
            return read(file, at: path, reader, &state)
        }
    }

    private func load(
        _ entries: [UseReader.Entry], _ reader: @escaping Reader, _ sink: DiagnosticSink, _ state: inout State
    ) -> [String: APIFile] {
        var apis: [String: APIFile] = [:]
        for entry in entries {
            do {
                apis[entry.alias] = try api(entry, reader, sink, &state)
            } catch {
                let found = files?.path(meantBy: entry.path, for: entry.range.file)
                sink.report(.unreadableAPI(Message(value: error.message), found: found, at: entry.range))
            }
        }
        return apis
    }

    private func api(
        _ entry: UseReader.Entry, _ reader: @escaping Reader, _ sink: DiagnosticSink, _ state: inout State
    ) throws(ProjectFileError) -> APIFile? {
        guard let files else { throw ProjectFileError("`\(entry.path)` cannot be read here") }
        let user = entry.range.file
        let path = try files.locate(entry.path, for: user)
        if let api = state.apis[path] { return api }
        if let start = state.chain.firstIndex(where: { $0.path == path }) {
            let chain = state.chain[start...].map(\.shown)
            sink.report(.cycleOfUse(chain + chain.prefix(1), at: entry.range))
            return nil
        }
        return read(try files.read(path, for: user), at: path, reader, &state)
    }

    private func read(
        _ file: SourceFile, at path: String, _ reader: @escaping Reader, _ state: inout State
    ) -> APIFile {
        state.chain.append((path, file.path))
        let api = reader(file) { entries, sink in load(entries, reader, sink, &state) }
        state.chain.removeLast()
        state.apis[path] = api
        return api
    }
}

/// Reads `use`: aliases to paths.
struct UseReader {
    struct Entry {
        let alias: String
        let path: String
        let range: SourceRange
    }

    let sink: DiagnosticSink

    func entries(_ node: YAMLNode) -> [Entry] {
        (node.entries ?? []).compactMap { pair in
            guard Language.isIdentifier(pair.keyText) else {
                sink.report(.invalidName(pair.keyText, of: "an API", at: pair.keyRange))
                return nil
            }
            guard let path = pair.value.scalar?.text, !pair.value.isNull, !path.isEmpty else {
                sink.report(
                    .wrongType(wanted: "the path of an API file", what: "`\(pair.keyText)`", node: pair.value))
                return nil
            }
            return Entry(alias: pair.keyText, path: path, range: pair.value.range)
        }
    }
}

extension Diagnostic {
    /// - Parameter found: the path by which a file of this name is found.
    static func unreadableAPI(_ message: Message, found: String?, at range: SourceRange) -> Diagnostic {
        let rule: Message = "the path counts from the folder of the file it is written in"
        return Diagnostic("file.unreadable", message, at: range, help: found.map { "\(rule): write `\($0)`" } ?? rule)
    }

    static func cycleOfUse(_ chain: [String], at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cycle", "these files use each other: \(chain.joined(separator: " → "))", at: range,
            help: "move what both need into a third file")
    }
}
