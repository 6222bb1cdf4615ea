import BatonCEL
import BatonFiles
import BatonHTTP
import BatonJSON
import BatonJSONSchema
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonSystem
import BatonWorkflow

/// One measurement of this program, selected by the first word of its command line.
struct Measurement: Sendable {
    /// The first word of the command line.
    var name: String
    /// The arguments after that word, for the usage message.
    var usage: String
    /// Runs the measurement and returns its processor time, or for waiting code its wall-clock time; preparation does
    /// not count. Throws a `BenchError` for invalid arguments and for unexpected results.
    var run: @Sendable ([String]) async throws -> Duration

    static let all: [Measurement] = [.expressions, .json, .schemas, .plan, .cacheHits, .loopback, .openCache]
}

/// Why a measurement failed.
struct BenchError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

extension Measurement {
    /// Time for a step to evaluate a condition on a response; loading the file is not included.
    static let expressions = Measurement(name: "cel", usage: "COUNT") { arguments in
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count == 1 else {
            throw BenchError("cel needs the number of evaluations")
        }
        let program = try compile("response.status == 200 && size(response.json.items) > 0")
        let url = try URLText.parse("http://127.0.0.1/items")
        let stored = StepResponse(Response(status: 200, body: Array(body.utf8), url: url))
        let scope = CaseScope(slotCount: Root.allCases.count, secrets: SecretRegistry(), host: NoHost())
        scope.set(Root.response.rawValue, .native(stored))
        var held = 0
        let elapsed = try ProcessorTime.measure {
            for _ in 0..<count where try program.evaluate(scope).boolValue == true { held += 1 }
        }
        guard held == count else { throw BenchError("the condition held \(held) times of \(count)") }
        return elapsed
    }

    private static let body = #"{"items": [{"id": 1, "price": 9.50}, {"id": 2, "price": 12}], "total": 2}"#

    private static func compile(_ text: String) throws -> CELProgram {
        var diagnostic: CELDiagnostic?
        let program = CELProgram.compile(text, in: Roots.declarations) { diagnostic = diagnostic ?? $0 }
        guard let program else { throw BenchError(diagnostic?.message ?? "\(text) does not compile") }
        return program
    }
}

extension Measurement {
    /// Time to parse a body into a tree; `scripts/bench.d/json_loads.py` does the same with CPython's parser.
    static let json = Measurement(name: "json", usage: "FILE") { arguments in
        guard let path = arguments.first, arguments.count == 1 else { throw BenchError("json needs a file") }
        let bytes = try FileReading.bytes(of: path)
        // Warm-up, so that memory is allocated.
        var tree = try JSONParser.parse(bytes)
        let elapsed = try ProcessorTime.measure { tree = try JSONParser.parse(bytes) }
        guard let items = tree["items"]?.arrayValue, tree["total"] == .integer(items.count), !items.isEmpty else {
            throw BenchError("\(path) should hold `items` and their number as `total`")
        }
        return elapsed
    }
}

extension Measurement {
    /// Time to validate a list of items, about 100 bytes each, against a schema with constraints on every member;
    /// parsing both is not included.
    static let schemas = Measurement(name: "schema", usage: "ITEMS") { arguments in
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count == 1 else {
            throw BenchError("schema needs the number of items")
        }
        let (compiled, diagnostics) = JSONSchema.compile(try JSONParser.parse(schema), from: "bench:schema") { uri in
            .refused("there is no \(uri)", help: nil)
        }
        guard let compiled else { throw BenchError(diagnostics.first?.message ?? "the schema does not compile") }
        let items = (1...count).map { number in
            #"{"id":\#(number),"name":"item number \#(number)","price":\#(number).25,"tags":["alpha","beta"],"#
                + #""active":true,"kind":"b"}"#
        }
        let document = try JSONParser.parse(#"{"items":[\#(items.joined(separator: ","))]}"#)
        var fits = false
        let elapsed = try ProcessorTime.measure { fits = try compiled.accepts(document) }
        guard fits else { throw BenchError("the document does not fit") }
        return elapsed
    }

    private static let schema = ##"""
        {
          "type": "object",
          "required": ["items"],
          "properties": { "items": { "type": "array", "items": { "$ref": "#/$defs/item" } } },
          "$defs": {
            "item": {
              "type": "object",
              "required": ["id", "name", "price", "tags", "active"],
              "properties": {
                "id": { "type": "integer", "minimum": 1 },
                "name": { "type": "string", "minLength": 1, "maxLength": 100 },
                "price": { "type": "number", "multipleOf": 0.01 },
                "tags": {
                  "type": "array",
                  "items": { "type": "string", "pattern": "^[a-z]+$" },
                  "uniqueItems": true
                },
                "active": { "type": "boolean" },
                "kind": { "enum": ["a", "b", "c"] }
              },
              "additionalProperties": false
            }
          }
        }
        """##
}

/// Measures single parts of Baton for `scripts/bench`: prints only seconds of processor time on standard output.
@main
struct Entry {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let measurement = Measurement.all.first(where: { $0.name == arguments.first }) else {
            for measurement in Measurement.all {
                complain("usage: baton-bench \(measurement.name) \(measurement.usage)")
            }
            exit(2)
        }
        do {
            let (seconds, attoseconds) = try await measurement.run(Array(arguments.dropFirst())).components
            print(Double(seconds) + Double(attoseconds) / 1e18)
        } catch let error as BenchError {
            complain("baton-bench: \(error.message)")
            exit(1)
        } catch {
            complain("baton-bench: \(error)")
            exit(1)
        }
    }

    private static func complain(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Processor time used by this process, which does not grow when the machine is busy.
enum ProcessorTime {
    static func measure(_ work: () throws -> Void) rethrows -> Duration {
        let start = now
        try work()
        return now - start
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
