/// The members and methods of a native object, known before the object exists.
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
    private let table: GrowingTable<Member>
    package let methods: [Method]
    /// The type of members that are not declared; nil if there are none, so that using such a name is a mistake.
    package let openType: CELType?
    /// Whether values of this type are maps with known keys, which can be compared with other maps.
    package let isRecord: Bool
    /// Names that other tools use for a member, with the name to write instead: `code` for `status`.
    package let synonyms: [String: String]

    package convenience init(
        _ name: String, members: [Member] = [], methods: [Method] = [], openType: CELType? = nil,
        isRecord: Bool = false, synonyms: [String: String] = [:]
    ) {
        var table = GrowingTable<Member>()
        for member in members { table.append(member, named: member.name) }
        self.init(name, table, methods, openType, isRecord, synonyms)
    }

    private init(
        _ name: String, _ table: GrowingTable<Member>, _ methods: [Method], _ openType: CELType?,
        _ isRecord: Bool, _ synonyms: [String: String]
    ) {
        self.name = name
        self.table = table
        self.methods = methods
        self.openType = openType
        self.isRecord = isRecord
        self.synonyms = synonyms
    }

    /// The same type with more members; a later member hides an earlier one of the same name.
    package func adding(_ members: [Member]) -> CELNativeType {
        var table = table
        for member in members { table.append(member, named: member.name) }
        return CELNativeType(name, table, methods, openType, isRecord, synonyms)
    }

    package var members: [Member] { table.elements }

    package func member(at position: Int) -> Member? { table.element(at: position) }

    /// The type of a member; nil if there is no such member and the type is not open.
    func type(of name: String) -> CELType? { table.last(name)?.element.type ?? openType }

    package var isOpen: Bool { openType != nil }

    package func position(of name: String) -> Int? { table.last(name)?.position }
}
