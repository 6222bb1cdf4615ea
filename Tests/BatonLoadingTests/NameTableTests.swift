import Testing

@testable import BatonJudging
@testable import BatonLoading

@Suite struct NameTableTests {
    @Test(arguments: [0, 1, 12, 13, 14, 100])
    func `names are found and keep their order, few and many`(_ count: Int) {
        var table = NameTable<Int>()
        let names = (0..<count).map { "n\($0 * 7 % 101)" }
        for (number, name) in names.enumerated() { #expect(table.update(name, number) == nil) }
        for (number, name) in names.enumerated() {
            #expect(table[name] == number)
            #expect(table.entries[number].name == name && table.entries[number].value == number)
        }
        #expect(table.names == names && table.count == count && table.isEmpty == (count == 0))
        #expect(table["other"] == nil)
    }

    @Test(arguments: [3, 40])
    func `a later value takes the place of an earlier one`(_ count: Int) {
        var table = NameTable<Int>()
        for number in 0..<count { table.update("n\(number)", number) }
        #expect(table.update("n2", 70) == 2)
        #expect(table["n2"] == 70 && table.count == count && table.entries[2].value == 70)
        let changed = table.change("n1", or: 0) { value in
            value += 5
            return value
        }
        #expect(changed == 6 && table["n1"] == 6)
        table.change("new", or: 8) { $0 += 1 }
        #expect(table["new"] == 9 && table.names.last == "new")
    }
}
