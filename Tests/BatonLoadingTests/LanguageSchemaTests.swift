import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonJSONSchema
import BatonYAML
import FuzzTargets
import Testing
import Thoroughness

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// The schemas for editors say what the loader says, as far as schemas can: tried on the samples, as they are and with
/// keys that are gone, misspelt, doubled by others, or hold something of another kind.
@Suite struct LanguageSchemaTests {
    static let repository = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))

    struct Sample: Sendable, CustomTestStringConvertible {
        let path: String
        let kind: LanguageSchema.Kind
        let document: JSONValue

        var testDescription: String { path }
    }

    /// Errors that are about keys and kinds of values: what a schema must find too.
    private static let structural = ["workflow.unknown-key: ", "workflow.wrong-type: ", "workflow.no-steps: "]
    /// Of other codes, the messages of which the same is true.
    private static let structuralMessages = [
        "this step does nothing", "does one thing: it has", "sends one request: it has", " takes one of ",
        " wants one of ", ", which is not there", " has no `", "belongs to a request, not to", "needs `username`",
        "`aws` needs",
        "`oauth2` needs", "`oauth2` has", "`close_to` needs",
    ]

    static let samples: [Sample] = {
        var samples: [Sample] = []
        for (folder, kind) in [
            ("workflows", LanguageSchema.Kind.workflow), ("workflows/apis", .api), ("workflows/httpbin", .workflow),
            ("workflows/programs", .workflow),
        ] {
            for name in (try? Folder.names(in: "\(repository)/\(folder)")) ?? [] where name.hasSuffix(".yaml") {
                samples.append(sample("\(folder)/\(name)", name == "baton.yaml" ? .project : kind))
            }
        }
        return samples + [sample("baton.yaml", .project)]
    }()

    private static func sample(_ path: String, _ kind: LanguageSchema.Kind) -> Sample {
        let file = SourceFile(
            path: path, bytes: (try? FileReading.bytes(of: "\(repository)/\(path)", limit: 1 << 20)) ?? [])
        return Sample(
            path: path, kind: kind, document: YAMLComposer.compose(file, into: DiagnosticSink())?.json ?? .null)
    }

    @Test func `the schema is compared on samples of every kind`() {
        #expect(Self.samples.count > 40)
        for kind in LanguageSchema.Kind.allCases { #expect(Self.samples.contains { $0.kind == kind }) }
    }

    @Test(arguments: samples) func `a sample as it is fits`(_ sample: Sample) throws {
        let (found, _) = try Self.schema(sample.kind).violations(of: sample.document)
        #expect(found.map { "\($0)" } == [])
    }

    @Test(arguments: samples) func `what is wrong for one is wrong for the other`(_ sample: Sample) throws {
        let schema = try Self.schema(sample.kind)
        var complaints: [String] = []
        var rejected = 0
        // A block of conditions is one text here, and no environment is chosen: what that leads to is no finding.
        let known = Set(Self.errors(of: sample, sample.document))
        let changes = TreeMutation.all(of: sample.document)
        // Some of them, spread over the file and all kinds of change.
        for (change, document) in stride(
            from: 0, to: changes.count, by: max(1, changes.count / Thoroughness.of(30, nightly: 150))
        ).map({
            changes[$0]
        }) {
            let errors = Self.errors(of: sample, document).filter { !known.contains($0) }
            let fits = try schema.accepts(document)
            if !fits { rejected += 1 }
            if !fits, errors.isEmpty { complaints.append("\(change): only the schema refuses it") }
            // Below `env` are names of the user's own.
            if change.contains(".env.") { continue }
            let found = errors.filter(Self.isStructural)
            if fits, !found.isEmpty { complaints.append("\(change): only the loader refuses it: \(found)") }
        }
        #expect(rejected > 0)
        #expect(complaints.prefix(8) == [])
    }

    /// Of a value of the wrong kind only where the table itself says the kind: what stands behind `any`, and below names of
    /// the user's own, is its reader's.
    private static func isStructural(_ error: String) -> Bool {
        if error.hasPrefix("workflow."), structuralMessages.contains(where: error.contains) { return true }
        guard structural.contains(where: error.hasPrefix) else { return false }
        return !error.hasPrefix("workflow.wrong-type") || wrongKinds.contains { error.contains($0) }
    }

    private static let wrongKinds = Set(
        Language.maps.flatMap(\.keys).filter { $0.shape != .any }.map {
            ": `\($0.name)` wants \($0.shape.description), this is"
        })

    private static func schema(_ kind: LanguageSchema.Kind) throws -> JSONSchema {
        let (schema, issues) = JSONSchema.compile(LanguageSchema(kind).document, from: "baton:/") { _ in
            .refused("nothing else", help: nil)
        }
        #expect(issues.isEmpty, "\(issues.map(\.message))")
        return try #require(schema)
    }

    /// The errors of the document as JSON, which is YAML too.
    private static func errors(of sample: Sample, _ document: JSONValue) -> [String] {
        let sink = DiagnosticSink()
        let file = SourceFile(path: sample.path, text: JSONWriter.compact(document))
        if sample.kind == .project {
            _ = ProjectLoader(into: sink).load(file, folder: "/p")
        } else {
            let context = LoadingContext(
                projectVariables: [], environment: nil, hasBaseURL: true, mayGetSecrets: true,
                files: RepositoryFiles(folder: repository),
                schemas: SchemaLibrary(RepositoryFiles(folder: repository)))
            _ = FileLoader(context).read(file, into: sink)
        }
        return sink.diagnostics.filter { $0.severity == .error }.map { "\($0.code): \($0.message)" }
    }
}

