import BatonJSON
import BatonRegex

extension JSONSchema.Evaluator {
    typealias Coverage = JSONSchema.Coverage
    typealias Undecided = JSONSchema.Undecided

    // MARK: - Objects

    mutating func membersHold(
        _ members: JSONSchema.Members, _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard case .object(let object) = value else { return true }
        var fits = true
        for (position, member) in object.members.enumerated() {
            try spend(1)
            var isKnown = false
            if let index = members.schema(of: member.name) {
                isKnown = true
                if try !apply(index, member.value, at: .name(member.name)) { fits = false }
            }
            for (pattern, index) in members.patterns where try found(pattern, in: member.name) {
                isKnown = true
                if try !apply(index, member.value, at: .name(member.name)) { fits = false }
            }
            if !isKnown, let others = members.others {
                if try !apply(others, member.value, at: .name(member.name)) { fits = false }
            }
            if isKnown { coverage.addMember(position, of: object.count) }
            if !fits, !isCollecting { return false }
        }
        if members.coversAll { coverage.addAllMembers() }
        return fits
    }

    mutating func namesHold(_ index: Int, _ value: JSONValue) throws(Undecided) -> Bool {
        guard case .object(let object) = value else { return true }
        var fits = true
        isName = true
        defer { isName = false }
        for member in object.members {
            if try !apply(index, .string(member.name), at: .name(member.name)) { fits = false }
            if !fits, !isCollecting { return false }
        }
        return fits
    }

    mutating func otherMembersHold(
        _ index: Int, _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard case .object(let object) = value else { return true }
        var fits = true
        for (position, member) in object.members.enumerated() where !coverage.hasMember(position) {
            if try !apply(index, member.value, at: .name(member.name)) { fits = false }
            if !fits, !isCollecting { return false }
        }
        coverage.addAllMembers()
        return fits
    }

    // MARK: - Lists

    mutating func elementsHold(
        _ prefix: [Int], _ rest: Int?, _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard case .array(let elements) = value else { return true }
        var fits = true
        for (position, element) in elements.enumerated() {
            guard let index = position < prefix.count ? prefix[position] : rest else { break }
            if try !apply(index, element, at: .index(position)) { fits = false }
            if !fits, !isCollecting { return false }
        }
        if rest != nil { coverage.addAllElements() } else { coverage.addElements(before: prefix.count) }
        return fits
    }

    mutating func otherElementsHold(
        _ index: Int, _ value: JSONValue, _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard case .array(let elements) = value else { return true }
        var fits = true
        for (position, element) in elements.enumerated() where !coverage.hasElement(position) {
            if try !apply(index, element, at: .index(position)) { fits = false }
            if !fits, !isCollecting { return false }
        }
        coverage.addAllElements()
        return fits
    }

    mutating func containsHolds(
        _ index: Int, _ least: Int, _ most: Int?, _ rule: JSONSchema.Rule, _ node: JSONSchema.Node, _ value: JSONValue,
        _ coverage: inout Coverage
    ) throws(Undecided) -> Bool {
        guard case .array(let elements) = value else { return true }
        var found = 0
        for (position, element) in elements.enumerated() {
            var ignored = Coverage(isWanted: false)
            guard try quietly(index, element, &ignored) else { continue }
            found += 1
            coverage.addElement(position)
            // The exact number of further matches is not needed.
            if most == nil, found >= least, !coverage.isWanted, schema.excluding == nil { break }
        }
        if found >= least, most.map({ found <= $0 }) ?? true { return true }
        let keyword = found < least ? (least == 1 ? "contains" : "minContains") : "maxContains"
        note(.contains(found: found, least: least, most: most), node, rule, value, keyword: keyword)
        return false
    }

    // MARK: - Texts

    /// A search that is given up leaves open whether the value fits.
    mutating func found(_ pattern: Pattern, in text: String) throws(Undecided) -> Bool {
        try spend(1 + text.utf8.count / 16)
        do {
            return try pattern.matches(text)
        } catch {
            throw Undecided(message: "`\(pattern.text)`: \(error.message)")
        }
    }
}
