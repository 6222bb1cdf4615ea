import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonSystem
import BatonWorkflow

/// Makes the body of a request.
struct BodyBuilder {
    let settings: RunSettings
    let scope: any TemplateScope

    func body(_ template: BodyTemplate, at range: SourceRange) throws(StepFailure) -> RequestBody {
        do {
            switch template {
            case .json(let value):
                return .bytes(JSONWriter.compactBytes(try value.json(from: scope)), contentType: "application/json")
            case .text(let text):
                return .bytes(Array(try text.text(from: scope).utf8), contentType: "text/plain; charset=utf-8")
            case .form(let map):
                return .bytes(try form(map), contentType: "application/x-www-form-urlencoded")
            case .file(let path):
                return .file(path: try resolve(path), contentType: nil)
            case .multipart(.parts(let parts)):
                var made: [MultipartPart] = []
                for part in parts { made.append(try self.part(part)) }
                return .multipart(made)
            case .multipart(.expression(let expression)):
                var merger = NamedValues.Merger(ignoringCase: false)
                try merger.add(.expression(expression), from: scope)
                return .multipart(
                    merger.entries.flatMap { entry in
                        entry.values.map { MultipartPart(entry.name, .bytes(Array($0.utf8))) }
                    })
            }
        } catch let failure as StepFailure {
            throw failure
        } catch let failure as TemplateFailure {
            throw StepFailure(failure)
        } catch {
            throw StepFailure(.badInput, "\(error)", at: range)
        }
    }

    private func form(_ map: MapTemplate) throws(TemplateFailure) -> [UInt8] {
        var merger = NamedValues.Merger(ignoringCase: false)
        try merger.add(map, from: scope)
        let pairs = merger.entries.flatMap { entry in entry.values.map { (entry.name, $0) } }
        return FormEncoding.encode(pairs)
    }

    private func part(_ part: MultipartTemplate.Part) throws -> MultipartPart {
        let name = try part.name.text(from: scope)
        let filename = try part.filename?.text(from: scope)
        let type = try part.type?.text(from: scope)
        switch part.content {
        case .file(let path):
            let resolved = try resolve(path)
            let own = resolved.split(separator: "/").last.map(String.init)
            return MultipartPart(name, .file(path: resolved), filename: filename ?? own, contentType: type)
        case .value(let template):
            let value = try template.json(from: scope)
            let text = value.stringValue ?? value.numberValue?.text ?? JSONWriter.compact(value)
            return MultipartPart(name, .bytes(Array(text.utf8)), filename: filename, contentType: type)
        }
    }

    private func resolve(_ path: TextTemplate) throws -> String {
        let text = try path.text(from: scope)
        do {
            let file = path.range.file
            return try settings.fileRoot(of: file).resolve(text, relativeTo: settings.folder(of: file))
        } catch {
            throw StepFailure(.badInput, error.message, at: path.range)
        }
    }
}

/// `application/x-www-form-urlencoded` (WHATWG URL Standard, 5.2).
enum FormEncoding {
    static func encode(_ pairs: [(String, String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in pairs {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            append(name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            append(value, to: &bytes)
        }
        return bytes
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            case UInt8(ascii: " "):
                bytes.append(UInt8(ascii: "+"))
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
    }
}
