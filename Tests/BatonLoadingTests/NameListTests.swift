import Testing

@testable import BatonJudging
@testable import BatonLoading

@Suite struct NameListTests {
    @Test(arguments: [0, 1, 11, 12, 13, 14, 40])
    func `each name stands once, in the order in which it came first`(_ count: Int) {
        let names = (0..<count).map { "name \($0)" }
        var list = NameList()
        for name in names + names.reversed() + names { list.insert(name) }
        #expect(list.names == names)
    }
}
