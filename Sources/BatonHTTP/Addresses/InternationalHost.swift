import BatonSystem

/// Host names with letters outside ASCII, converted to the form that DNS and certificates use (RFC 5891).
///
/// Capitals are converted to lower case. Characters that would have to be replaced first are refused, because programs
/// disagree about the replacements, and the host decides where credentials are sent.
enum InternationalHost {
    /// `münchen.de` as `xn--mnchen-3ya.de`. Throws a message to put after the URL.
    static func ascii(_ host: String) throws(InternationalHostError) -> String {
        var labels: [String] = []
        for label in host.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
            labels.append(try ascii(label: label))
        }
        return labels.joined(separator: ".")
    }

    private static func ascii(label: Substring) throws(InternationalHostError) -> String {
        guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
        for scalar in label.unicodeScalars where !isAllowed(scalar) {
            throw InternationalHostError(
                message: "has `\(scalar)` in its host, which is no letter of a host name; write it in punycode")
        }
        guard let code = Punycode.encode(label.unicodeScalars.map(\.value)), code.utf8.count <= 59 else {
            throw InternationalHostError(message: "has a part in its host that is longer than 63 characters")
        }
        return "xn--\(code)"
    }

    /// Letters, marks and digits that case folding does not change; `ß` and `ς` are letters of their own since IDNA
    /// 2008.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return ASCIISet.unreserved.contains(UInt8(scalar.value)) }
        if scalar == "ß" || scalar == "ς" { return true }
        // Combining diacritics are refused: Latin letters with them must be written as one character.
        if (0x300...0x36F).contains(scalar.value) || scalar.properties.changesWhenNFKCCaseFolded { return false }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
        default: return false
        }
    }
}

/// Why a host name cannot be written in ASCII.
struct InternationalHostError: Error {
    /// The part of a sentence that follows the URL.
    var message: String
}

/// Punycode (RFC 3492): encodes code points as ASCII letters, digits and hyphens.
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72

    /// The encoded label without the prefix `xn--`; nil for a label of more than 255 code points.
    static func encode(_ label: [UInt32]) -> String? {
        guard label.count <= 255 else { return nil }
        var output = label.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        var handled = basicCount
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var codePoint: UInt32 = 0x80
        var delta = 0
        var bias = initialBias
        while handled < label.count {
            guard let next = label.filter({ $0 >= codePoint }).min() else { return nil }
            // At most 255 characters times 0x10FFFF code points: no overflow in 64 bits.
            delta += Int(next - codePoint) * (handled + 1)
            codePoint = next
            for character in label {
                if character < codePoint { delta += 1 }
                guard character == codePoint else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            codePoint += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number as digits whose weights depend on the bias (section 3.3).
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = min(max(position - bias, tMin), tMax)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            position += base
        }
        return position + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }
}

/// Looks up functions, by name, in the libraries that libcurl loaded. Linking these libraries would require them even
/// where libcurl was built without them.
package enum LoadedFunction {
    /// Nil if no loaded library has the function.
    ///
    /// - Parameter type: the function's C type, which is not checked.
    package static func named<Function>(_ name: String, _ type: Function.Type) -> Function? {
        address(of: name).map { unsafeBitCast($0, to: type) }
    }

    /// Whether a loaded library has the function.
    package static func exists(_ name: String) -> Bool { address(of: name) != nil }

    private static func address(of name: String) -> UnsafeMutableRawPointer? {
        #if canImport(Glibc)
            dlsym(nil, name)
        #else
            dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
        #endif
    }
}
