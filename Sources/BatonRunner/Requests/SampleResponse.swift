import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage

/// The response that an endpoint's `sample` describes, filled with the values of a call.
struct SampleResponse {
    let settings: RunSettings
    let scope: any TemplateScope

    func response(_ sample: EndpointTemplate.Sample) throws(StepFailure) -> Sample {
        var headers = Headers()
        var body: [UInt8] = []
        var type: String?
        if let template = sample.body {
            let made = try BodyBuilder(settings: settings, scope: scope).body(template, at: sample.range)
            switch made {
            case .none, .multipart, .stream: break
            case .bytes(let bytes, let contentType): (body, type) = (bytes, contentType)
            case .file(let file, let offset, let length, let contentType):
                type = contentType
                do {
                    body = try file.bytes(from: offset, length: length, limit: Int(TransferOptions.maxResponseInMemory))
                } catch {
                    throw StepFailure(.badInput, error.message, at: sample.range)
                }
            }
        }
        var merger = NamedValueMerger(ignoringCase: true)
        if let map = sample.headers { try merger.add(map, from: scope) }
        if let type, merger["content-type"] == nil { headers.append("Content-Type", type) }
        for entry in merger.entries {
            for value in entry.values { headers.append(entry.name, value) }
        }
        return Sample(status: sample.status, headers: headers, body: body)
    }
}
