import BatonAPI
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonSecrets
import BatonWorkflow
import Testing
import Thoroughness

/// Texts that are shortened show no part of a secret, wherever the cut goes through it.
struct CutSecretTests {
    private static let secret = "Gh7/+\"<é>kQ-Zw\\42"

    /// The ways in which a server may write the secret back.
    static let writings: [(name: String, text: String)] = [
        ("plain", secret),
        ("JSON", String(JSONWriter.quote(secret).dropFirst().dropLast())),
        ("u", secret.utf16.map { "\\u" + digits($0, 4) }.joined()),
        ("x", secret.utf8.map { "\\x" + digits($0, 2) }.joined()),
        ("HTML", secret.unicodeScalars.map { "&#\($0.value);" }.joined()),
        ("HTML, hexadecimal", secret.unicodeScalars.map { "&#x\(digits($0.value, 2));" }.joined()),
        ("percent", secret.utf8.map { "%" + digits($0, 2) }.joined()),
        ("percent twice", secret.utf8.map { "%25" + digits($0, 2) }.joined()),
        ("quoted twice", String(JSONWriter.quote(JSONWriter.quote(secret)).dropFirst(3).dropLast(3))),
    ]

    private static func digits(_ value: some BinaryInteger, _ count: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Each shortens a text; what it gives is masked again, as records are.
    static let cuts: [(name: String, limit: Int, cut: @Sendable (String, @escaping (String) -> String) -> String)] = [
        ("ValueText.cut", 500, { text, mask in ValueText.cut(text, mask: mask) }),
        ("ValueText.text", 500, { text, mask in ValueText.text(text, mask: mask) }),
        ("Wording.json", 500, { text, mask in Wording(mask: mask).json(.array([.string(text)])) }),
        ("brief", 100, { text, mask in mask(ValueExcerpt.brief(.string(text))) }),
        ("got", 500, { text, mask in mask(ValueExcerpt.full(.string(text))) }),
        (
            "ServerMessage", 1000,
            { text, mask in
                let value = try? JSONParser.parse(Array("{\"message\":\(JSONWriter.quote(text))}".utf8))
                return ServerMessage.find(in: value ?? .null, mask: mask) ?? ""
            }
        ),
    ]

    @Test(arguments: cuts.indices, writings.indices)
    func `a cut at any place of a secret shows no part of it`(_ cut: Int, _ writing: Int) {
        let registry = SecretRegistry()
        registry.add(Self.secret)
        let (name, limit, shorten) = Self.cuts[cut]
        let written = Self.writings[writing].text
        for lead in stride(from: 0, through: written.count + 1, by: Thoroughness.of(5, nightly: 1)) {
            let dots = String(repeating: ".", count: max(0, limit - written.count) + lead)
            for text in [
                dots + written + ".",
                String(repeating: ".", count: lead) + Self.times(written + ".", 2 * limit / written.count + 2),
            ] {
                let shown = registry.redact(shorten(text, registry.redact))
                // Four characters of the plain text, or as many of what it is written with, would be a part.
                let part = Self.leftover(of: written, in: shown)
                #expect(part == nil, "\(name), \(Self.writings[writing].name), \(lead): \(part ?? "")")
            }
        }
    }

    private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// The beginning of the writing, a quarter of it, where it is still there.
    private static func leftover(of written: String, in shown: String) -> String? {
        let head = String(written.prefix(max(4, written.count / 4)))
        return shown.contains(head) || shown.contains(JSONWriter.quote(head).dropFirst().dropLast()) ? shown : nil
    }
}
