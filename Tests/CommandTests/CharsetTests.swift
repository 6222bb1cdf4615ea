import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Bodies in other encodings than UTF-8: checks, captures and reports have their text.
@Suite(.serialized) struct CharsetTests {
    static func run(_ type: String, _ body: [UInt8], _ step: String, _ arguments: String...) async throws -> (
        result: Baton.Result, folder: Folder
    ) {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
                connection.write(Array(head.utf8) + body)
            }
        }
        defer { server.stop() }
        let folder = try Folder()
        let lines = step.split(separator: "\n").joined(separator: "\n    ")
        try folder.write("w.yaml", "steps:\n  - get: /x\n    \(lines)\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--base-url", server.url] + arguments)
        return (result, folder)
    }

    static let passing: [(type: String, body: [UInt8], step: String)] = [
        (
            "text/plain; charset=ISO-8859-1", Array("gr".utf8) + [0xFC] + Array("n\n".utf8),
            #"expect: { body: "grün\n" }"#
        ),
        ("text/csv; charset=koi8-r", [0xC1, 0xC2], "expect: { body: аб, that: 'response.body == \"аб\"' }"),
        (
            "text/html; charset=shift_jis", [0x3C, 0x70, 0x3E, 0x93, 0xFA, 0x96, 0x7B],
            "expect: { xpath: { //p: 日本 }, body: <p>日本 }"
        ),
        (
            "text/html", Array("<!DOCTYPE html><meta charset=gb2312><p>".utf8) + [0xC4, 0xE3],
            "expect: { xpath: { //p: 你 }, body: { ends_with: 你 } }"
        ),
        (
            "application/xml",
            Array("<?xml version='1.0' encoding='EUC-JP'?><a>".utf8) + [0xC6, 0xFC] + Array("</a>".utf8),
            "expect: { xpath: { /a: 日 }, body: { contains: <a>日</a> } }\ncapture: { day: { xpath: /a }, again: { regex: <a>(.*)</a>, in: body } }"
        ),
        ("text/plain; charset=utf-16le", [0xFF, 0xFE, 0xAC, 0x20], "expect: { body: €, size: 4 }"),
        ("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "expect: { size: 4, body: a }"),
        ("text/plain", [0xEF, 0xBB, 0xBF], "expect: { size: 3, body: '' }"),
        (
            "text/plain",
            Array("<?xml version='1.0' encoding='Shift_JIS'?><a>".utf8) + [0x93, 0xFA] + Array("</a>".utf8),
            "expect: { xpath: { //a: 日 }, body: { contains: 日 }, that: 'xpath(response.body, \"//a\") == [\"日\"]' }"
        ),
        // Bytes are bytes, and JSON is UTF-8 whatever its type says.
        ("text/plain; charset=latin1", [0xFC], "expect: { starts_with_hex: fc, that: 'response.bytes == b\"\\xfc\"' }"),
        (
            "application/json; charset=iso-8859-1", Array("{\"a\": \"ü\"}".utf8),
            "expect: { $.a: ü, body: { contains: ü } }"
        ),
        ("text/plain; charset=x-unknown", Array("ü".utf8), "expect: { body: ü }"),
    ]

    @Test(arguments: passing)
    func `a body is the text that its encoding makes of it`(_ type: String, _ body: [UInt8], _ step: String)
        async throws
    {
        let (result, _) = try await Self.run(type, body, step)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a failure shows the text on the console and in every report`() async throws {
        let (result, folder) = try await Self.run(
            "text/plain; charset=koi8-r", [0xC1, 0xC2, 0xC3], "expect: { body: абв }", "--html", "r.html", "--junit",
            "r.xml", "--json", "r.json")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("body: expected \"абв\", got \"абц\""), "\(result.output)")
        #expect(result.output.contains("    абц"), "\(result.output)")
        for file in ["r.html", "r.xml", "r.json"] { #expect(try folder.read(file).contains("абц"), "\(file)") }
    }

    @Test(arguments: ["iso-8859-1", "windows-1252", "koi8-r", "macintosh", "gb18030", "utf-16le", "utf-16be"])
    func `a secret in UTF-8 under the name of another encoding is masked`(_ charset: String) async throws {
        let secret = "Straße-Köln-日本-42"
        let server = RawServer(answering: { request in
            let body = "<p>\(request.text)</p>"
            let type = "Content-Type: text/html; charset=\(charset)"
            return "HTTP/1.1 200 OK\r\n\(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        })
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - post: /x
                text: $(secrets.S)
                expect: { body: nothing, xpath: { //p: nothing } }
            """)
        try folder.write(
            "baton.yaml",
            "default_environment: e\nenvironments: { e: { base_url: '\(server.url)', secrets: [S] } }\n")
        let result = try await Baton(folder: folder, environment: ["S": secret])(
            "run", "w.yaml", "--html", "r.html", "--junit", "r.xml", "--events", "e.jsonl")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("body: expected \"nothing\", got \"<p>***</p>\""), "\(result.output)")
        #expect(result.output.contains("xpath //p: expected \"nothing\", got \"***\""), "\(result.output)")
        for text in try [result.everything, folder.read("r.html"), folder.read("r.xml"), folder.read("e.jsonl")] {
            #expect(!text.contains("Stra") && !text.contains("Ã"), "\(text)")
        }
    }

    @Test func `a secret in another encoding is masked`() async throws {
        let (result, folder) = try await Self.run(
            "text/plain; charset=utf-16be", "token=Pa55-Wort".utf8.flatMap { [0, $0] },
            "capture: { token: { regex: 'token=(.*)', in: body, secret: true } }\nexpect: { body: x }", "--html",
            "r.html",
            "--events", "e.jsonl")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("token=***"), "\(result.output)")
        for text in [result.everything, try folder.read("r.html"), try folder.read("e.jsonl")] {
            #expect(!text.contains("Pa55"))
        }
    }
}
