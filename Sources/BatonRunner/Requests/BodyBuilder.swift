import BatonAPI
import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage

/// Builds the body of a request.
struct BodyBuilder {
    let settings: RunSettings
    let scope: any TemplateScope

    func body(_ template: BodyTemplate, at range: SourceRange) throws(StepFailure) -> RequestBody {
        switch template {
        case .json(let value):
            var bytes: [UInt8] = []
            bytes.reserveCapacity(96)
            try value.appendJSON(to: &bytes, from: scope)
            return .bytes(bytes, contentType: "application/json")
        case .text(let text):
            return .bytes(Array(try text.text(from: scope).utf8), contentType: "text/plain; charset=utf-8")
        case .xml(let text):
            return .bytes(Array(try text.text(from: scope).utf8), contentType: "application/xml")
        case .graphQL(let graphQL):
            var bytes: [UInt8] = []
            JSONWriter.append(try document(graphQL), to: &bytes, limit: TextTemplate.mostBytes)
            try checkSize(bytes.count, at: range)
            return .bytes(bytes, contentType: "application/json")
        case .binary(let binary):
            return .bytes(try bytes(binary), contentType: "application/octet-stream")
        case .form(let map):
            guard let form = try form(map) else { return .none }
            return .bytes(form, contentType: "application/x-www-form-urlencoded")
        case .file(let file):
            let open = try open(file.path)
            return .file(
                open, offset: file.offset, length: file.length,
                contentType: MediaType.guessed(fromName: open.path))
        case .multipart(.parts(let parts)):
            var made: [MultipartPart] = []
            var size = 0
            for part in parts {
                let new = try self.parts(part)
                for case .bytes(let bytes) in new.map(\.content) { size += bytes.count }
                try checkSize(size, at: part.name.range)
                made += new
            }
            return .multipart(made)
        case .multipart(.expression(let expression)):
            var merger = NamedValueMerger(ignoringCase: false)
            guard try merger.add(.expression(expression), from: scope) else { return .none }
            return .multipart(
                merger.pairs.map { name, value in MultipartPart(name, .bytes(Array(value.utf8))) })
        }
    }

    /// Checks that a computed body does not exceed the size limit of one text.
    private func checkSize(_ count: Int, at range: SourceRange) throws(StepFailure) {
        if count > TextTemplate.mostBytes {
            throw StepFailure("the body takes more than \(TextTemplate.mostBytes >> 20) MB", at: range)
        }
    }

    /// The JSON document of a GraphQL request (GraphQL over HTTP, section 5.4.1).
    private func document(_ graphQL: GraphQLTemplate) throws(StepFailure) -> JSONValue {
        var object = JSONObject()
        object.append("query", .string(try graphQL.query.text(from: scope)))
        if let variables = try graphQL.variables?.filledOrNothing(from: scope)?.value, !variables.isNull {
            object.append("variables", variables)
        }
        if let operation = try graphQL.operation?.filledOrNothing(from: scope)?.text {
            object.append("operationName", .string(operation))
        }
        return .object(object)
    }

    private func bytes(_ binary: BinaryTemplate) throws(StepFailure) -> [UInt8] {
        let text = try binary.text.text(from: scope)
        guard let bytes = binary.encoding.bytes(of: text) else {
            throw StepFailure(
                .badInput, "the text for `binary` is no \(binary.encoding.words)", at: binary.text.range)
        }
        return bytes
    }

    /// Nil where the whole map is left out.
    private func form(_ map: MapTemplate) throws(StepFailure) -> [UInt8]? {
        var merger = NamedValueMerger(ignoringCase: false)
        guard try merger.add(map, from: scope) else { return nil }
        return PercentEncoding.form(merger.pairs)
    }

    /// The parts of one entry: none for null or an empty optional, several for a computed list.
    private func parts(_ part: MultipartTemplate.Part) throws(StepFailure) -> [MultipartPart] {
        let name = try part.name.text(from: scope)
        let filename = try part.filename?.filledOrNothing(from: scope)?.text
        let type = try part.type?.filledOrNothing(from: scope)?.text
        switch part.content {
        case .file(let path):
            let file = try open(path)
            let own = RealPath.name(of: file.path)
            return [MultipartPart(name, .file(file), filename: filename ?? own, contentType: type)]
        case .value(let template):
            let value = try template.filledParameter(from: scope).value
            var values = [value]
            if case .expression = template, case .array(let items) = value { values = items }
            return values.filter { !$0.isNull }.map { value in
                let text = value.stringValue ?? value.numberValue?.text ?? JSONWriter.compact(value)
                return MultipartPart(name, .bytes(Array(text.utf8)), filename: filename, contentType: type)
            }
        }
    }

    private func open(_ path: TextTemplate) throws(StepFailure) -> OpenFile {
        let text = try path.text(from: scope)
        do {
            let file = path.range.file
            return try settings.files.root(of: file).open(
                text, relativeTo: settings.files.folder(of: file), within: path.writtenFolder)
        } catch {
            throw StepFailure(
                .badInput, error.message, hint: hint(error, text, path.range.file).map(Hint.explaining), at: path.range)
        }
    }

    /// For a missing file, names the folder in which it was searched.
    private func hint(_ error: FileError, _ path: String, _ file: SourceFile) -> String? {
        let folder = RealPath.folder(of: file.path)
        guard error.code == .missing, !path.hasPrefix("/"), folder != "." else { return nil }
        return "paths count from the folder of the workflow file: there is no `\(RealPath.join(folder, path))`"
    }
}
