import BatonJSON
package import BatonRecords

/// The document that `--outputs` writes and `--provide` reads: the outputs of one workflow, with their real values.
package struct OutputsDocument: Sendable {
    /// The workflow's path relative to the project folder.
    package var workflow: String
    package var environment: String?
    /// The id of the run that the outputs are from.
    package var run: String
    /// When the run had them, as RFC 3339 says it.
    package var written: String
    package var outputs: [OutputForm]

    package init(workflow: String, environment: String?, run: String, written: Microseconds, outputs: [OutputForm]) {
        self.workflow = workflow
        self.environment = environment
        self.run = run
        self.written = TimeText.timestamp(written) + "Z"
        self.outputs = outputs
    }

    /// The version of the form.
    package static let version: Int64 = 1
    /// How every such file begins.
    package static let mark = "{\"baton_outputs\":"
    /// The largest file that is written or read, in bytes.
    package static let limit = 16_000_000

    /// The document, one output a line; nil where it is too large, or where reading it would give other values.
    package var bytes: [UInt8]? {
        var head = EventObject()
        head.set("baton_outputs", Self.version)
        head.set("workflow", workflow)
        head.set("environment", environment)
        head.set("run", run)
        head.set("written", written)
        var bytes = JSONWriter.compactBytes(head.json)
        bytes.removeLast()
        bytes += Array(",\"outputs\":[".utf8)
        for (index, output) in outputs.enumerated() {
            bytes += Array((index == 0 ? "\n" : ",\n").utf8)
            JSONWriter.append(output.json, to: &bytes, limit: Self.limit)
            if bytes.count > Self.limit { return nil }
        }
        bytes += Array("\n]}\n".utf8)
        guard bytes.count <= Self.limit, let read = try? OutputsDocument(bytes),
            read.outputs.allSatisfy({ $0.celValue != nil })
        else { return nil }
        return bytes
    }

    /// Why a file is no such document, as a sentence that continues its name.
    package struct ReadError: Error, Equatable {
        package let message: String
    }

    package init(_ bytes: [UInt8]) throws(ReadError) {
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            let begins = bytes.starts(with: Self.mark.utf8)
            throw ReadError(message: begins ? "is cut or damaged" : "is not a file that `--outputs` wrote")
        }
        guard let version = json["baton_outputs"] else {
            throw ReadError(message: "is not a file that `--outputs` wrote")
        }
        guard version == .number(JSONNumber(Self.version)) else {
            throw ReadError(message: "has a form of another version of Baton")
        }
        guard let workflow = json["workflow"]?.stringValue, let run = json["run"]?.stringValue,
            let written = json["written"]?.stringValue, let outputs = json["outputs"]?.arrayValue
        else { throw ReadError(message: "is cut or damaged") }
        let forms = outputs.compactMap { OutputForm($0) }
        guard forms.count == outputs.count else { throw ReadError(message: "is cut or damaged") }
        self.workflow = workflow
        environment = json["environment"]?.stringValue
        self.run = run
        self.written = written
        self.outputs = forms
    }
}
