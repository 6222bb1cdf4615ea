import BatonHTTP
package import BatonSecrets
import BatonValues

/// One thing that went wrong in a step.
package struct FailureRecord: Sendable, Equatable {
    package struct Difference: Sendable, Equatable {
        /// A path into the value, `$.items[0].id`.
        package var path: MaskedText
        package var expected: MaskedText
        package var actual: MaskedText
        /// For a schema: the keyword that failed, `item.json#/properties/id/type`.
        package var rule: MaskedText?

        package init(path: MaskedText, expected: MaskedText, actual: MaskedText, rule: MaskedText? = nil) {
            self.path = path
            self.expected = expected
            self.actual = actual
            self.rule = rule
        }
    }

    package struct SubExpression: Sendable, Equatable {
        package var text: MaskedText
        package var value: MaskedText

        package init(text: MaskedText, value: MaskedText) {
            self.text = text
            self.value = value
        }
    }

    /// A dotted kind of the shared error model, for example `check.failed` or `network.connect`.
    package var kind: String
    /// One line that can stand alone: `status: expected 200, got 503`.
    package var message: MaskedText
    /// What was checked, as written: `status`, `$.name`, `headers.content-type`.
    package var check: MaskedText?
    /// The operator of the check: `eq`, `lte`.
    package var comparison: String?
    package var expected: MaskedText?
    package var actual: MaskedText?
    package var differences: [Difference]
    /// Number of differences that are not listed.
    package var moreDifferences: Int
    /// For a condition: the value of each of its parts.
    package var explanation: [SubExpression]
    /// The error message that the server's response contains.
    package var serverMessage: MaskedText?
    /// The error text of a library or of the operating system, such as why there was no response.
    package var cause: MaskedText?
    /// What explains the failure, or corrects what was sent.
    package var hint: MaskedText?
    /// What to write where what came is right; nil of a test that passed before.
    package var acceptance: MaskedText?
    /// The checks that were not looked at, because this failure explains theirs.
    package var notLookedAt: MaskedText?
    package var place: Place
    /// A second place in the files: the step that called the endpoint, or the endpoint that was called.
    package var related: Related?
    /// The case that a blocked one needs, and that did not pass; nil for other failures.
    package var needed: CaseReference?

    /// The names of checks that are words of the language: they stay readable even when a password has the same
    /// spelling.
    private static let words: Set<String> = [
        "contract", "exit_code", "outcome", "paginate", "snapshot", "status", "that", "until",
    ]

    /// What was checked, masked unless it is a word of the language.
    package static func masked(check: String, _ mask: (String) -> MaskedText) -> MaskedText {
        words.contains(check) ? MaskedText(harmless: check) : mask(check)
    }

    package struct Related: Sendable, Equatable {
        /// How reports name the place: "called", "the endpoint".
        package var label: String
        package var place: Place

        package init(label: String, place: Place) {
            self.label = label
            self.place = place
        }
    }

    package init(
        kind: String, message: MaskedText, check: MaskedText? = nil, comparison: String? = nil,
        expected: MaskedText? = nil,
        actual: MaskedText? = nil, differences: [Difference] = [], moreDifferences: Int = 0,
        explanation: [SubExpression] = [], serverMessage: MaskedText? = nil, cause: MaskedText? = nil,
        hint: MaskedText? = nil,
        place: Place
    ) {
        self.kind = kind
        self.message = message
        self.check = check
        self.comparison = comparison
        self.expected = expected
        self.actual = actual
        self.differences = differences
        self.moreDifferences = moreDifferences
        self.explanation = explanation
        self.serverMessage = serverMessage
        self.cause = cause
        self.hint = hint
        self.place = place
    }
}

/// Identifies the same failure across runs: a hash of its kind, its check, and its message without the parts that vary.
package enum FailureSignature {
    package static func of(_ failure: FailureRecord) -> String {
        let check = failure.check?.text ?? ""
        let message = failure.message.text
        // A 404 and a 500 have different causes; other numbers are mostly ids, times and counts.
        return StableHash.of(failure.kind, check, check == "status" ? message : masked(message)).text
    }

    /// Replaces numbers, also in dates and times, by `<n>` and UUIDs by `<uuid>`; reads at most 2,000 bytes.
    package static func masked(_ message: String) -> String {
        let bytes = Array(message.utf8.prefix(2000))
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if isUUID(bytes, at: index) {
                result.append(contentsOf: "<uuid>".utf8)
                index += 36
            } else if isDigit(bytes[index]) {
                result.append(contentsOf: "<n>".utf8)
                index = numberEnd(bytes, from: index)
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func numberEnd(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), isDigit(bytes[index + 1]) {
            index += 1
            while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        }
        return index
    }

    private static func isUUID(_ bytes: [UInt8], at start: Int) -> Bool {
        guard bytes.count - start >= 36 else { return false }
        for offset in 0..<36 {
            let byte = bytes[start + offset]
            switch offset {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default: if !isDigit(byte), !(UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20) { return false }
            }
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

extension FailureRecord {
    /// Whether it only follows from what happened elsewhere: something needed did not pass, or the run was ended.
    package var isFollowing: Bool {
        kind == Failure.Kind.blocked.rawValue || kind == Failure.Kind.cancelled.rawValue
    }

    /// Whether the server took no connection, or broke it off.
    package var isConnectionLoss: Bool {
        kind == Failure.Kind.connect.rawValue || kind == Failure.Kind.reset.rawValue
    }
}

extension CaseRecord {
    /// The failure that stands for the case, in its signature and in answers of the history; nil where the case passed or was skipped.
    package var firstFailure: FailureRecord? {
        if outcome == .passed || outcome == .skipped { return nil }
        return failures.first ?? steps.lazy.compactMap(\.failures.first).first
    }

    /// Whether it failed for taking too long, so that its duration says as much as that of one that passed.
    package var isTooSlow: Bool {
        guard let failure = firstFailure else { return false }
        return failure.check?.text == "duration" || failure.kind == Failure.Kind.timeout.rawValue
            || failure.kind == Failure.Kind.workflowTimeout.rawValue
    }
}

/// The values of a condition's parts, one line each; the same text in every report.
package enum ExplanationText {
    private static let widestText = 60

    /// Lines like `response.json.items[2].price  = -1`, with the values aligned in a column unless the texts are too
    /// long.
    package static func lines(_ parts: [FailureRecord.SubExpression]) -> [String] {
        let texts = parts.map { PrintableText.line($0.text.text) }
        let width = texts.map { TextWidth.of($0) }.filter { $0 <= widestText }.max() ?? 0
        return zip(texts, parts).map { text, part in
            "\(TextWidth.padded(text, width))  \(relation(part.value.text))\(PrintableText.line(part.value.text))"
        }
    }

    /// The word or sign before a value: booleans are stated, other values follow `=`, errors stand alone.
    private static func relation(_ value: String) -> String {
        value == "true" || value == "false" ? "is " : value.hasPrefix("error") ? "" : "= "
    }
}
