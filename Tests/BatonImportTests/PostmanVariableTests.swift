import BatonImport
import Testing

@Suite struct `Variables of Postman` {
    private func text(
        _ members: String, environment: String? = nil, globals: String? = nil, data: ImportInput.File? = nil
    ) throws -> String {
        var input = PostmanSample.collection(members)
        input.environment = environment.map { PostmanSample.file(#"{"name": "staging", "values": \#($0)}"#) }
        input.globals = globals.map {
            PostmanSample.file(#"{"_postman_variable_scope": "globals", "values": \#($0)}"#)
        }
        input.data = data
        return ImportPrinter.text(try ImportFormat.postman.read(input))
    }

    private func request(_ url: String) -> String { #""item": [{"name": "r", "request": "\#(url)"}]"# }

    @Test func `of the environment win over those of the collection, and these over globals`() throws {
        let text = try text(
            #""variable": [{"key": "a", "value": "c"}, {"key": "b", "value": "c"}], "#
                + request("http://{{a}}/{{b}}/{{g}}/{{none}}"),
            environment: #"[{"key": "a", "value": "e"}]"#,
            globals: #"[{"key": "b", "value": "g"}, {"key": "g", "value": "g"}]"#)
        #expect(
            text == """
                collection Shop
                var a = 'c'
                var b = 'c'
                var g = 'g'
                var none = '$("{{none}}")'
                request r
                  GET http://$(a)/$(b)/$(g)/$(none)
                environment staging
                var a = 'e'
                """)
    }

    @Test(arguments: [
        (#"[{"key": "a", "value": "1", "enabled": false}]"#, #"'$("{{a}}")'"#),
        (#"[{"key": "a", "value": "1"}, {"key": "a", "value": "2"}]"#, "'2'"),
        (#"[{"key": "a", "value": "1"}, {"key": "a", "value": "2", "disabled": true}]"#, "'1'"),
        (#"[{"id": "a", "value": 5}]"#, "5"), (#"[{"key": "a", "value": "5", "type": "number"}]"#, "5"),
        (#"[{"key": "a", "value": true}]"#, "true"), (#"[{"key": "a", "value": null}]"#, "''"),
        (#"[{"key": "a"}]"#, "''"), (#"[{"key": "a", "value": {"b": [1]}}]"#, #"'{"b":[1]}'"#),
        (#"[null, 5, "a", {"value": "x"}, {"key": "", "value": "y"}]"#, #"'$("{{a}}")'"#),
    ])
    func `have the last value that is enabled`(source: String, expected: String) throws {
        #expect(try text(#""variable": \#(source), "# + request("http://{{a}}")).contains("\nvar a = \(expected)\n"))
    }

    @Test func `that are switched off are named, because Newman reads them`() throws {
        let off = #"[{"key": "a", "value": "1", "enabled": false}, {"key": "b", "value": "1", "disabled": true}]"#
        let text = try text(#""item": []"#, environment: off)
        #expect(
            text == """
                collection Shop
                harmless [] variables: a | The variable is switched off in Postman; Newman reads it all the same.
                environment staging
                """)
    }

    @Test(arguments: [
        ("fo/o", "fo_o"), ("b-a.r", "b_a_r"), ("1st", "_1st"), ("für", "f_r"), ("in", "in_2"), ("steps", "steps_2"),
        ("a b", "a_b"), ("{", nil),
    ])
    func `get names that expressions can have`(source: String, name: String?) throws {
        let text = try text(request("http://a/{{\(source)}}"))
        #expect(text.contains("GET http://a/$(") == (name != nil))
        if let name { #expect(text.contains("var \(name) (\(source)) = ")) }
    }

    @Test func `with different names have different names in the workflow`() throws {
        let text = try text(request("http://a/{{x y}}/{{x.y}}/{{x-y}}/{{x y}}"))
        #expect(text.contains("GET http://a/$(x_y)/$(x_y_2)/$(x_y_3)/$(x_y)"))
    }

    @Test func `may name others in their values`() throws {
        let text = try text(
            #""variable": [{"key": "base", "value": "https://{{host}}/{{v}}"}, {"key": "host", "value": "a.example"}], "#
                + request("{{base}}/x"))
        #expect(
            text == """
                collection Shop
                var base = 'https://$(host)/$(v)'
                var host = 'a.example'
                var v = '$("{{v}}")'
                request r
                  GET $(base)/x
                """)
    }

    @Test func `whose value is made up at each use are written where they are used`() throws {
        let text = try text(
            #""variable": [{"key": "mail", "value": "u-{{id}}@a.example"}, {"key": "id", "value": "{{$guid}}"}], "#
                + request("http://a/{{mail}}/{{mail}}"))
        #expect(text == "collection Shop\nrequest r\n  GET http://a/u-$(uuid())@a.example/u-$(uuid())@a.example")
    }

    @Test(arguments: [
        #"{"key": "a", "value": "{{b}}"}, {"key": "b", "value": "x{{a}}"}"#, #"{"key": "a", "value": "{{a}}"}"#,
        #"{"key": "a", "value": "{{b}}"}, {"key": "b", "value": "{{c}}"}, {"key": "c", "value": "{{b}}"}"#,
    ])
    func `that name each other in a circle keep their texts, with a note`(source: String) throws {
        let text = try text(#""variable": [\#(source)], "# + request("http://{{a}}"))
        #expect(text.contains("GET http://$(a)"))
        #expect(
            text.contains("lost [] variables: a | The value of the variable names itself, also over other variables."))
        #expect(text.contains(#"var a = '$("{{"#))
    }

    @Test(arguments: [
        ("{{{a}}}", "{$(a)}"), ("{{}}", "{{}}"), ("{{a", "{{a"), ("a}}", "a}}"), ("{{ a }}", "$(_a_)"),
        ("{{$noSuch}}", "{{$noSuch}}"), ("{{vault:api-key}}", "$(secrets.API_KEY)"), ("$(a)", "$(a)"),
    ])
    func `stand in texts between braces`(source: String, expected: String) throws {
        #expect(try text(request("http://a/\(source)")).contains("\n  GET http://a/\(expected)"))
    }

    @Test func `whose name another variable is part of must be known`() throws {
        let known = try text(
            #""variable": [{"key": "i", "value": "1"}, {"key": "host1", "value": "a.example"}], "#
                + request("http://{{host{{i}}}}/"))
        #expect(known.contains("GET http://$(host1)/\n  harmless [r] template: "))
        let unknown = try text(request("http://{{host{{i}}}}/"))
        #expect(unknown.contains("GET http://{{host$(i)}}/\n  lost [r] template: "))
    }

    @Test func `of a folder are those of the collection where it has none`() throws {
        let text = try text(
            #"""
            "variable": [{"key": "a", "value": "c"}],
            "item": [{"name": "f", "variable": [{"key": "a", "value": "f"}, {"key": "b", "value": "f"}], "item": [
                {"name": "r", "request": "http://{{a}}/{{b}}"}]}]
            """#)
        #expect(text.hasPrefix("collection Shop\nvar a = 'c'\nvar b = 'f'\nfolder f"))
    }

    @Test func `of a data file win over the environment`() throws {
        let text = try text(
            request("http://{{host}}/{{id}}/{{x y}}"),
            environment: #"[{"key": "host", "value": "e"}, {"key": "id", "value": "e"}]"#,
            data: PostmanSample.file("\u{FEFF}id,\"x y\",other\n1,2,3\n", "rows.csv"))
        #expect(
            text
                == """
                collection Shop
                var id = '$(row.id)'
                var x_y (x y) = '$(row["x y"])'
                rows csv rows.csv
                type id integer
                type x y integer
                type other integer
                request r
                  GET http://$(host)/$(id)/$(x_y)
                environment staging
                var host = 'e'
                """)
    }

    @Test(arguments: [
        (#"[{"n": "1"}, {"n": "2"}]"#, #"text(application/json) {"q": "$(n)", "u": $(n)}"#),
        (#"[{"n": 1}, {"n": 2.5}]"#, "json {q: '$(string(n))', u: '$(n)'}"),
        (#"[{"n": 1}, {"n": "2"}]"#, #"text(application/json) {"q": "$(n)", "u": $(n)}"#),
    ])
    func `of a data file have the types of its values`(source: String, expected: String) throws {
        let text = try text(
            #"""
            "item": [{"name": "r", "request": {"url": "http://a", "method": "POST", "body": {"mode": "raw",
                "raw": "{\"q\": \"{{n}}\", \"u\": {{n}}}", "options": {"raw": {"language": "json"}}}}}]
            """#, data: PostmanSample.file(source, "rows.json"))
        #expect(text.hasSuffix(expected))
    }

    @Test(arguments: [
        ("n\n1\n-2\n", "type n integer", nil), ("n\n1\n2.5\n", "type n number", nil),
        ("n\n\"1\"\n", nil, nil), ("n\nx\n", nil, nil), ("n\n", nil, nil), ("n\r\n1\r\n", "type n integer", nil),
        ("n\r\n89111702272002019559\r\n", nil, "row {n: 89111702272002020000}"),
        ("n\n1\n\n2\n\n", nil, "row {n: 1, iteration: 1}\nrow {n: '', iteration: 2}\nrow {n: 2, iteration: 3}"),
        ("n\r\n1\r\n\r\n", nil, "row {n: 1}\nrow {n: ''}"), ("n\n\u{A0}x\u{A0}\n", nil, "row {n: '\u{A0}x'}"),
        ("n\n1\nx\n", nil, "row {n: 1}\nrow {n: 'x'}"), ("n,m\n1, a\n", nil, "row {n: 1, m: 'a'}"),
        ("a,a\n1,2\n", nil, "row {a: 2}"), ("a,b\n1\n2,3,4\n", nil, "row {a: 1, b: null}\nrow {a: 2, b: 3}"),
        ("a\nx\"y\n", nil, "row {a: 'x\"y'}"), ("a\n\"x\" y\n", nil, "row {a: 'x y'}"),
        ("\"a,b\",n\n\"x \"\"y\"\"\n\",1\n", "type n integer", nil),
    ])
    func `of a CSV file are numbers where all cells of a column are`(
        source: String, type: String?, list: String?
    ) throws {
        let text = try text(#""item": []"#, data: PostmanSample.file(source, "rows.csv"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("type ") } == (type.map { [Substring($0)] } ?? []))
        #expect(text.contains("\nrow ") == (list != nil))
        if let list { #expect(text.contains(list), "\(text)") }
    }

    @Test(arguments: [
        ("007", "7"), ("-007", "-7"), ("00", "0"), ("-0", "0"), ("+5", "5"), ("+.5", "0.5"), ("5.", "5"),
        ("1.10", "1.1"),
        ("0x10", "0"), ("0X1f", "0"), ("0b11", "0"), ("0o17", "0"), ("0x", "'0x'"), ("0b2", "'0b2'"),
        ("-0x10", "'-0x10'"),
        ("1e3", "1000"), ("1e20", "100000000000000000000"), ("1e21", "1e+21"), ("-1.5E22", "-1.5e+22"),
        ("1e-6", "0.000001"),
        ("1E-7", "1e-7"), ("123456789.1e20", "1.234567891e+28"), ("1e-400", "0"), ("1e999", "'1e999'"), ("1e", "'1e'"),
        ("Infinity", "'Infinity'"), ("NaN", "'NaN'"), (".", "'.'"), ("-", "'-'"), ("1 2", "'1 2'"), ("\u{A0}5", "5"),
        ("9007199254740993", "9007199254740992"), ("12345678901234567890123", "1.2345678901234568e+22"),
        ("true", "'true'"),
    ])
    func `of a CSV file are the numbers that Newman makes of cells`(cell: String, value: String) throws {
        let text = try text(#""item": []"#, data: PostmanSample.file("n,m\n\(cell), x\n", "rows.csv"))
        #expect(text.contains("row {n: \(value), m: 'x'}"), "\(text)")
    }

    @Test(arguments: [
        ("a,b\n1,x\n2,x\n", "rows.csv", nil), ("a,b\n1,x\n1,y\n", "rows.csv", "row name $(row.a), $(row.b)"),
        ("token,b c\n1,x\n1,y\n", "rows.csv", nil),
        ("a,b c\n1,x\n1,y\n", "rows.csv", "row name $(row.a), $(row[\"b c\"])"),
        (#"[{"a": {}, "b": 1, "c": 1}, {"a": {}, "b": 1, "c": 2}]"#, "rows.json", "row name $(row.b), $(row.c)"),
        ("a\n1\n1\n", "rows.csv", "row name $(row.iteration)"), ("[1, 2]", "rows.json", "row name $(row.iteration)"),
        ("password\nx1\nx2\n", "rows.csv", "row name $(row.iteration)"),
    ])
    func `of rows that begin alike have names that tell them apart`(source: String, path: String, expected: String?)
        throws
    {
        let text = try text(#""item": []"#, data: PostmanSample.file(source, path))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("row name") || $0.hasPrefix("lost") } == (expected.map { [$0] } ?? []))
    }

    @Test func `of rows are written with their types and their name`() throws {
        var input = PostmanSample.collection(#""item": [{"name": "r", "request": "http://a.example/{{b}}"}]"#)
        input.data = PostmanSample.file("a,b\n1,x\n1,y\n", "rows.csv")
        let text = WorkflowWriter.write(try ImportFormat.postman.read(input)).workflowText
        #expect(
            text.contains(
                "vars:\n  b: $(row.b)\nrows: { csv: rows.csv, name: \"$(row.a), $(row.b)\", types: { a: integer } }"))
    }
}
