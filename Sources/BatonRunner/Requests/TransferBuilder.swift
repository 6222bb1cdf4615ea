import BatonHTTP
import BatonSystem
import BatonWorkflow

/// Makes the options of a transfer; a step that writes none shares those of the run.
struct TransferBuilder {
    let settings: RunSettings
    let scope: any TemplateScope

    func options(_ template: TransferTemplate) throws(StepFailure) -> TransferOptions {
        var options = TransferOptions.standard
        do throws(TemplateFailure) {
            if let timeout = template.timeout {
                options.timeout = .microseconds(try timeout.microseconds(from: scope))
            }
            if let timeout = template.connectTimeout {
                options.connectTimeout = .microseconds(try timeout.microseconds(from: scope))
            }
            if let compressed = template.acceptsCompression { options.isCompressed = compressed }
            if let limit = template.maxResponse { options.maxResponse = limit }
            if let hops = template.maxRedirects {
                options.redirects = RedirectPolicy(
                    maximum: hops, keepsCredentials: template.keepsAuthAcrossOrigins)
            }
            if template.changesConnection {
                var values = ConnectionOptions.Values()
                if let verify = template.verifiesCertificate { values.tls.verify = verify }
                values.tls.ca = try template.caFile.map { text throws(TemplateFailure) in try file(text) }
                values.tls.certificate = try template.certificateFile.map { text throws(TemplateFailure) in
                    try file(text)
                }
                values.tls.key = try template.keyFile.map { text throws(TemplateFailure) in try file(text) }
                if let version = template.httpVersion {
                    values.httpVersion = HTTPVersionChoice(rawValue: version) ?? .automatic
                }
                options.connection = ConnectionOptions(values)
            }
        } catch {
            throw StepFailure(error)
        }
        return options
    }

    /// Certificates may lie outside the file root; their paths count from the workflow's folder.
    private func file(_ text: TextTemplate) throws(TemplateFailure) -> String {
        RealPath.join(settings.folder(of: text.range.file), try text.text(from: scope))
    }
}

extension TransferTemplate {
    var changesConnection: Bool {
        verifiesCertificate != nil || caFile != nil || certificateFile != nil || keyFile != nil || httpVersion != nil
    }
}
