import BatonSecrets
import Testing

/// Where YAML ends a value but the secret goes on: none of its rest is shown.
struct LiteralExtentTests {
    @Test(arguments: [
        ("json: { password: a,bcd }", "json: { password: *** }"),
        ("json: { password: a,bcd , x: $(nope) }", "json: { password: *** , x: $(nope) }"),
        ("{ Authorization: Digest u=\"u\", r=\"abcd\", x: 1 }", "{ Authorization: ***, x: 1 }"),
        ("auth: { bearer: a}bcd }", "auth: { bearer: *** }"), ("auth: { bearer: a]bcd }", "auth: { bearer: *** }"),
        ("auth: { basic: { username: u, password: a}bcd } }", "auth: { basic: { username: u, password: *** } }"),
        ("auth: { bearer: a } } bcd }", "auth: { bearer: *** }"),
        ("[{ json: { password: a,b } }, { get: / }]", "[{ json: { password: *** } }, { get: / }]"),
        ("username: ada, password: abcd, x: 1 }", "username: ada, password: ***"),
        ("password: ab, cd: ef", "password: ***"), ("password: ab: cd", "password: ***"),
        ("{ password: 'it's abcd', x: 1 }", "{ password: '***, x: 1 }"),
        ("{ password: \"ab\"cd, x: 1 }", "{ password: \"***, x: 1 }"), ("password: 'it''s'", "password: '***'"),
        ("{ name: 'ab, password: abcd, x: 1 }", "{ name: 'ab, password: ***, x: 1 }"),
        ("{ name: \"ab, password: \"abcd\", x: 1 }", "{ name: \"ab, password: \"***"),
        ("secrets: [ADA, a-b,CDEF]", "secrets: [ADA, ***]"), ("{ user: ada:ab,cd }", "{ user: ada:*** }"),
        ("X-Api-Key:abcd", "X-Api-Key:***"), ("{ password:ab,cd }", "{ password:*** }"),
        ("{ pin: { secret: yes, default: abcd } }", "{ pin: { secret: yes, default: *** } }"),
        (
            "{ \"pin\": { \"secret\": true, \"default\": \"abcd\" } }",
            "{ \"pin\": { \"secret\": true, \"default\": \"***\" } }"
        ),
    ])
    func `the rest of a secret behind a comma, a bracket or a quote is hidden`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        ("password: ]abcd", "password: ***"), ("password: ,abcd", "password: ***"),
        ("json: { password: ]abcd }", "json: { password: *** }"),
        ("json: { a: 1, password: }abcd }", "json: { a: 1, password: *** }"),
        ("json: { password: ,abcd }", "json: { password: *** }"), ("auth: { bearer: ]abcd }", "auth: { bearer: *** }"),
        ("cookies: { sid: ]abcd }", "cookies: { sid: *** }"), ("{ secrets: ]ABCD }", "{ secrets: *** }"),
        ("{ pin: { secret: true, default: ]abcd } }", "{ pin: { secret: true, default: *** } }"),
        ("password: [ab]cd", "password: [***"), ("auth: { bearer: {a} bcd }", "auth: { bearer: {*** }"),
        ("secrets: [ADA] a-b", "secrets: [ADA] ***"), ("password: 'ab', cd'", "password: '***"),
        ("{ password: 'ab', cd', x: 1 }", "{ password: '***, x: 1 }"),
    ])
    func `a secret that begins or goes on with a bracket or a comma is hidden`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        "{ password: }", "{ password: , x: 1 }", "{ a: { token: }, x: 1 }", "{ auth: { bearer: } }",
    ])
    func `a bracket or a comma behind a key without a value stays`(_ line: String) {
        #expect(LiteralSecrets.hidden(in: line) == line)
    }

    @Test(arguments: [
        ("{ auth: { bearer: 'ab' }, x: 1 }", "{ auth: { bearer: '***' }, x: 1 }"),
        ("client_secret: ['ab', ['cd'], 'ef']", "client_secret: ['***', ['***'], '***']"),
        (#"  "password": "abcd","#, #"  "password": "***","#),
        (#"  "password": "abcd" },"#, #"  "password": "***" },"#),
        (#"  "password": "abcd", "x": 1 }"#, #"  "password": "***", "x": 1 }"#),
    ])
    func `what follows a secret that certainly ends stays`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        ("x: token=it'sabcd", "x: token=***"), ("x: -u ada:it'sabcd y", "x: -u ada:*** y"),
        ("get: /x?token=it'sabcd&b=1", "get: /x?token=***&b=1"), ("x: \"Bearer it'sabcd\"", "x: \"Bearer ***\""),
        ("x: Bearer it\"sabcd", "x: Bearer ***"),
        ("exec: [x, '--token=a`bcd', { a: b }]", "exec: [x, '--token=***', { a: b }]"),
        ("exec: [x, '--token=a\"bcd', y]", "exec: [x, '--token=***', y]"),
        ("exec: [x, --token, 'a\"bcd', y]", "exec: [x, --token, '***', y]"),
        ("exec: [x, \"-u\", \"ada:it'sabcd\"]", "exec: [x, \"-u\", \"ada:***\"]"),
        ("exec: \"x --token 'it'sabcd' y\"", "exec: \"x --token '***' y\""),
        ("exec: TOKEN='it'sabcd' srv", "exec: TOKEN='***' srv"),
        ("exec: TOKEN='abcd' srv 'x'", "exec: TOKEN='***' srv 'x'"),
        ("that: token == 'it'sabcd'", "that: token == '***'"), ("that: token == 'it' sab cd'", "that: token == '***'"),
        ("that: token == 'it'-sabcd'", "that: token == '***'"), ("that: token == 'it'sabcd", "that: token == '***"),
        ("that: token == 'ab' && x == 'y'", "that: token == '***' && x == 'y'"),
        ("that: token == 'ab' ? 'x' : 'y'", "that: token == '***' ? 'x' : 'y'"),
        ("that: token == it'sabcd && x", "that: token == *** && x"), ("that: token == abcd'", "that: token == ***"),
        ("that: token == vars['x'] && y", "that: token == vars['x'] && y"),
        ("exec: curl -uada:it'sabcd /", "exec: curl -uada:*** /"),
        ("exec: curl --user=ada:it'sabcd /", "exec: curl --user=ada:*** /"),
        ("password: $('it'sabcd' + x)", "password: $('***' + x)"), ("password: $('it'sabcd)", "password: $('***"),
    ])
    func `a quote in the middle of a secret does not end it`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        ("password: ab # old: cd", "password: ***"),
        ("{ password: ab, x: 1 } # old: cd", "{ password: ***, x: 1 } #***"),
        ("password: | # cd", "password: | #***"), ("password: $(x) # old: cd", "password: $(x)***"),
        ("password: # cd", "password: #***"), ("# password: cd", "# password: ***"),
        ("retry: 1 # password: cd", "retry: 1 # password: ***"), ("retry: 1 # see the page", "retry: 1 # see the page"),
        ("token: $.token # from the body", "token: $.token # from the body"),
    ])
    func `a comment behind a secret is hidden, another is not`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        (#"json: '{"password":"abcd", "x": $(nope)}'"#, #"json: '{"password":"***", "x": $(nope)}'"#),
        (#"json: "{\"password\": \"ab\\\"cd\", \"x\": 1}""#, #"json: "{\"password\": \"***\", \"x\": 1}""#),
        (#"x: '{"password":"ab"cd", "x": 1}'"#, #"x: '{"password":"***'"#),
        (#"x: '{"pwd": 12, "x": 1}'"#, #"x: '{"pwd": ***'"#),
        (#"x: '{''password'':''abcd''}'"#, #"x: '{''password'':''***''}'"#),
        (#"text: "password: abcd""#, #"text: "password: ***""#),
        ("xml: <token>abcd</token>", "xml: <token>***</token>"),
        (#"x: 'Digest token="abcd", y'"#, #"x: 'Digest token="***", y'"#), ("x: token=ab,cd", "x: token=***"),
        (#"that: token == 'ab\'cd'"#, #"that: token == '***'"#),
        ("command: srv --token 'ab cd'", "command: srv --token '***'"),
        ("command: srv --token a}bcd -v", "command: srv --token *** -v"), ("X: Bearer ab,cdef", "X: Bearer ***"),
    ])
    func `a secret in a text is hidden as far as it goes`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        ("get: http://u:a#bcd@h:99999/x", "get: http://u:***@h:99999/x"),
        ("get: http://u:a/bcd@h/$(nope)", "get: http://u:***@h/$(nope)"),
        ("get: http://u:a?bcd@h/", "get: http://u:***@h/"),
        ("get: http://u:a,bcd@h/", "get: http://u:***@h/"), ("get: http://u:a{bcd@h/", "get: http://u:***@h/"),
        ("get: http://u:a bcd@h/", "get: http://u:***@h/"), ("get: http://u:a@bcd@h/", "get: http://u:***@h/"),
        ("get: http://u:1234@h/", "get: http://u:***@h/"), ("proxy: u:a#bcd@h", "proxy: u:***@h"),
        ("proxy: \"http://u:'abcd'@h/ x\"", "proxy: \"http://u:***@h/ x\""),
        ("proxy: //u:abcd@h x", "proxy: //u:***@h x"), ("proxy: http:/u:abcd@h", "proxy: http:/u:***@h"),
        ("proxy: http:///u:abcd@h", "proxy: http:///u:***@h"), ("proxy: http://u%3Aabcd@h", "proxy: http://u%3A***@h"),
        ("proxy: u%3aabcd@h", "proxy: u%3a***@h"), ("proxy: http://u:<abcd>@h/", "proxy: http://u:***@h/"),
        ("proxy: u:<abcd>@h", "proxy: u:***@h"), ("proxy: u:{abcd}@h", "proxy: u:***@h"),
        ("proxy: u:a,bcd@h", "proxy: u:***@h"), ("proxy: u:'abcd'@h", "proxy: u:***@h"),
        ("proxy: u:it'sabcd@h", "proxy: u:***@h"), ("proxy: http://u:$$(abcd@h", "proxy: http://u:***@h"),
        ("x: http:\\/\\/u:abcd@h", "x: http:\\/\\/u:***@h"), ("proxy: :abcd@h", "proxy: :***@h"),
        ("get: http://u: abcd@h", "get: http://u:***@h"),
        ("proxy: $(u):abcd@h", "proxy: $(u):***@h"), ("get: http://u:12'abcd@h/", "get: http://u:***@h/"),
        ("get: http://u:12,abcd@h/", "get: http://u:***@h/"),
        ("get: 'http://h:80', mail: 'a@b'", "get: 'http://h:80', mail: 'a@b'"),
        ("get: http://h:{{port}}/a@b", "get: http://h:{{port}}/a@b"), ("get: /users/ada:x@y", "get: /users/ada:x@y"),
        ("json: {\"a\":\"b@c\",\"d\":\"e@f\"}", "json: {\"a\":\"b@c\",\"d\":\"e@f\"}"),
        ("get: http://h:80/a@b", "get: http://h:80/a@b"), ("get: http://$(h):$(p)/a@b", "get: http://$(h):$(p)/a@b"),
        ("get: http://h/a:b@c", "get: http://h/a:b@c"), ("mail: a@b.c, d@e.f", "mail: a@b.c, d@e.f"),
        ("get: http://[::1]:80/a@b", "get: http://[::1]:80/a@b"),
        ("get: 'http://h:80/', mail: 'a@b'", "get: 'http://h:80/', mail: 'a@b'"),
    ])
    func `the password of a URL is hidden whatever it holds, and a port is none`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        "auth: basic", "auth: { bearer: ${tok} }", "auth: { bearer: {{tok}} }", "auth: Bearer ${tok}", "auth: bearer",
        "secret: yes", "auth: { api_key: { name: X-Key, value: $(k) } }", "password: ${ ada.password }",
        "that: ok ? token : other", "get: https://token:80/", "post: /token:refresh",
        "text: '{\"password\": \"$(pw)\"}'",
        "json: '{\"token\": null}'", "auth: { basic: { username: $(u), password: ${p} } }",
    ])
    func `words of the language and references stay`(_ line: String) {
        #expect(LiteralSecrets.hidden(in: line) == line)
    }

    @Test(arguments: [
        ("password: ${tok:-abcd}", "password: ***"), ("auth: Bearer abcd${tok}", "auth: ***${tok}"),
        ("password: $('a(b' + 'c)d') ", "password: $('***' + '***') "),
    ])
    func `a text in a reference is hidden`(_ line: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(in: line) == shown)
    }

    @Test(arguments: [
        ("http://h/?api_key=a;b'c&x=1", "http://h/?api_key=***&x=1"),
        ("http://u:p@h/?token=$(t)", "http://u:***@h/?token=$(t)"),
        (
            "http://h/?auth=a&sig=b&X-Amz-Signature=c&design=d&author=e",
            "http://h/?auth=***&sig=***&X-Amz-Signature=***&design=d&author=e"
        ),
        ("http://h/?user%5Bpassword%5D=a&user%5Bname%5D=b", "http://h/?user%5Bpassword%5D=***&user%5Bname%5D=b"),
        ("http://h/?page=2&sort=key", "http://h/?page=2&sort=key"), ("http://h/?token=***#x", "http://h/?token=***#x"),
    ])
    func `a URL is shown without password and secret values of its query`(_ url: String, _ shown: String) {
        #expect(LiteralSecrets.hidden(inURL: url) == shown)
    }

    @Test(arguments: [
        ("`cdef` has no value", "{ password: ab,cdef }", "`***` has no value"),
        ("write `password: …`", "{ pasword: password }", "write `password: …`"),
        ("`{ basic: … }` is a map", "auth: { bearer: basic }", "`{ basic: … }` is a map"),
        ("old words", "password: abcd # old words", "old words"),
        ("no anchor `&abcdef` is here", "auth: { basic: { password: *abcdef } }", "no anchor `&***` is here"),
        ("no anchor `&abc` is here", "cookies: { sid: *abc def }", "no anchor `&***` is here"),
        ("found `sabcd`", "that: token == 'it'sabcd'", "found `***`"),
        ("found `sab`", "that: token == 'it'sab cd'", "found `***`"),
        ("`abcdefghijkl…` is cut", "password: 'x abcdefghijklmn'", "`***…` is cut"),
        ("`get` is a key, `,` is none", "password: to,gether", "`get` is a key, `,` is none"),
    ])
    func `a message hides the parts of a secret and keeps words of the language`(
        _ message: String, _ line: String, _ shown: String
    ) {
        let secrets = LiteralSecrets.texts(in: Array(line.utf8))
        #expect(LiteralSecrets.hidden(inMessage: message, secrets: secrets) == shown)
    }
}
