/// What expressions may ask of a native object, known before it exists.
package final class CELNativeType: Sendable {
    package struct Member: Sendable {
        package let name: String
        package let type: CELType

        package init(_ name: String, _ type: CELType) {
            self.name = name
            self.type = type
        }
    }

    package struct Method: Sendable {
        package let name: String
        package let parameters: [CELType]
        package let result: CELType

        package init(_ name: String, _ parameters: [CELType], _ result: CELType) {
            self.name = name
            self.parameters = parameters
            self.result = result
        }
    }

    package let name: String
    package let members: [Member]
    package let methods: [Method]
    /// The type of members that are not declared; nil when there are none, so that asking for one is a mistake.
    package let openType: CELType?
    /// What people call members elsewhere, and what to write instead: `code` for `status`.
    package let synonyms: [String: String]
    private let positions: [String: Int]

    package init(
        _ name: String, members: [Member] = [], methods: [Method] = [], openType: CELType? = nil,
        synonyms: [String: String] = [:]
    ) {
        self.name = name
        self.members = members
        self.methods = methods
        self.openType = openType
        self.synonyms = synonyms
        var positions: [String: Int] = [:]
        if members.count > 8 {
            for (position, member) in members.enumerated() { positions[member.name] = position }
        }
        self.positions = positions
    }

    package var isOpen: Bool { openType != nil }

    package func position(of name: String) -> Int? {
        members.count > 8 ? positions[name] : members.firstIndex { $0.name == name }
    }
}
