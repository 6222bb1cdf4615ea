import BatonSecrets

/// Gives secrets of the source their names: `SHOP_TOKEN`. What has the same value has the same name.
struct NamedSecrets {
    /// - Parameter secrets: those that have their names already.
    init(_ secrets: [ImportedSecret] = []) {
        for secret in secrets { add(secret) }
    }

    private(set) var all: [ImportedSecret] = []
    private var names: Set<String> = []
    private var namesByValue: [String: String] = [:]

    /// Whether a field of this name may hold a secret.
    static func isSecret(_ name: String) -> Bool { SecretNames.mayBeSecret(name) }

    func knows(_ value: String) -> Bool { namesByValue[value] != nil }

    /// Whether the first word of an `Authorization` names a scheme.
    static func isScheme(_ word: String) -> Bool { AuthorizationValue.isScheme(word) }

    /// The name for a value that stands in the source.
    mutating func name(of value: String, wanted: String, place: String) -> String {
        if let name = namesByValue[value] { return name }
        let base = Self.identifier(wanted)
        var name = base
        var number = 2
        while names.contains(name) {
            name = "\(base)_\(number)"
            number += 1
        }
        names.insert(name)
        namesByValue[value] = name
        all.append(ImportedSecret(name: name, value: value, place: place))
        return name
    }

    /// Takes over a secret that has its name already.
    mutating func add(_ secret: ImportedSecret) {
        guard names.insert(secret.name).inserted else { return }
        if namesByValue[secret.value] == nil { namesByValue[secret.value] = secret.name }
        all.append(secret)
    }

    /// Finds the values in texts.
    var redactor: Redactor {
        let registry = SecretRegistry()
        for secret in all {
            // Also what stands behind a scheme or the name of a cookie.
            let parts = secret.value.split { " =;,".contains($0) }.map(String.init)
            for part in [secret.value] + parts where SecretNames.isHiddenEverywhere(part) { registry.add(part) }
        }
        return registry.redactor
    }

    /// Words of letters and digits in capitals, joined by `_`: `apiKey` is `API_KEY`.
    static func identifier(_ text: String) -> String {
        var name = ""
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isWord {
                if ("A"..."Z").contains(scalar), ("a"..."z").contains(last) { name += "_" }
                name += String(scalar).uppercased()
            } else if !name.isEmpty, !name.hasSuffix("_") {
                name += "_"
            }
            last = scalar
        }
        while name.hasSuffix("_") { name.removeLast() }
        if name.isEmpty { return "SECRET" }
        return name.first?.isNumber == true ? "_" + name : name
    }
}
