import BatonImport
import Testing

@Suite struct `A source of Postman` {
    private func error(_ input: ImportInput) -> ImportError? {
        do throws(ImportError) {
            _ = try ImportFormat.postman.read(input)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#"{"info": {"name": "Shop"}, "item": []}"#, nil), (#"{"item": []}"#, nil),
        (#"{"collection": {"info": {}, "item": []}}"#, nil),
        (#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.0.0/collection.json"}}"#, nil),
        (#"{"requests": [], "order": []}"#, ImportError.Code.unsupportedVersion),
        (#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v1.0.0/"}}"#, .unsupportedVersion),
        (#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v3.0.0/"}}"#, .unsupportedVersion),
        (#"{"name": "staging", "values": []}"#, .wrongKind), (#"{"version": 1, "collections": []}"#, .wrongKind),
        ("{}", .wrongKind), ("[]", .wrongKind), ("5", .wrongKind), ("", .unreadable), ("{", .unreadable),
        ("name: Shop", .unreadable),
    ])
    func `is a collection of version 2, or an error`(source: String, code: ImportError.Code?) {
        let found = error(PostmanSample.input(source))
        #expect(found?.code == code)
        if let found {
            #expect(found.path == "shop.json")
            #expect(found.advice?.isEmpty == false)
        }
    }

    @Test func `that was cut off is named with the line`() {
        let found = error(PostmanSample.input("{\n  \"info\": {},\n  \"item\": [\n"))
        #expect(found?.line == 4)
        #expect(found?.code == .unreadable)
    }

    @Test func `that is too large is refused before it is parsed`() {
        let file = ImportInput.File(path: "shop.json", bytes: [UInt8](repeating: 0x20, count: 100_000_000))
        #expect(error(ImportInput(files: [file]))?.code == .tooLarge)
        #expect(!ImportFormat.postman.recognizes(ImportInput(files: [file])))
    }

    @Test(arguments: [
        (#"{"info": {}, "item": []}"#, ImportError.Code.wrongKind), (#"{"values": []}"#, nil),
        (#"{"environment": {"name": "e", "values": []}}"#, nil), ("name: e\nvalues: []\n", nil),
        ("name: [\n", .unreadable), (#"{"values": 5}"#, .wrongKind),
    ])
    func `takes an environment in JSON or YAML`(source: String, code: ImportError.Code?) {
        var input = PostmanSample.collection(#""item": []"#)
        input.environment = PostmanSample.file(source, "env.json")
        let found = error(input)
        #expect(found?.code == code)
        #expect(found == nil || found?.path == "env.json")
    }

    @Test(arguments: [
        ("a,b\n1,2\n", nil), ("[]", nil), (#"{"a": 1}"#, ImportError.Code.wrongKind), ("[", .unreadable),
    ])
    func `takes data in CSV or JSON`(source: String, code: ImportError.Code?) {
        var input = PostmanSample.collection(#""item": []"#)
        input.data = PostmanSample.file(source, "rows")
        #expect(error(input)?.code == code)
    }

    @Test(arguments: [
        (#"{"info": {}, "item": []}"#, true), (#"{"name": "e", "values": []}"#, true),
        (#"{"openapi": "3.1.0"}"#, false),
        ("openapi: 3.1.0", false), (#"{"requests": [], "name": "old"}"#, true), ("", false), ("[{", false),
        (#"{"info": {"_postman_id": "1", "#, true),
        (#"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"#, true),
    ])
    func `is recognized by what stands in it`(source: String, isRecognized: Bool) {
        #expect(ImportFormat.postman.recognizes(PostmanSample.input(source)) == isRecognized)
    }

    @Test func `has folders, items without a request and empty folders`() throws {
        let text = try PostmanSample.text(
            #"""
            "item": [{"name": "A", "description": {"content": "x"}, "item": [{"item": []}]}, {"name": "nothing"}, 5,
                {"request": {"method": "POST", "url": "http://a.example/b"}}]
            """#)
        #expect(
            text == """
                collection Shop
                folder A
                  folder Folder 1
                    harmless [A › Folder 1] folder: Folder 1 | The folder is empty.
                request POST http://a.example/b
                  POST http://a.example/b
                lost [] item 2: nothing | This is neither a request nor a folder.
                lost [] item 3: number | This is neither a request nor a folder.
                """)
    }

    @Test func `has names that are text, whatever they look like`() throws {
        let text = try PostmanSample.text(
            #""item": [{"name": "../../etc/passwd\u0000\n\u202e", "item": [{"name": " ", "request": "http://a"}]}]"#)
        #expect(text == "collection Shop\nfolder ../../etc/passwd   \n  request GET http://a\n    GET http://a")
    }

    @Test func `may be nested as deep as JSON may`() throws {
        var source = #"{"name": "r", "request": "http://a"}"#
        for _ in 0..<240 { source = #"{"name": "f", "item": [\#(source)]}"# }
        #expect(try PostmanSample.text(#""item": [\#(source)]"#).contains("request r"))
        for _ in 0..<40 { source = #"{"name": "f", "item": [\#(source)]}"# }
        #expect(error(PostmanSample.collection(#""item": [\#(source)]"#))?.code == .unreadable)
    }
}

@Suite struct `A folder of Postman's version 3` {
    private let files: [(String, String)] = [
        (
            "shop/.resources/definition.yaml",
            """
            $kind: collection
            name: Shop
            description: All about the shop
            variables:
              - key: base_url
                value: 'https://a.example'
              - { key: old, value: 'x', disabled: true }
            auth: { type: bearer, credentials: [{ key: token, value: '{{token}}' }] }
            scripts: [{ type: 'http:beforeRequest', language: text/javascript, code: 'one()' }]
            """
        ),
        (
            "shop/list.request.yaml",
            """
            $kind: http-request
            url: '{{base_url}}/items/:id'
            method: GET
            order: 2000
            queryParams: [{ key: page, value: '2' }]
            pathVariables: [{ key: id, value: '5' }]
            headers: { Accept: text/csv }
            settings: { disabledSystemHeaders: [accept], followRedirects: false }
            """
        ),
        (
            "shop/.resources/list.resources/examples/b.example.yaml",
            """
            $kind: http-example
            order: 2
            response: { statusCode: 404, body: { type: text, content: gone } }
            """
        ),
        (
            "shop/.resources/list.resources/examples/a.example.yaml",
            """
            $kind: http-example
            name: OK
            response: { statusCode: 200, headers: [{ key: A, value: b }], body: { type: json, content: '[]' } }
            """
        ),
        ("shop/Orders/.resources/definition.yaml", "$kind: collection\norder: 1000\nauth: []\n"),
        (
            "shop/Orders/add.request.yaml",
            """
            $kind: http-request
            name: Add an order
            url: '{{base_url}}/orders'
            method: POST
            auth: { type: basic, credentials: { username: ada, password: '{{pw}}' } }
            body:
              type: json
              content: |-
                { "id": {{id}} }
            scripts: [{ type: afterResponse, code: 'two()' }]
            """
        ),
        (
            "shop/Orders/form.request.yaml",
            """
            $kind: http-request
            url: http://a
            method: POST
            body: { type: formdata, content: [{ key: f, type: file, src: x.png }] }
            """
        ),
        (
            "shop/search.request.yaml",
            "$kind: graphql-request\nurl: http://a\nquery: '{ a }'\nvariables: '{\"x\": 1}'\n"
        ),
        ("shop/stream.request.yml", "$kind: grpc-request\nurl: grpc.a\n"),
        ("shop/readme.md", "# [not: yaml"),
    ]

    private func input(_ files: [(String, String)]) -> ImportInput {
        var input = ImportInput(files: files.map { PostmanSample.file($0.1, $0.0) })
        input.isFolder = true
        return input
    }

    @Test(arguments: ["", "postman/collections/"])
    func `reads as a collection of version 2.1`(folder: String) throws {
        let input = input(files.map { (folder + $0.0, $0.1) })
        #expect(ImportFormat.postman.recognizes(input))
        let text = ImportPrinter.text(try ImportFormat.postman.read(input))
        #expect(
            text == """
                collection Shop
                # All about the shop
                auth bearer $(token)
                var base_url = 'https://a.example'
                var token = '$("{{token}}")'
                var pw = '$("{{pw}}")'
                var id = '$("{{id}}")'
                folder Orders
                  request Add an order
                    POST $(base_url)/orders
                    auth basic ada:$(pw)
                    text(application/json) { "id": $(id) }
                    before note lost pre-request script of the collection
                    after note lost test script
                  request form
                    POST http://a
                    part f=@x.png
                    before note lost pre-request script of the collection
                request list
                  GET $(base_url)/items/5
                  query page=2
                  header Accept=text/csv
                  settings follow=false without=accept
                  before note lost pre-request script of the collection
                  sample b 404  gone
                  sample OK 200 A=b []
                request search
                  POST http://a
                  graphql { a } {x: 1} -
                  before note lost pre-request script of the collection
                lost [] item 4: stream | Baton sends no grpc-request.
                """)
    }

    @Test func `names the file and the line of a mistake`() throws {
        let broken = "url: http://a\nmethod: [\n"
        let text = ImportPrinter.text(try ImportFormat.postman.read(input(files + [("shop/bad.request.yaml", broken)])))
        #expect(text.contains("lost [] item 3: bad | shop/bad.request.yaml:2: "))
        #expect(text.contains("request list"))
        do throws(ImportError) {
            _ = try ImportFormat.postman.read(input(files + [("shop/.resources/definition.yml", broken)]))
            Issue.record("no error")
        } catch {
            #expect(error.path == "shop/.resources/definition.yml")
            #expect(error.line == 2)
        }
    }

    @Test(arguments: [[], [("a/readme.md", "")], [("a/.resources/definition.yaml", "$kind: collection")]])
    func `without a request is an error`(files: [(String, String)]) {
        #expect(throws: ImportError.self) { try ImportFormat.postman.read(input(files)) }
    }

    @Test func `has the name of its folder where it says none`() throws {
        var one = input([("a.request.yaml", "url: http://a")])
        one.folderName = "shop"
        #expect(try ImportFormat.postman.read(one).collection.name == "shop")
        one.files[0].path = "collections/orders/a.request.yaml"
        #expect(try ImportFormat.postman.read(one).collection.name == "orders")
    }

    @Test func `of hostile depth is no harm`() throws {
        let path = String(repeating: "a/", count: 100_000) + "x.request.yaml"
        #expect(throws: ImportError.self) { try ImportFormat.postman.read(input([(path, "url: http://a")])) }
        let read = try ImportFormat.postman.read(input([("../../x.request.yaml", "url: http://a")]))
        #expect(ImportPrinter.text(read).contains("GET http://a"))
    }
}
