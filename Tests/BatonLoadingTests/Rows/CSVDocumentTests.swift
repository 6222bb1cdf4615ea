import BatonJSON
import BatonLanguage
import BatonLoading
import BatonWorkflow
import FuzzTargets
import Testing

@Suite struct CSVDocumentTests {
    @Test(arguments: [
        ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
        ("a,b\r\n1,2\r\n3,4", ["a", "b"], [["1", "2"], ["3", "4"]]),
        ("a\r1\r2", ["a"], [["1"], ["2"]]),
        (
            "name,note\n\"Ada, \"\"the first\"\"\",\"two\r\nlines\"\n", ["name", "note"],
            [["Ada, \"the first\"", "two\r\nlines"]]
        ),
        ("a,b,c\n,,\n\"\",x,\n", ["a", "b", "c"], [["", "", ""], ["", "x", ""]]),
        ("\u{FEFF}id\n7", ["id"], [["7"]]),
        ("a\n\n\n1\n\n", ["a"], [["1"]]),
        (" a , b\n 1 , 2", [" a ", " b"], [[" 1 ", " 2"]]),
        ("only", ["only"], []),
        ("é,ü\nß,🙂", ["é", "ü"], [["ß", "🙂"]]),
        // The examples of RFC 4180, section 2.
        ("aaa,bbb,ccc\r\nzzz,yyy,xxx", ["aaa", "bbb", "ccc"], [["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", ["aaa", "b\r\nbb", "ccc"], [["zzz", "yyy", "xxx"]]),
        ("\"aaa\",\"b\"\"bb\",\"ccc\"", ["aaa", "b\"bb", "ccc"], []),
        ("\u{FEFF}\"id\",\n\",\",\"\"\"\"", ["id", ""], [[",", "\""]]),
        ("a\n\"\"\n\" \"\n", ["a"], [[""], [" "]]),
        ("a\tb;c\n1\t2;3\n", ["a\tb;c"], [["1\t2;3"]]),
    ])
    func `a table has columns and rows`(_ text: String, _ columns: [String], _ rows: [[String]]) throws {
        let document = try CSVDocument.parse(text)
        #expect(document.columns == columns)
        #expect(document.rows == rows)
    }

    @Test(arguments: [
        ("", 1, "there is no header"),
        ("\n\n", 1, "there is no header"),
        ("a,b\n1\n", 2, "this record has 1 field, the header has 2 fields"),
        ("a\n\"x\ny\"\n1,2", 4, "this record has 2 fields, the header has 1 field"),
        ("a,b\n1,\"2", 2, "the quote that opens a field here has no end"),
        ("a,b\n1,\"2\n\n\n", 2, "the quote that opens a field here has no end"),
        ("a\n\"x\"y", 2, "text follows the quote that closes a field"),
        ("a\nx\"y\"", 2, "a quote stands inside a field that does not begin with one"),
        ("a,b,a\n", 1, "two columns are named `a`"),
        ("a,,\n", 1, "two columns have no name"),
        ("a\n1,\n", 2, "this record has 2 fields, the header has 1 field"),
        ("\"", 1, "the quote that opens a field here has no end"),
        ("a\n \"x\"\n", 2, "a quote stands inside a field that does not begin with one"),
        ("a\n\"x\" \n", 2, "text follows the quote that closes a field"),
        ("a,b\r\n\"x\r\ny\",1\r\n\"z", 4, "the quote that opens a field here has no end"),
    ])
    func `what is no table is refused with the line`(_ text: String, _ line: Int, _ message: String) {
        let error = #expect(throws: CSVError.self) { try CSVDocument.parse(text) }
        #expect(error?.line == line)
        #expect(error?.message == message)
    }

    @Test(arguments: [";", "\t", "|", ":", " ", ",", "'"])
    func `a table has the same columns and rows with each separator`(_ text: String) throws {
        let separator = try #require(CSVSeparator(text))
        var numbers = SeededNumbers(seed: 20)
        let pieces = ["", "a", "é", ";", ",", "\t", "|", ":", " ", "'", "\"", "\n", "\r\n", "🙂"]
        for _ in 0..<100 {
            let columns = (0..<Int.random(in: 1...4, using: &numbers)).map { "c\($0)" }
            let rows = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                columns.map { _ in
                    (0..<Int.random(in: 1...3, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? ""
                    }
                    .joined()
                }
            }
            func quoted(_ cell: String) -> String { "\"\(cell.replacing("\"", with: "\"\""))\"" }
            let lines = ([columns] + rows).map { $0.map(quoted).joined(separator: text) }
            let document = try CSVDocument.parse(lines.joined(separator: "\r\n"), separator)
            #expect(document.columns == columns)
            #expect(document.rows == rows)
        }
        let plain = try CSVDocument.parse("a\(text)b\n1\(text)2\n", separator)
        #expect(plain.rows == [["1", "2"]])
    }

    @Test(arguments: ["", "\"", "\n", "\r", "a", "7", "é", ";;", "\u{0}", "\u{7F}"])
    func `what could not be told from fields is no separator`(_ text: String) {
        #expect(CSVSeparator(text) == nil)
    }

    @Test func `the number of fields is limited`() throws {
        #expect(try CSVDocument.parse("a,b\n1,2\n", fieldLimit: 4).rows == [["1", "2"]])
        let error = #expect(throws: CSVError.self) { try CSVDocument.parse("a,b\n1,2\n\n3,4", fieldLimit: 4) }
        #expect(error?.description == "line 4: there are more than 4 fields")
    }

    @Test func `rows become objects of texts`() throws {
        let document = try CSVDocument.parse("id,name\n1,Ada\n")
        #expect(document.objects == [["id": "1", "name": "Ada"]])
    }
}