/// The files beside a sample.
private struct RepositoryFiles: ProjectFiles {
    let folder: String

    func path(of workflow: SourceFile) -> String { "\(folder)/\(workflow.path)" }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        RealPath.join(RealPath.folder(of: self.path(of: workflow)), path)
    }

    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
        do {
            let bytes = try FileReading.bytes(of: path, limit: 1 << 20)
            let shown = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
            return SourceFile(path: shown, bytes: bytes)
        } catch {
            throw ProjectFileError(error.message)
        }
    }
}

/// A tree with one change, and the change in words.
private enum TreeMutation {
    static func all(of document: JSONValue) -> [(String, JSONValue)] {
        changes(of: document, at: "$")
    }

    private static let others: [JSONValue] = ["text", 5, true, .array([]), .array(["a"]), [:], ["q": 1]]

    private static func changes(of value: JSONValue, at path: String) -> [(String, JSONValue)] {
        var found: [(String, JSONValue)] = []
        switch value {
        case .object(let object):
            let members = object.members.map { ($0.name, $0.value) }
            for (index, member) in members.enumerated() {
                let here = "\(path).\(member.0)"
                func with(_ replaced: [(String, JSONValue)]) -> JSONValue {
                    .object(JSONObject(Array(members[..<index]) + replaced + Array(members[(index + 1)...])))
                }
                found.append(("without \(here)", with([])))
                found.append(("\(here) misspelt", with([(member.0 + "q", member.1)])))
                for other in others {
                    found.append(("\(here) = \(JSONWriter.compact(other))", with([(member.0, other)])))
                }
                for extra in ["get", "set", "json", "expect", "with"] where object[extra] == nil {
                    found.append(("\(here) beside \(extra)", with([member, (extra, ["a": "b"])])))
                }
                found += changes(of: member.1, at: here).map { ($0.0, with([(member.0, $0.1)])) }
            }
        case .array(let items):
            for (index, item) in items.enumerated() {
                func with(_ replaced: [JSONValue]) -> JSONValue {
                    .array(Array(items[..<index]) + replaced + Array(items[(index + 1)...]))
                }
                found += [("without \(path)[\(index)]", with([]))]
                for other in others {
                    found.append(("\(path)[\(index)] = \(JSONWriter.compact(other))", with([other])))
                }
                found += changes(of: item, at: "\(path)[\(index)]").map { ($0.0, with([$0.1])) }
            }
        default: break
        }
        return found
    }
}

/// The places of values in a file that a contract or a schema is read from.
@Suite struct SchemaDocumentTests {
    @Test(arguments: [1, 32, 33, 2000])
    func `the place of a key is where it stands, however many others there are`(_ count: Int) {
        let lines = (0..<count).map { "  k\($0): { a: \($0) }\n" }
        let file = SourceFile(path: "s.yaml", text: "paths:\n" + lines.joined() + "  k0: { a: again }\n")
        let document = SchemaDocument(SourceFile(path: "s.yaml", text: "paths:\n" + lines.joined()))
        for number in [0, count / 2, count - 1] {
            let pointer = JSONPointer(tokens: ["paths", "k\(number)", "a"])
            #expect(document.range(of: pointer, isKey: true).start.line == number + 2)
            #expect(document.range(of: pointer, isKey: false).start.line == number + 2)
        }
        let missing = document.range(of: JSONPointer(tokens: ["paths", "nope"]), isKey: true)
        #expect(missing.start.line == 2)
        // Which of two equal keys counts is not changed by an index; the file has an error.
        #expect(SchemaDocument(file).value == nil)
    }
}
