package import BatonCEL
package import BatonJSON
import BatonJudging
package import BatonLanguage

/// The common shape of all rows, so that `row.x` can be checked before anything runs.
package struct RowShape {

    package init() {
    }
    private var members: [String: CELType] = [:]
    private var order: [String] = []
    /// Whether every row is a map whose keys are known.
    private var isRecord = true

    package mutating func add(_ row: Template) {
        switch row {
        case .literal(let value): add(value)
        case .map(let members):
            for member in members {
                guard let key = member.key.literal else {
                    isRecord = false
                    return
                }
                add(key, member.value.type)
            }
        case .text, .expression, .list: isRecord = false
        }
    }

    package mutating func add(_ row: JSONValue) {
        guard case .object(let object) = row else {
            isRecord = false
            return
        }
        for member in object.members { add(member.name, member.value.expressionType) }
    }

    private mutating func add(_ name: String, _ type: CELType) {
        if let known = members[name] {
            if known != type { members[name] = .dyn }
        } else {
            members[name] = type
            order.append(name)
        }
    }

    package var type: CELType {
        guard isRecord else { return .dyn }
        return .native(
            CELNativeType("row", members: order.map { .init($0, members[$0] ?? .dyn) }, isRecord: true))
    }
}
