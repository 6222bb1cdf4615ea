import BatonYAML
import Testing

/// What a map says of a value by its place is what the value itself says.
@Suite struct OutlineTests {
    @Test func `the outline of a value tells collections, types of scalars and what is missing`() throws {
        let text =
            "map: { a: 1 }\nlist: [1]\ntext: x\nnumber: 1\nnothing: null\nflag: true\nalias: &it { b: 1 }\nagain: *it\n"
        let entries = try #require(Composed(text).root?.entries)
        for index in entries.indices {
            let value = entries[index].value
            switch entries.outline(at: index) {
            case .mapping: #expect(value.entries != nil && value.isMapping)
            case .sequence: #expect(value.items != nil && !value.isMapping)
            case .scalar(let type): #expect(value.scalar?.type == type && !value.isMapping)
            case .missing: #expect(value.isMissing)
            }
        }
        let names = entries.indices.map { "\(entries[$0].keyText) \(entries.outline(at: $0))" }
        #expect(
            names == [
                "map mapping", "list sequence", "text scalar(BatonYAML.ScalarType.string)",
                "number scalar(BatonYAML.ScalarType.number)", "nothing scalar(BatonYAML.ScalarType.null)",
                "flag scalar(BatonYAML.ScalarType.true)", "alias mapping", "again mapping",
            ])
    }
}
