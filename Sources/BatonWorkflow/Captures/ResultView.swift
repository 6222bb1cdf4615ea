package import BatonCEL
import BatonJSON

/// What an endpoint gave, where a part of it is secret: only that part is, and whatever is made of the whole.
package final class ResultView: CELNative {
    private let map: CELMap
    package let size: CELSize
    package let nativeType = CELNativeType("result", openType: .dyn, isRecord: true)

    package init(_ map: CELMap) {
        self.map = map
        size = CELValue.map(map).size
    }

    package func member(_ name: String) throws(CELError) -> CELValue? { map.value(named: name) }

    package func plainValue() throws(CELError) -> CELValue? { .mapOfParts(map) }

    package var isPartlyTainted: Bool { true }

    package func isEqual(to other: any CELNative) -> Bool {
        guard let other = other as? ResultView, let own = try? CELValue.map(map).toJSON() else { return false }
        return own == (try? CELValue.map(other.map).toJSON())
    }
}
