/// Selects the recorded parts that the reader of a report needs, and writes them as in the expression.
struct ExplanationWriter {
    private(set) var parts: [CELExplanation] = []
    private(set) var unequal: CELProgram.Unequal?
    /// The values that the result, or the final error, was computed from.
    private(set) var sources: [CELValue] = []
    /// The values that the variables of macros around the current part were computed from.
    private var inherited: [CELValue] = []
    private let bytes: [UInt8]
    private let localUses: [(range: Range<Int>, local: Int)]
    private var seen: Set<String> = []
    /// What was looked at in iterations none of which decided, by its text.
    private var shared: [String: SharedPart] = [:]
    private var isInSum = false
    private static let limit = 40
    private static let textLimit = 400

    init(_ bytes: [UInt8], _ localUses: [(range: Range<Int>, local: Int)]) {
        self.bytes = bytes
        self.localUses = localUses.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Writes the parts of the whole expression; the result itself is already in the message.
    mutating func write(_ entries: [CELRecorder.Entry]) {
        guard let whole = entries.first else { return }
        compare(whole)
        if whole.error == nil { sources = Self.sources(of: whole) }
        if isInnermostError(whole) { writeErroneous(whole) } else { writeParts(of: whole) }
        finishShared()
    }

    /// Keeps the operands of a false `==` of lists or maps, where the reader needs to know which part differs.
    private mutating func compare(_ entry: CELRecorder.Entry) {
        guard unequal == nil, entry.role == .comparison, entry.value?.boolValue == false, entry.parts.count == 2,
            isEquality(entry), let left = entry.parts[0].value, let right = entry.parts[1].value,
            left.elementCount != nil && right.elementCount != nil || left.entryCount != nil && right.entryCount != nil
        else { return }
        unequal = CELProgram.Unequal(
            text: text(entry.parts[0].range, entry.parts[0].bindings), left: left, right: right,
            sources: inherited + entry.parts.flatMap(Self.sources))
    }

    private mutating func write(_ entry: CELRecorder.Entry) {
        let isInSum = isInSum
        self.isInSum = false
        defer { self.isInSum = isInSum }
        if entry.error != nil {
            if isInnermostError(entry) { writeErroneous(entry) } else { writeParts(of: entry) }
            return
        }
        guard let value = entry.value else { return }
        switch entry.role {
        case .link:
            writeParts(of: entry)
        // Iterations that are shown together had all the same result.
        case .comparison where isShared(entry), .quantifier where isShared(entry):
            writeParts(of: entry)
        case .term, .quantifier:
            if case .native = value.kind {} else { add(entry) }
            writeParts(of: entry)
        case .comparison:
            compare(entry)
            let shown = entry.parts.filter { $0.role != .literal }
            // The comparison has two literals.
            if shown.isEmpty { return }
            let isPlain = shown.count == 1 && value.boolValue == true && isEquality(entry)
            // A key is equal to a literal, which would be shown as `1 == 1`.
            if isPlain, isKey(shown[0]) { return }
            add(entry)
            // `a == 1` is true, so the value of `a` is already shown.
            if isPlain { return }
            writeParts(of: entry)
        case .logic:
            writeParts(of: entry)
        case .other:
            // For `a + b + c` the whole and its operands are listed, but not `a + b`.
            if !isInSum { add(entry) }
            self.isInSum = true
            writeParts(of: entry)
        case .literal: break
        }
    }

    private mutating func writeParts(of entry: CELRecorder.Entry) {
        let inherited = inherited
        defer { self.inherited = inherited }
        let hasElements = entry.parts.contains { part in
            // Those of the inner loop stand first.
            part.bindings.prefix(max(0, part.bindings.count - entry.bindings.count)).contains { $0.shared == nil }
        }
        for (position, part) in entry.parts.enumerated() {
            inherit(entry, before: position)
            // The element that decided is more useful than the whole collection.
            let isCollection = position == 0 && hasElements && part.bindings.count == entry.bindings.count
            if !isCollection || part.error != nil { write(part) }
        }
    }

    private func isEquality(_ entry: CELRecorder.Entry) -> Bool {
        guard let part = entry.parts.first(where: { $0.role != .literal })?.range else { return false }
        let rest = [entry.range.lowerBound..<part.lowerBound, part.upperBound..<entry.range.upperBound]
        return rest.contains { String(decoding: bytes[$0], as: UTF8.self).contains("==") }
    }

    private func isInnermostError(_ entry: CELRecorder.Entry) -> Bool {
        entry.error != nil && !entry.parts.contains { $0.error != nil }
    }

    /// Writes the part that failed, and the values that it was computed from.
    private mutating func writeErroneous(_ entry: CELRecorder.Entry) {
        add(entry)
        sources += inherited + Self.sources(of: entry)
        let inherited = inherited
        defer { self.inherited = inherited }
        for (position, part) in entry.parts.enumerated() {
            inherit(entry, before: position)
            if case .native? = part.value?.kind {} else { add(part) }
            writeParts(of: part)
        }
    }

    /// Whether the part is a variable that stands for a key or position; the other lines already contain it.
    private func isKey(_ entry: CELRecorder.Entry) -> Bool {
        guard let use = localUses.first(where: { $0.range == entry.range }) else { return false }
        return entry.bindings.first { $0.local == use.local }.map { $0.collection == nil } ?? false
    }

    private mutating func add(_ entry: CELRecorder.Entry) {
        guard parts.count < Self.limit, !isKey(entry) else { return }
        let text = text(entry.range, entry.bindings)
        if isShared(entry) { return addShared(entry, text) }
        guard seen.insert(text).inserted else { return }
        parts.append(
            CELExplanation(
                text: text, range: entry.range, value: entry.value, error: entry.error?.detailed,
                sources: inherited + Self.sources(of: entry)))
    }

    /// A part that was evaluated in several iterations.
    private struct SharedPart {
        /// In `parts`.
        let place: Int
        /// Whether it holds the variable of the iterations, so that its value is the list of all values.
        let isList: Bool
        let count: Int
        var values: [Int: CELValue] = [:]
        var isMixed = false
    }

    private func isShared(_ entry: CELRecorder.Entry) -> Bool { entry.bindings.contains { $0.shared != nil } }

    /// Adds a value to those of the same part in other iterations: `items[*].name` is a list.
    private mutating func addShared(_ entry: CELRecorder.Entry, _ text: String) {
        let loops = entry.bindings.filter { $0.shared != nil && $0.collection != nil }
        guard let value = entry.value, let iteration = entry.bindings.lazy.compactMap(\.shared).first else { return }
        let isList = text != self.text(entry.range, entry.bindings.filter { $0.shared == nil })
        // The elements themselves stand in the collection, which is shown; those of a loop in a loop are no one list.
        let isElement = localUses.contains { use in
            use.range == entry.range && entry.bindings.first { $0.local == use.local }?.shared != nil
        }
        if isElement || isList && loops.count > 1 { return }
        if shared[text] == nil {
            guard seen.insert(text).inserted else { return }
            shared[text] = SharedPart(place: parts.count, isList: isList, count: iteration.count)
            parts.append(CELExplanation(text: text, range: entry.range, value: value))
        }
        guard var part = shared[text] else { return }
        parts[part.place].sources += inherited + Self.sources(of: entry)
        let known = isList ? part.values[iteration.position] : part.values.first?.value
        if let known, (try? CELValue.areEqual(known, value)) != true { part.isMixed = true }
        part.values[iteration.position] = value
        shared[text] = part
    }

    /// Leaves out what not all iterations looked at, or saw with more than one value: no line would tell the truth of it.
    private mutating func finishShared() {
        var untold: Set<Int> = []
        for part in shared.values {
            let values = (0..<part.count).compactMap { part.values[$0] }
            if part.isMixed || part.isList && values.count < part.count { untold.insert(part.place) }
            if part.isList { parts[part.place].value = .list(values) }
        }
        parts = parts.enumerated().filter { !untold.contains($0.offset) }.map(\.element)
    }

    /// Adds the sources of a macro's collection or bound value: the variables in the other parts were computed from
    /// them.
    private mutating func inherit(_ entry: CELRecorder.Entry, before position: Int) {
        guard position == 1, !entry.isLookup, entry.role == .term || entry.role == .quantifier else { return }
        inherited += Self.sources(of: entry.parts[0])
    }

    private static func sources(of entry: CELRecorder.Entry) -> [CELValue] {
        entry.parts.enumerated().flatMap { position, part in
            let isContainer = entry.isLookup && position == 0
            return (isContainer ? [] : [part.value].compactMap(\.self)) + sources(of: part)
        }
    }

    /// The text of a range on one line, with loop variables replaced by the elements that they stood for.
    private func text(_ range: Range<Int>, _ bindings: [CELRecorder.Binding]) -> String {
        var result: [UInt8] = []
        append(range, bindings, to: &result, depth: 0)
        if result.count > Self.textLimit { result = result.prefix(Self.textLimit) + Array("…".utf8) }
        var text = ""
        var isBlank = false
        for character in String(decoding: result, as: UTF8.self) {
            if character.isNewline || character == " " || character == "\t" {
                isBlank = true
            } else {
                if isBlank, !text.isEmpty { text += " " }
                isBlank = false
                text.append(character)
            }
        }
        return text
    }

    private func append(
        _ range: Range<Int>, _ bindings: [CELRecorder.Binding], to result: inout [UInt8], depth: Int
    ) {
        var copied = range.lowerBound
        for use in localUses where use.range.lowerBound >= copied && use.range.upperBound <= range.upperBound {
            guard let binding = bindings.first(where: { $0.local == use.local }), result.count <= Self.textLimit,
                depth < 20
            else { continue }
            result += bytes[copied..<use.range.lowerBound]
            copied = use.range.upperBound
            guard let collection = binding.collection else {
                result += Array(binding.key.utf8)
                continue
            }
            if collection.needsParentheses { result.append(UInt8(ascii: "(")) }
            append(collection.range, bindings, to: &result, depth: depth + 1)
            if collection.needsParentheses { result.append(UInt8(ascii: ")")) }
            result += Array("[\(binding.key)]".utf8)
        }
        result += bytes[copied..<range.upperBound]
    }
}
