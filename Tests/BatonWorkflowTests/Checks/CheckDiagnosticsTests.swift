import BatonDiagnostics
import Testing

@testable import BatonWorkflow

/// What cannot hold, or checks nothing, is an error of the file: `⟦…⟧` is the place.
@Suite struct CheckDiagnosticsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let code: String
        let message: String
        let help: String?
        var testDescription: String { message }

        init(_ check: String, _ code: String, _ message: String, help: String? = nil) {
            self.check = check
            self.code = "workflow." + code
            self.message = message
            self.help = help
        }
    }

    static let cases: [Case] = [
        // Status
        Case("status: ⟦20x⟧", "invalid-status", "`20x` is no status", help: "a class is written `2xx`"),
        Case(
            "status: ⟦99⟧", "invalid-status", "`99` is no status",
            help: "write a number from 100 to 999, a class such as `2xx`, or a list of these"),
        Case("status: [200, ⟦6xx⟧]", "invalid-status", "`6xx` is no status"),
        Case("status: { in: [⟦2x⟧] }", "invalid-status", "`2x` is no status"),
        Case("status: { gt: ⟦abc⟧ }", "invalid-status", "`abc` is no status"),
        Case("status: ⟦[]⟧", "checks-nothing", "`status: []` checks nothing"),
        Case("status: ⟦{}⟧", "checks-nothing", "`status` checks nothing"),
        Case(
            "status: { ⟦contains⟧: 2 }", "operator-does-not-fit",
            "`contains` does not fit `status`, which is a whole number",
            help: "a number takes `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in`, `not_in`"),
        Case("status: { gt: 500, ⟦lt: 400⟧ }", "cannot-hold", "no number is both"),
        Case(
            "⟦jsonpath⟧: $.total", "unknown-key", "unknown key `jsonpath` in `expect`",
            help: "a value in the JSON is checked by its path: `$.name: Ada`"),
        // What is compared with itself
        Case(
            "$.a.b: ⟦$(response.json.a.b)⟧".replacing("⟦$(response.json.a.b)⟧", with: "$(⟦response.json.a.b⟧)"),
            "checks-nothing", "`$(response.json.a.b)` checks nothing",
            help: "it is the value that is checked, of this response: write what it must be"),
        Case("$.a: { eq: $(⟦response.json.a⟧) }", "checks-nothing", "`$(response.json.a)` checks nothing"),
        Case("$.a: { gte: $(⟦response.json.a⟧) }", "checks-nothing", "`$(response.json.a)` checks nothing"),
        Case("status: $(⟦response.status⟧)", "checks-nothing", "`$(response.status)` checks nothing"),
        Case("body: $(⟦response.body⟧)", "checks-nothing", "`$(response.body)` checks nothing"),
        Case(
            "headers: { etag: $(⟦response.headers.etag⟧) }", "checks-nothing",
            "`$(response.headers.etag)` checks nothing"),
        // Conditions that are decided
        Case(
            "that: ⟦response.json.a == response.json.a⟧", "checks-nothing",
            "`response.json.a == response.json.a` checks nothing",
            help: "both sides are the same: compare with something else"),
        Case(
            "that: response.json.a > 5 || ⟦true⟧", "checks-nothing",
            "a condition that `true` decides alone checks nothing", help: "take it out"),
        Case(
            "that: response.json.a > 5 && ⟦false⟧", "checks-nothing",
            "a condition that `false` decides alone checks nothing"),
        Case(
            "that: response.status != 404 || ⟦response.status != 500⟧", "checks-nothing",
            "`response.status != 500` beside the same with another value checks nothing",
            help: "one of the two always holds: join them by `&&`"),
        Case(
            "that: response.status == 404 && ⟦response.status == 500⟧", "checks-nothing",
            "`response.status == 500` beside the same with another value checks nothing",
            help: "never both hold: join them by `||`, or use `in`"),
        // Order
        Case(
            "$.a: { gt: ⟦abc⟧ }", "cannot-hold", "`gt` wants a number, `abc` is none",
            help: "write a number or a date; for texts, which go by code point, write it in quotes"),
        Case("$.a: { lt: ⟦500ms⟧ }", "cannot-hold", "`lt` wants a number, `500ms` is none"),
        Case("$.a: { lt: ⟦null⟧ }", "wrong-type", "`lt` wants a number or a text, this is null"),
        Case("$.a: { lt: ⟦[1]⟧ }", "wrong-type", "`lt` wants a number or a text, this is a list"),
        Case(
            "$.a: { gt: 5, ⟦lt: 3⟧ }", "cannot-hold", "no number is both", help: "exchange the two, or write two checks"
        ),
        Case("$.a: { gt: 5, ⟦lte: 5⟧ }", "cannot-hold", "no number is both"),
        Case("$.a: { gte: 5, ⟦eq: 4⟧ }", "cannot-hold", "no number is both"),
        Case("size: { ⟦lt: 0⟧ }", "cannot-hold", "`size` is never less than 0"),
        Case(
            "size: { gt: ⟦'5'⟧ }", "cannot-hold", "`size` is a whole number and has no order with the text `5`",
            help: "write a number"),
        Case("duration: { gt: 1s, ⟦lt: 500ms⟧ }", "cannot-hold", "no number is both"),
        Case(
            "duration: { ⟦gt: 0ms⟧ }", "checks-nothing", "`gt` with this duration checks nothing",
            help: "`duration` is always more than nothing"),
        // Length
        Case("$.a: { length: ⟦-1⟧ }", "cannot-hold", "a length is a whole number and never `-1`"),
        Case("$.a: { length: ⟦1.5⟧ }", "cannot-hold", "a length is a whole number and never `1.5`"),
        Case("$.a: { length: ⟦abc⟧ }", "cannot-hold", "a length is a whole number and never `abc`"),
        Case(
            #"$.a: { length: ⟦">= 2"⟧ }"#, "cannot-hold", "a length is a whole number and never `>= 2`",
            help: "write `{ gte: 2 }`"),
        Case("$.a: { length: ⟦[1]⟧ }", "wrong-type", "`length` wants a whole number or operators, this is a list"),
        Case("$.a: { length: { ⟦lt: 0⟧ } }", "cannot-hold", "a length is never less than 0"),
        Case(
            "$.a: { length: { ⟦contains⟧: 1 } }", "operator-does-not-fit",
            "`contains` does not fit a length, which is a whole number"),
        // Content
        Case(
            #"body: { contains: ⟦""⟧ }"#, "checks-nothing", #"`contains: ""` checks nothing"#,
            help: "every text passes it; write what must be there, or `{ type: string }`"),
        Case(#"$.a: { matches: ⟦""⟧ }"#, "checks-nothing", #"`matches: ""` checks nothing"#),
        Case(
            #"$.a: { not_contains: ⟦""⟧ }"#, "cannot-hold", #"`not_contains: ""` can never hold"#,
            help: "the empty text is in every text; write what must not be there, or `{ empty: true }`"),
        Case(
            "$.a: { matches: 'a⟦[⟧b' }".replacing("a⟦[⟧b", with: "a[⟦b⟧"), "invalid-pattern",
            "the regular expression is not valid: missing terminating ] for character class",
            help: "brackets, `.`, `?`, `*`, `+`, `^`, `$`, `|` have a meaning; a `\\` before them takes it away"),
        Case(
            "$.a: { matches: 'ab(c⟦)⟧)' }".replacing("ab(c⟦)⟧)", with: "ab(c)⟦)⟧"), "invalid-pattern",
            "the regular expression is not valid: unmatched closing parenthesis"),
        Case(
            "json: { a: '<matches x⟦)⟧>' }", "invalid-pattern",
            "the regular expression is not valid: unmatched closing parenthesis"),
        Case(
            "$.a: { not_matches: ⟦/^a/i⟧ }", "invalid-pattern",
            "`not_matches` would find nothing with this: it is written as in another language",
            help: "slashes and letters behind them are searched for as they are: write `(?i)^a`"),
        Case(
            "$.a: { matches: ⟦/^a$/⟧ }", "invalid-pattern",
            "`matches` would find nothing with this: it is written as in another language",
            help: "slashes and letters behind them are searched for as they are: write `^a$`"),
        Case(
            #"$.a: { not_matches: ⟦'^\\d+'⟧ }"#, "invalid-pattern",
            "`not_matches` would find nothing with this: it is written as in another language",
            help: #"`\\` is searched for as a backslash: without quotes and in single quotes write one, `\d`"#),
        Case(
            "$.a: { not: { contains: ⟦[b, c]⟧ } }", "wrong-value",
            "`not` of `contains` with several holds as soon as one of them is missing",
            help: "that none of them is there says `not_contains: [b, c]`"),
        // Types and forms
        Case(
            "$.a: { type: ⟦[string, number, boolean, object, array, 'null']⟧ }", "checks-nothing",
            "`type` with every type checks nothing", help: "leave out those that are wrong"),
        Case("$.a: { type: ⟦strng⟧ }", "unknown-type", "`strng` is no type", help: "did you mean `string`?"),
        Case(
            "$.a[*]: { ne: ⟦'1'⟧ }", "cannot-hold", "a path with several places is a list and never `1`",
            help: "it gives a list: write `{ none: '1' }`"),
        Case(
            "$.a[*]: { not: ⟦5⟧ }", "cannot-hold", "a path with several places is a list and never `5`",
            help: "it gives a list: write `{ none: 5 }`"),
        Case(
            "$.a[*]: { not_in: [⟦5⟧] }", "cannot-hold", "a path with several places is a list and never `5`",
            help: "it gives a list: write `{ each: { not_in: [ … ] } }`"),
        Case(
            "http_version: { ne: ⟦HTTP/1.1⟧ }", "cannot-hold", "`http_version` is never `HTTP/1.1`",
            help: "it is one of `1.0`, `1.1`, `2` and `3`"),
        Case("http_version: { not_in: [2, ⟦1⟧] }", "cannot-hold", "`http_version` is never `1`"),
        Case("$.a: { type: ⟦[]⟧ }", "checks-nothing", "`type: []` checks nothing"),
        Case("$.a: { is: ⟦uid⟧ }", "unknown-format", "`uid` is no format", help: "did you mean `uuid`?"),
        Case(
            "$.a: { is: ⟦phone⟧ }", "unknown-format", "`phone` is no format",
            help: "the formats are `uuid`, `date`, `datetime`, `email`, `ipv4`, `ipv6`, `uri`, `base64`, `json`, `jwt`"),
        Case("$.a: { is: ⟦[]⟧ }", "checks-nothing", "`is: []` checks nothing"),
        Case(
            "$.a: { type: integer, ⟦contains⟧: x }", "operator-does-not-fit",
            "`contains` does not fit `type: integer`, which is a number"),
        Case("$.a: { type: string, eq: ⟦5⟧ }", "cannot-hold", "`type: string` is a text and never `5`"),
        Case(
            "headers: { x-count: { type: ⟦integer⟧ } }", "cannot-hold", "a header is a text and never an integer",
            help: "to take it for a number compare it with one: `{ gte: 0 }`, or write `{ matches: \"^[0-9]+$\" }`"),
        Case(
            "headers: { x-a: ⟦null⟧ }", "cannot-hold", "a header is a text and never `null`",
            help: "for what must not be there write `{ exists: false }`"),
        Case(
            "headers: { x-a: ⟦[a, b]⟧ }", "cannot-hold", "a header is a text and never a list",
            help: "for any of them write `{ in: [ … ] }`, for all of them `{ contains: [ … ] }`"),
        Case(
            "headers: { x-a: { ⟦each⟧: a } }", "operator-does-not-fit", "`each` does not fit a header, which is a text"),
        Case(
            "headers: { ⟦a b⟧: c }", "invalid-header", "`a b` cannot be the name of a header"),
        Case(
            "cookies: { ⟦sid@htpp_only⟧: true }", "unknown-cookie-attribute", "a cookie has no `@htpp_only`",
            help: "did you mean `@http_only`?"),
        Case(
            "cookies: { sid@secure: { ⟦exists: true⟧ } }", "checks-nothing", "`exists` checks nothing",
            help: "`@secure` is true or false: write `true` itself"),
        Case("cookies: { sid@secure: ⟦yes⟧ }", "cannot-hold", "`@secure` is true or false and never `yes`"),
        Case("size: ⟦abc⟧", "cannot-hold", "`size` is a whole number and never `abc`"),
        Case("size: ⟦-1⟧", "cannot-hold", "`size` is a whole number and never `-1`"),
        Case(
            "size: { ⟦gte: 0⟧ }", "checks-nothing", "`gte` with this number checks nothing",
            help: "`size` is never less than 0"),
        Case(
            "size: { ⟦gt: -1⟧ }", "checks-nothing", "`gt` with this number checks nothing",
            help: "`size` is never less than 0"),
        Case(
            "$.a: { length: { ⟦gte: 0⟧ } }", "checks-nothing", "`gte` with this number checks nothing",
            help: "a length is never less than 0"),
        Case(
            "duration: { ⟦gte: 0ms⟧ }", "checks-nothing", "`gte` with this number checks nothing",
            help: "`duration` is never less than 0"),
        Case("duration: { ⟦lt: 0ms⟧ }", "cannot-hold", "`duration` is never less than 0"),
        Case(
            "body: { matches: ⟦'x*'⟧ }", "checks-nothing", "`matches` with this expression checks nothing",
            help: "it is found in every text, because it also stands for no character; `+` wants one at least"),
        Case(
            "body: { not_matches: ⟦'[a-z]*'⟧ }", "cannot-hold", "`not_matches` with this expression can never hold",
            help: "it is found in every text, because it also stands for no character; `+` wants one at least"),
        Case(
            "duration: ⟦null⟧", "wrong-type", "`duration` wants an operator", help: "write `duration: { lt: 500ms }`"),
        Case("body: { ⟦exists: true⟧ }", "checks-nothing", "`exists` checks nothing", help: "the body is always there"),
        Case("body: { ⟦exists: false⟧ }", "cannot-hold", "the body is always there"),
        // Lists
        Case(
            "$.a[*]: ⟦5⟧", "cannot-hold", "a path with several places is a list and never `5`",
            help: "it gives a list: write `[5]`, or `{ each: … }`, `{ contains: … }`"),
        Case(
            "$.a[*]: { ⟦gt⟧: 5 }", "operator-does-not-fit",
            "`gt` does not fit a path with several places, which is a list",
            help: "for all elements write `{ each: { gt: 5 } }`, for one `any`, for their number `length`"),
        Case(
            "redirects: { ⟦lte⟧: 3 }", "operator-does-not-fit", "`lte` does not fit `redirects`, which is a list",
            help: "for all elements write `{ each: { lte: 3 } }`, for one `any`, for their number `length`"),
        Case(
            "$.a: { sorted: ⟦up⟧ }", "unknown-sort-order", "`up` is no order",
            help: "write `asc` for rising values, `desc` for falling ones"),
        Case(
            "$.a: { in_any_order: ⟦[]⟧ }", "checks-nothing", "`in_any_order: []` checks nothing",
            help: "an empty list has no order: write `[]`"),
        Case(
            "$.a: { in_any_order: [1, ⟦<uuid>⟧] }", "wildcard-outside-document",
            "`<uuid>` is a wildcard only in `json` and `json_includes`",
            help:
                "look at the elements with `{ each: … }` or `{ any: … }`; for this very text write `$(\"<uuid>\")`"),
        Case(
            "$.a: { close_to: ⟦{ value: 5 }⟧ }", "incomplete-close-to", "`close_to` needs a `tolerance`",
            help: "write `close_to: { value: 9.99, tolerance: 0.01 }`"),
        Case(
            "$.a: { close_to: { value: 5, ⟦within⟧: 1 } }", "unknown-key", "unknown key `within` in `close_to`",
            help: "`close_to` may hold `value` `tolerance`"),
        Case("$.a: { close_to: { value: 5, tolerance: ⟦-1⟧ } }", "cannot-hold", "a negative `tolerance` is never met"),
        Case("$.a: { close_to: { value: ⟦a⟧, tolerance: 1 } }", "wrong-type", "`value` wants a number, this is a text"),
        Case("$.a: { close_to: ⟦5⟧ }", "wrong-type", "`close_to` wants a map, this is a number"),
        Case("$.a: { not: ⟦{}⟧ }", "checks-nothing", "`not` checks nothing"),
        Case("$.a: { each: ⟦{}⟧ }", "checks-nothing", "`each` checks nothing"),
        Case("$.a: { not_in: ⟦[]⟧ }", "checks-nothing", "`not_in: []` checks nothing"),
        Case(
            "$.a: { exists: false, ⟦eq: 5⟧ }", "cannot-hold", "`exists: false` and `eq` cannot hold together",
            help: "what is not there fails every other operator"),
        // Documents
        Case(
            "json: { a: ⟦<uid>⟧ }", "unknown-wildcard", "`<uid>` is no wildcard",
            help: "did you mean `<uuid>`?; for this very text write `$(\"<uid>\")`"),
        Case(
            "json: [ ⟦<int>⟧ ]", "unknown-wildcard", "`<int>` is no wildcard",
            help: "did you mean `<integer>`?; for this very text write `$(\"<int>\")`"),
        Case(
            "json: ⟦<matches>⟧", "unknown-wildcard", "`<matches>` needs a regular expression",
            help: "write `<matches ^[A-Z]+$>`"),
        Case(
            "json: [ ⟦<absent>⟧ ]", "cannot-hold", "`<absent>` stands for a member of an object",
            help: "write it as `name: <absent>` in a map"),
        Case("json_includes: ⟦<absent>⟧", "cannot-hold", "`<absent>` stands for a member of an object"),
        Case("json_includes: ⟦{}⟧", "checks-nothing", "`json_includes: {}` checks nothing"),
        Case(
            "$.a: ⟦<uuid>⟧", "wildcard-outside-document", "`<uuid>` is a wildcard only in `json` and `json_includes`",
            help: "write `{ is: uuid }` here; for this very text write `{ eq: \"<uuid>\" }`"),
        Case(
            "$.a: [1, ⟦<any>⟧]", "wildcard-outside-document",
            "`<any>` is a wildcard only in `json` and `json_includes`",
            help: "look at the elements with `{ each: … }` or `{ any: … }`; for this very text write `$(\"<any>\")`"
        ),
        // Bytes and addresses
        Case(
            "sha256: ⟦abc⟧", "cannot-hold", "`sha256` is 64 hexadecimal digits, this is 3 characters",
            help: "`sha256sum FILE` prints it"),
        Case(
            "sha256: { eq: ⟦abc⟧ }", "cannot-hold", "`sha256` is 64 hexadecimal digits, this is 3 characters"),
        Case(
            "sha256: { not: { in: [⟦abcd⟧] } }", "cannot-hold",
            "`sha256` is 64 hexadecimal digits, this is 4 characters"),
        Case(
            "sha256: { ne: ⟦abc⟧ }", "cannot-hold", "`sha256` is 64 hexadecimal digits, this is 3 characters"),
        Case(
            "cookies: { ⟦$(name)⟧: { exists: false } }", "invalid-cookie", "`$(name)` is the name of no cookie",
            help: "names of cookies stand here as they are; capture `{ cookie: $(name) }` and check that"),
        Case(
            "cookies: { ⟦\"@path\"⟧: / }", "invalid-cookie", "`@path` is the name of no cookie",
            help: "write the name before the attribute: `sid@path`"),
        Case(
            "cookies: { ⟦\"a=b\"⟧: { exists: false } }", "invalid-cookie", "`a=b` is the name of no cookie",
            help: "a cookie's name has no spaces at its ends, no `=` and no `;`"),
        Case("cookies: { ⟦\" a\"⟧: { exists: false } }", "invalid-cookie", "` a` is the name of no cookie"),
        Case(
            "starts_with_hex: ⟦89504⟧", "cannot-hold", "`starts_with_hex` wants two hexadecimal digits for each byte",
            help: "write `89504e47`, or with spaces `89 50 4e 47`"),
        Case(
            "http_version: ⟦1.2⟧", "cannot-hold", "`http_version` is never `1.2`",
            help: "it is one of `1.0`, `1.1`, `2` and `3`"),
        Case(
            "url: ⟦/a⟧", "cannot-hold", "`url` is the whole URL and never begins with `/`",
            help: "write `{ ends_with: /a }`, or `$(env.base_url)/a`"),
        // Conditions
        Case(
            "that: ⟦true⟧", "checks-nothing", "`true` checks nothing",
            help: "it is the same whatever happens: compare something of the response"),
        Case("that: [response.status == 200, ⟦1 + 1 == 2⟧]", "checks-nothing", "`1 + 1 == 2` checks nothing"),
        Case("that: \"⟦[1, 2].all(x, x > 0)⟧\"", "checks-nothing", "`[1, 2].all(x, x > 0)` checks nothing"),
        // Outcomes
        Case(
            "outcome: ⟦network.conect⟧", "unknown-outcome", "`network.conect` is no outcome",
            help: "did you mean `network.connect`?"),
        Case(
            "outcome: ⟦network⟧", "unknown-outcome", "`network` is no outcome",
            help: "for all of that kind write `{ starts_with: network. }`"),
        Case(
            "outcome: ⟦timeout⟧", "unknown-outcome", "`timeout` is no outcome", help: "did you mean `network.timeout`?"),
        Case(
            "outcome: ⟦request.bad_input⟧", "unknown-outcome",
            "`request.bad_input` is never expected: no exchange with a server ends in it",
            help: "a step that cannot do its request is an error, whatever it expects"),
        Case(
            "outcome: { in: [success, ⟦expression.failed⟧] }", "unknown-outcome",
            "`expression.failed` is never expected: no exchange with a server ends in it"),
        Case(
            "outcome: { ne: ⟦response.not_json⟧ }", "unknown-outcome",
            "`response.not_json` is never expected: no exchange with a server ends in it",
            help: "a request ends in `success`, `network.dns`, `network.connect`, `network.tls`,"
                + " `network.tls.expired`, `network.tls.hostname`, `network.tls.untrusted`, `network.timeout`,"
                + " `network.reset`, `network.too_large`, `network.protocol`, `http.bad_request`, `http.unauthorized`,"
                + " `http.forbidden`, `http.not_found`, `http.conflict`, `http.unprocessable`,"
                + " `http.too_many_requests`, `http.client_error`, `http.server_error`, `http.unexpected`,"
                + " `response.encoding`, `stream.ended`, `cache.miss`"),
        Case(
            "outcome: { not_in: [⟦response.not_xml⟧] }", "unknown-outcome",
            "`response.not_xml` is never expected: no exchange with a server ends in it"),
        Case(
            "outcome: { not: ⟦response.no_data⟧ }", "unknown-outcome",
            "`response.no_data` is never expected: no exchange with a server ends in it"),
        Case(
            "outcome: { ne: ⟦mapping.missing⟧ }", "unknown-outcome",
            "`mapping.missing` is never expected: no exchange with a server ends in it"),
        Case("outcome: { not: { starts_with: ⟦mapping.⟧ } }", "unknown-outcome", "no outcome begins with `mapping.`"),
        Case("outcome: { in: [success, ⟦sucess⟧] }", "unknown-outcome", "`sucess` is no outcome"),
        Case("outcome: { not: { eq: ⟦sucess⟧ } }", "unknown-outcome", "`sucess` is no outcome"),
        Case("outcome: { not: ⟦sucess⟧ }", "unknown-outcome", "`sucess` is no outcome"),
        Case("outcome: { not: { not: { in: [⟦sucess⟧] } } }", "unknown-outcome", "`sucess` is no outcome"),
        Case("outcome: { not_in: [success, ⟦sucess⟧] }", "unknown-outcome", "`sucess` is no outcome"),
        Case(
            "outcome: { starts_with: ⟦netwrk.⟧ }", "unknown-outcome", "no outcome begins with `netwrk.`",
            help: "did you mean `network.`?"),
        Case(
            "outcome: { not: { starts_with: ⟦netwrk.⟧ } }", "unknown-outcome", "no outcome begins with `netwrk.`",
            help: "did you mean `network.`?"),
        Case(
            "outcome: { ends_with: ⟦timout⟧ }", "unknown-outcome", "no outcome ends with `timout`"),
        Case(
            "outcome: { not_contains: ⟦netwrk.⟧ }", "unknown-outcome", "no outcome contains `netwrk.`",
            help: "did you mean `network.`?"),
        Case(
            "outcome: { not: { contains: ⟦.timout⟧ } }", "unknown-outcome", "no outcome contains `.timout`"),
        Case("outcome: { matches: ⟦'^net\\.'⟧ }", "unknown-outcome", "no outcome matches `^net\\.`"),
        Case("outcome: { not_matches: ⟦'^net\\.'⟧ }", "unknown-outcome", "no outcome matches `^net\\.`"),
        Case(
            "outcome: ⟦[success, network.dns]⟧", "cannot-hold", "a request has one outcome, never a list",
            help: "for any of them write `{ in: [ … ] }`"),
        // Operators
        Case(
            "$.a: { ⟦b⟧: 1 }", "unknown-operator", "unknown operator `b` in a check",
            help:
                "a check may hold `eq` `ne` `gt` `gte` `lt` `lte` `in` `not_in` `contains` `not_contains` `starts_with` `ends_with` `matches` `not_matches` `length` `empty` `exists` `type` `is` `close_to` `each` `any` `none` `unique` …; a member is checked by its path, `$.user.name: Ada`, a whole object by `eq: { name: Ada }`"
        ),
        Case(
            "$.a: { ⟦uniqe⟧: true }", "unknown-operator", "unknown operator `uniqe` in a check",
            help: "did you mean `unique`?"),
    ]

    @Test(arguments: cases)
    func `what cannot hold is an error of the file`(_ test: Case) {
        let (text, range) = Loading.marked("steps:\n  - get: /x\n    expect:\n      \(test.check)\n")
        let result = Loading.load(text)
        #expect(result.workflow == nil)
        let code = test.code == "workflow.invalid-header" ? "request.invalid-header" : test.code
        let found = result.diagnostics.first { $0.code == code }
        #expect(found?.message == test.message, "\(result.diagnostics.map { "\($0.code): \($0.message)" })")
        #expect(result.diagnostics.count == 1)
        if let help = test.help { #expect(found?.help == help) }
        if let place = found?.range { #expect(place.lower..<place.upper == range, "\(place.text)") }
    }

    @Test(arguments: ["in", "not_in"])
    func `what is wrong inside a list is told once`(_ word: String) {
        let found = Loading.load("steps:\n  - get: /x\n    expect: { $.a: { \(word): [1, $(nobody)] } }\n")
        #expect(found.diagnostics.map(\.message) == ["nothing here is named `nobody`"])
    }

    @Test(arguments: [
        "network.connect", "{ eq: network.dns }", "{ in: [network.connect, network.dns, cache.miss] }",
        "{ starts_with: network.tls }", "{ ends_with: connect }",
    ])
    func `where no response is expected, other checks are never looked at`(_ outcome: String) {
        let (text, range) = Loading.marked(
            "steps:\n  - get: /x\n    expect:\n      outcome: \(outcome)\n      ⟦status⟧: 200\n")
        let found = Loading.load(text).diagnostics.first
        #expect(found?.message == "`status` is never looked at: `\(outcome)` means that there is no response")
        #expect(found?.range.map { $0.lower..<$0.upper } == range)
    }

    @Test(arguments: [
        "{ ne: success }", "{ in: [network.connect, http.not_found] }", "$('network.dns')",
        "{ in: [network.connect, \"$('success')\"] }", "{ not: { starts_with: network. } }", "{ matches: ^network }",
    ])
    func `where there may be a response, it is checked`(_ outcome: String) {
        let found = Loading.load(
            "steps:\n  - get: /x\n    expect:\n      outcome: \(outcome)\n      $.a: 1\n")
        #expect(found.diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        ("json: { ⟦$.id⟧: 1 }", "$.id", "json"),
        ("json_includes:\n        a: 1\n        ⟦$[0].x⟧: { gt: 1 }", "$[0].x", "json_includes"),
    ])
    func `a path in a document gets a warning, because it is a name there`(
        _ marked: String, _ path: String, _ word: String
    ) throws {
        let text = "steps:\n  - get: /x\n    expect:\n      \(marked)\n"
        let start = try #require(text.utf8.firstRange(of: "⟦".utf8)?.lowerBound)
        let found = Loading.load(text.replacing("⟦", with: "").replacing("⟧", with: "")).diagnostics
        #expect(found.map(\.message) == ["`\(path)` is the name of a member here, not a path"])
        #expect(found.first?.severity == .warning && found.first?.code == "workflow.path-as-member")
        #expect(found.first?.help == "write `\(path): …` beside `\(word)`; where the name is meant, put it in quotes")
        #expect(found.first?.range?.lower == text.utf8.distance(from: text.startIndex, to: start))
    }

    @Test(arguments: [
        "json: { '$.id': 1, $id: 2 }", "json: { a: { $.id: 1 } }",
        "$.a: { gte: 2024-01-01 }", "$.a: { gt: 2026-08-21T10:00:00Z }", "$.a: { gt: 'abc' }", "$.a: { gt: $(1) }",
        "$.a: { type: [integer, string], contains: x }", "$.a: { length: $(2) }", "$.a[*]: { length: { gte: 1 } }",
        "$.a[*]: { exists: false, empty: true }", "headers: { x-a: { gt: 5, type: string } }", "json_includes: []",
        "json: { a: '<p class=\"x\">' }", "$.a: { eq: <any> }", "$.a: { gt: 5, lt: 6 }", "$.a: { gte: 5, lte: 5 }",
        "outcome: { starts_with: network. }", "outcome: $('success')", "sha256: $('a')", "$.a: { not: { not: 5 } }",
        "$.a: { not: { eq: 37, gt: 100 } }",
        "status: { not: { lt: 300, gt: 400 } }",
        "status: { gte: 200, lt: 300 }", "$.a: { is: [ipv4, ipv6] }", "json: <object>", "redirects: 2",
    ])
    func `what may hold is loaded`(_ check: String) {
        let result = Loading.load("steps:\n  - get: /x\n    expect:\n      \(check)\n")
        #expect(result.diagnostics.map(\.message) == [])
    }
}
