extension JSONSchema {
    /// Which parts of one value keywords have looked at and let pass: what `unevaluatedItems` and
    /// `unevaluatedProperties` leave alone. Nothing is recorded where no keyword needs it.
    struct Coverage {
        let isWanted: Bool
        private var hasAllMembers = false
        /// By position in the object; empty where there is none.
        private var members: [Bool] = []
        private var hasAllElements = false
        /// All elements in front of this position.
        private var prefix = 0
        private var elements: Set<Int> = []

        init(isWanted: Bool) { self.isWanted = isWanted }

        mutating func addAllMembers() { if isWanted { hasAllMembers = true } }

        mutating func addMember(_ position: Int, of count: Int) {
            guard isWanted, !hasAllMembers else { return }
            if members.isEmpty { members = [Bool](repeating: false, count: count) }
            members[position] = true
        }

        func hasMember(_ position: Int) -> Bool { hasAllMembers || (position < members.count && members[position]) }

        mutating func addAllElements() { if isWanted { hasAllElements = true } }

        mutating func addElements(before end: Int) { if isWanted { prefix = max(prefix, end) } }

        mutating func addElement(_ position: Int) { if isWanted { elements.insert(position) } }

        func hasElement(_ position: Int) -> Bool {
            hasAllElements || position < prefix || elements.contains(position)
        }

        /// Takes in what another schema has looked at in the same value.
        mutating func merge(_ other: Coverage) {
            guard isWanted else { return }
            hasAllMembers = hasAllMembers || other.hasAllMembers
            hasAllElements = hasAllElements || other.hasAllElements
            prefix = max(prefix, other.prefix)
            elements.formUnion(other.elements)
            if members.isEmpty {
                members = other.members
            } else {
                for position in other.members.indices where other.members[position] { members[position] = true }
            }
        }
    }
}
