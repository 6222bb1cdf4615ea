import BatonDiagnostics

/// What libyaml accepts, or complains of in another place, and what was probably meant otherwise.
extension TreeBuilder {
    /// Looks at a scalar and at what follows it.
    mutating func check(
        _ text: UnsafeBufferPointer<UInt8>, _ style: YAMLNode.Style, _ whole: Range<Int>, _ place: Place
    ) {
        switch style {
        case .plain: checkPlain(text, whole, place)
        case .singleQuoted, .doubleQuoted: checkFollowing(whole, place)
        case .literal, .folded:
            if text.isEmpty, whole.count > 1, file.bytes[whole.lowerBound + 1] > UInt8(ascii: "0") {
                let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: false)
                outcome.accidents.append(.indicator(file, extent))
            }
        case .block, .flow: break
        }
    }

    private mutating func checkPlain(_ text: UnsafeBufferPointer<UInt8>, _ whole: Range<Int>, _ place: Place) {
        var hasBrace = false
        var hasOpening = false
        for byte in text {
            if byte == UInt8(ascii: "{") { hasBrace = true }
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "\"") { hasOpening = true }
        }
        let next = nextOnLine(after: whole.upperBound)
        if place.isInFlow {
            let isBroken = hasOpening && !Parentheses.areClosed(file.bytes, in: whole)
            if isBroken || next == UInt8(ascii: "{") || next == UInt8(ascii: "[") {
                outcome.accidents.append(.unquotedInFlow(file, from: whole.lowerBound))
            } else if let dash = dashWithin(whole) {
                outcome.accidents.append(.itemInside(file, whole, dash: dash))
            }
        } else if let dash = dashWithin(whole) {
            outcome.accidents.append(.itemInside(file, whole, dash: dash))
        } else if hasOpening, next == UInt8(ascii: "#"), Parentheses.isOpen(file.bytes, in: whole) {
            checkComment(whole)
        }
        if hasBrace, !place.isInFlow { reportForeignMarkers(whole) }
    }

    /// The first dash with a blank behind it that begins a further line of a text: what was meant as an item of a list.
    /// Within parentheses it is a minus.
    private func dashWithin(_ whole: Range<Int>) -> Int? {
        let bytes = file.bytes
        var at = whole.lowerBound
        while let end = bytes[at..<whole.upperBound].firstIndex(where: {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }) {
            at = end + 1
            while at < whole.upperBound, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") { at += 1 }
            guard at < whole.upperBound, bytes[at] == UInt8(ascii: "-") else { continue }
            let isItem = at + 1 >= whole.upperBound || bytes[at + 1] <= UInt8(ascii: " ")
            // Asked once, since a text of many lines would else be read for each.
            if isItem { return Parentheses.isOpen(bytes, in: whole.lowerBound..<at) ? nil : at }
        }
        return nil
    }

    /// A comment that begins within parentheses or a string is none.
    private mutating func checkComment(_ whole: Range<Int>) {
        let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: false)
        guard extent.upperBound > whole.upperBound, !Parentheses.isOpen(file.bytes, in: extent) else { return }
        outcome.accidents.append(.commentInside(file, extent))
    }

    private mutating func reportForeignMarkers(_ whole: Range<Int>) {
        let markers = ForeignMarker.all(file.bytes, in: whole)
        guard !markers.isEmpty else { return }
        for marker in markers {
            outcome.findings.append(.yamlForeignTemplate(file, marker, value: whole, isInFlow: false))
        }
    }

    /// The byte after the blanks that follow a value on its line; nil at the end of the line.
    private func nextOnLine(after upper: Int) -> UInt8? {
        let bytes = file.bytes
        var at = upper
        while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") { at += 1 }
        guard at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") else { return nil }
        return bytes[at]
    }

    /// A value that ended must not be followed by more text on its line.
    mutating func checkFollowing(_ whole: Range<Int>, _ place: Place) {
        guard let next = nextOnLine(after: whole.upperBound) else { return }
        if !edits.isEmpty, edits.touch(whole) || edits.adjoin(whole.upperBound) { return }
        let bytes = file.bytes
        switch next {
        case UInt8(ascii: "#") where bytes[whole.upperBound] != next: return
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            if place.isInFlow { return }
        case UInt8(ascii: ":"):
            if place.isInFlow { return }
            var at = whole.upperBound
            while bytes[at] != UInt8(ascii: ":") { at += 1 }
            if at + 1 == bytes.count || bytes[at + 1] <= UInt8(ascii: " ") { return }
            if !edits.isEmpty, edits.adjoin(at + 1) { return }
            if bytes[whole.lowerBound] == UInt8(ascii: "\"") || bytes[whole.lowerBound] == UInt8(ascii: "'") {
                outcome.accidents.append(.missingSpace(file, colon: at))
                return
            }
        default: break
        }
        outcome.accidents.append(.textAfter(file, whole, isInFlow: place.isInFlow))
    }

    /// `{{` opens no two mappings: it is a marker of another tool.
    mutating func checkBraces(from lower: Int, _ place: Place) {
        guard lower + 1 < file.bytes.count, file.bytes[lower + 1] == UInt8(ascii: "{") else { return }
        let isKey = MissingSpace.afterDashes(SourceLine(file, at: lower)) == lower
        let extent = ValueExtent.of(file, from: lower, isInFlow: place.isInFlow || isKey)
        guard !ForeignMarker.all(file.bytes, in: extent).isEmpty else { return }
        outcome.accidents.append(.foreign(file, extent, isInFlow: place.isInFlow))
    }

    /// Whether an entry can be kept; reports why not, and what its value lacks.
    mutating func checkEntry(_ key: YAMLRecord, _ value: YAMLRecord, _ place: Place) -> Bool {
        let use = range(values.useRange(of: key))
        guard key.isScalar else {
            outcome.findings.append(.yamlKeyNotScalar(isMapping: key.isMapping, at: use))
            return false
        }
        if key.isMissing {
            if !isReported(key) { outcome.findings.append(.yamlMissingKey(at: range(key.range))) }
            return false
        }
        let text = String(decoding: values.contents(of: key), as: UTF8.self)
        if text == "<<", key.style == .plain {
            outcome.findings.append(.yamlMergeKey(at: use))
            return false
        }
        if value.isMissing, !isReported(value) {
            outcome.findings.append(
                .yamlMissingValue(
                    of: text, isPlain: key.style == .plain, writtenAt: range(key.range), at: use,
                    isInFlow: place.isInFlow))
        }
        return true
    }

    mutating func reportDuplicates(from mark: Int) {
        let keys = values.children(from: mark).enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        for (index, first) in DuplicateKeys.all(in: keys.map(values.contents)) {
            outcome.findings.append(
                .yamlDuplicateKey(
                    String(decoding: values.contents(of: keys[index]), as: UTF8.self),
                    at: range(values.useRange(of: keys[index])), first: range(values.useRange(of: keys[first]))))
        }
    }

    mutating func reportMissingItem(_ item: YAMLRecord) {
        guard !isReported(item) else { return }
        let lower = max(0, item.range.lowerBound - 1)
        outcome.findings.append(.yamlMissingItem(at: range(lower..<item.range.lowerBound)))
    }

    /// An alias that leads nowhere is reported where it stands, and leaves a value that is not there.
    private func isReported(_ record: YAMLRecord) -> Bool { !record.range.isEmpty }
}
