import BatonFiles
import BatonJSON

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
