import BatonCEL
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonSecrets

/// A scope that records the secret values read from it.
final class NotingScope: TemplateScope {
    private let base: any TemplateScope
    /// In the order in which they were read.
    private(set) var noted: [String] = []

    var hasNoted: Bool { !noted.isEmpty }

    init(_ base: any TemplateScope) {
        self.base = base
    }

    func value(at slot: Int) throws(CELError) -> CELValue? { try base.value(at: slot) }

    func noteSecret(_ text: String) {
        noted.append(text)
        base.noteSecret(text)
    }

    func noteSecret(_ part: SecretPart) {
        switch part {
        case .text(let text), .number(let text), .word(let text): noted.append(text)
        case .bytes(let bytes): noted.append(String(decoding: bytes, as: UTF8.self))
        }
        base.noteSecret(part)
    }

    func noteURL(_ text: String) { base.noteURL(text) }

    /// For recorded secrets that contain a `#`, also notes the part before it, because the request target ends there.
    func noteBeginnings() {
        for text in noted {
            if let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) { base.noteSecret(String(text[..<hash])) }
        }
    }

    func holdsSecret(_ value: CELValue) -> Bool { base.holdsSecret(value) }

    func whyUnset(_ variable: String) -> (message: String, hint: String?)? { base.whyUnset(variable) }

    var mustStop: Bool { base.mustStop }

    var host: any FunctionHost { base.host }
}

extension TemplateScope {
    /// Notes the password of a URL, and the values of its parameters with secret names, as written and decoded.
    func noteSecrets(inURL text: String, _ names: SecretNames) {
        for value in names.values(inURL: text) {
            for form in [value, String(decoding: PercentEncoding.decode(value), as: UTF8.self)]
            where SecretNames.isHiddenEverywhere(form) { noteSecret(form) }
        }
    }
}
