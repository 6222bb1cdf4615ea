import BatonImport
import Testing

@Suite struct `Statements of scripts` {
    @Test(arguments: ScriptSample.samples(in: ScriptStatements.text))
    func `are what they say`(sample: ScriptSample) {
        #expect(sample.printed == sample.expected)
    }
}

@Suite struct `Values of scripts that nobody knows` {
    private static let checked = "pm.test('t', () => pm.expect(VALUE).to.not.eql('x'));"

    @Test(arguments: [
        ("pm.environment.set('k', unknown.thing());", "pm.environment.get('k')"),
        ("pm.environment.set('k', 1); pm.environment.set('k', unknown.thing());", "pm.variables.get('k')"),
        ("postman.setGlobalVariable('k', unknown.thing());", "pm.globals.get('k')"),
        ("environment.k = unknown.thing();", "environment.k"),
        ("pm.test('a', () => { pm.collectionVariables.set('k', unknown.thing()); });", "pm.variables.get('k')"),
        ("const j = pm.response.json();", "j.concat('x')"), ("const j = pm.response.json();", "j.flat(Infinity)"),
        ("const j = pm.response.json();", "j.indexOf('l', 3)"), ("const j = pm.response.json();", "j.a.split('l', 1)"),
        ("const j = pm.response.json();", "j.a.includes('l', 3)"), ("const j = pm.response.json();", "j.a.trimEnd()"),
        ("const j = pm.response.json();", "_.trim(j.a, '-')"),
        ("const j = pm.response.json();", "j.a.replace('b', '$&c')"),
    ])
    func `have no check`(script: String, value: String) {
        let statements = ScriptSample.translation(of: script + Self.checked.replacing("VALUE", with: value)).statements
        var isLost = false
        for statement in statements {
            switch statement {
            case .check(let check): #expect(check.name != "t", "\(statements)")
            case .note(let note): isLost = isLost || note.test == "t"
            default: break
            }
        }
        #expect(isLost, "\(statements)")
    }

    @Test func `are known again where the script sets them`() {
        let script =
            "pm.environment.set('k', unknown.thing()); pm.environment.set('k', pm.response.json().a); "
            + Self.checked.replacing("VALUE", with: "pm.environment.get('k')")
        #expect(
            ScriptSample.translation(of: script).statements.contains { statement in
                if case .check(let check) = statement { check.name == "t" } else { false }
            })
    }

    @Test(arguments: [
        ("j.flatMap(x => [x.id])", ".flatten()"), ("j.flat()", ".flatten()"), ("j.map(x => x.id).concat(3)", "+ [3]"),
        ("j.map(x => x.id).concat([3, 4], 5)", "+ [3, 4] + [5]"), ("['a'].concat('b')", "[\"a\"] + [\"b\"]"),
    ])
    func `are not made of joined and flattened lists`(value: String, expected: String) {
        let script = "const j = pm.response.json(); pm.environment.set('k', \(value))"
        let statements = ScriptSample.translation(of: script).statements
        #expect(StatementPrinter.lines(statements).joined().contains(expected), "\(statements)")
    }
}

/// Scripts, and behind `=>` the statements that each becomes.
enum ScriptStatements {
    static let text = #"""
        pm.environment.set("token", pm.response.json().token);
        pm.environment.set("id", pm.response.json().data.id);
        pm.globals.set("etag", pm.response.headers.get("ETag"))
        => capture token = $.token
        => capture id = $(response.json.data.?id.orValue(null))
        => capture etag = header ETag

        pm.expect(pm.response.code).to.equal(201); pm.environment.set("flag", "set")
        => status eq 201
        => if response.status == 201
        =>   set flag = "set"

        pm.test("t", () => pm.response.to.have.status(201)); pm.environment.set("a", 1)
        => [t] status eq 201
        => set a = 1

        tests["t"] = responseCode.code === 201; pm.environment.set("a", 1)
        => [t] status eq 201
        => set a = 1

        pm.environment.set("a", 1); pm.expect(pm.response.code).to.eql(pm.environment.get("a"));
        pm.environment.set("a", 2); pm.response.to.be.json; pm.environment.set("b", 3)
        => set a = 1
        => status eq '$(a)'
        => set goes_on = response.status == a
        => if goes_on
        =>   set a = 2
        => body is 'json'
        => if goes_on && has(response.json)
        =>   set b = 3

        if (pm.response.code === 200) { pm.expect(pm.response.text()).to.eql("x"); pm.environment.set("a", 1) }
        pm.environment.set("b", 2)
        => if response.status == 200
        =>   body eq 'x'
        =>   if response.body == "x"
        =>     set a = 1
        => if response.status != 200 || response.body == "x"
        =>   set b = 2

        pm.response.to.have.status(200); const r = await pm.sendRequest("http://b"); pm.environment.set("x", r.code)
        => status eq 200
        => if response.status == 200
        =>   request GET http://b
        =>     capture x = $(response.status)

        pm.expect(1).to.eql(2); pm.environment.set("b", 2)
        => fail An assertion of the script never holds.

        pm.response.to.have.jsonSchema({ type: "object" }); pm.environment.set("b", 2)
        => schema $ {type: 'object'}
        => lost: test script, line 1: What the script does behind this is done also where an assertion before it fails.
        => set b = 2

        postman.setEnvironmentVariable("n", 5); pm.environment.set("t", "a" + pm.environment.get("n"));
        pm.environment.unset("n")
        => set n = 5
        => set t = "a" + string(n)
        => set n = null

        pm.environment.set("password", "hunter-2-x"); pm.environment.set("plain", "word")
        => set password = "hunter-2-x"
        => set plain = "word"

        const j = pm.response.json();
        if (j.token) { pm.environment.set("token", j.token) } else { pm.environment.unset("token") }
        => if type(response.json) == map && !(response.json.?token.orValue(null) in [null, false, 0, ""])
        =>   capture token = $.token
        => else
        =>   set token = null

        const j = pm.response.json(); let s = "none"; if (j.a > 5) s = "high"; else if (j.a > 2) s = "mid";
        pm.environment.set("s", s)
        => capture s = $(type(response.json) == map && response.json.?a.optMap(n, type(n) == string ? (n.trim() == "" ? 0.0 : n.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n.trim()) : double("NaN")) : n in [null, false] ? 0.0 : n == true ? 1.0 : double(n)).orValue(double("NaN")) > 5 ? "high" : type(response.json) == map && response.json.?a.optMap(n, type(n) == string ? (n.trim() == "" ? 0.0 : n.matches("^\\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\\s*$") ? double(n.trim()) : double("NaN")) : n in [null, false] ? 0.0 : n == true ? 1.0 : double(n)).orValue(double("NaN")) > 2 ? "mid" : "none")

        const j = pm.response.json();
        switch (j.kind) { case "a": case "b": pm.environment.set("k", 1); break; default: pm.environment.set("k", 2) }
        => if response.json.?kind.orValue(null) == "a" || response.json.?kind.orValue(null) == "b"
        =>   set k = 1
        => else
        =>   set k = 2

        const j = pm.response.json();
        j.items.forEach(i => { pm.expect(i.id).to.be.a("number"); pm.expect(i).to.have.property("name") })
        => $.items type 'array'
        => that response.json.items.all(i, type(i.?id.orValue(null)) in [int, double, uint])
        => that response.json.items.all(i, "name" in i)

        const j = pm.response.json();
        for (let i = 0; i < j.items.length; i++) { pm.expect(j.items[i].price).to.be.above(0) }
        => that response.json.items.all(element, element.price > 0)

        const j = pm.response.json(); let found;
        for (const x of j.items) { if (x.name === "pen") { found = x.id; break } } pm.environment.set("found", found)
        => $.items type 'array'
        => capture found = $(response.json.items.filter(x, x.?name.orValue(null) == "pen").map(x, x.?id.orValue(null)).first().orValue(null))

        const j = pm.response.json(); let sum = 0; j.items.forEach(x => { sum += x.price }); let n = 0;
        for (var i in j.items) { if (j.items[i].ok) n++ } pm.expect(sum).to.eql(j.total);
        pm.expect(n).to.eql(2)
        => $.items type 'array'
        => $.total eq '$(sum(response.json.items.map(x, x.price)))'
        => that size(response.json.items.filter(element, !(element.?ok.orValue(null) in [null, false, 0, ""]))) == 2

        const j = pm.response.json(); const ids = j.items.filter(x => x.active).map(x => x.id);
        pm.environment.set("ids", JSON.stringify(ids)); pm.expect(j.items.some(x => x.id == 5)).to.be.true
        => $.items type 'array'
        => capture ids = $(json(response.json.items.filter(x, !(x.?active.orValue(null) in [null, false, 0, ""])).map(x, x.?id.orValue(null))))
        => that response.json.items.exists(x, x.?id.orValue(null) in [5, "5"])

        const j = pm.response.json(); const pen = j.items.find(x => x.name === "pen");
        pm.expect(pen).to.not.be.undefined; pm.environment.set("pen", pen.id)
        => $.items type 'array'
        => that response.json.items.filter(x, x.?name.orValue(null) == "pen").first().hasValue()
        => if response.json.items.filter(x, x.?name.orValue(null) == "pen").first().hasValue()
        =>   capture pen = $(response.json.items.filter(x, x.?name.orValue(null) == "pen")[0].?id.orValue(null))

        ["a", "b"].forEach(k => pm.test("has " + k, () => pm.expect(pm.response.json()).to.have.property(k)))
        => [has a] $.a exists true
        => [has b] $.b exists true

        pm.sendRequest({ url: "https://x.example/" + pm.environment.get("id"), method: "POST", header: {
        "Content-Type": "application/json", Authorization: "Bearer abcdef123" }, body: { mode: "raw", raw:
        JSON.stringify({ a: 1, b: pm.environment.get("c") }) } }, function (err, res) { pm.environment.set("t",
        res.json().token); pm.expect(res.code).to.eql(200) })
        => request POST https://x.example/$(id)
        =>   header Content-Type=application/json
        =>   header Authorization=Bearer abcdef123
        =>   json {a: 1, b: '$(c)'}
        =>   capture t = $.token
        =>   status eq 200

        setTimeout(function () {}, 500); postman.setNextRequest("B"); postman.setNextRequest(null);
        console.log("a", pm.environment.get("x"))
        => next B
        => next nothing
        => harmless: test script, line 2: A message to the console.
        => wait 500ms

        var ts = Date.now(); pm.environment.set("ts", ts); pm.environment.set("copy", ts + 1)
        => set ts = cel.bind(t, now(), int(t) * 1000 + t.getMilliseconds())
        => set copy = ts + 1

        pm.environment.set("d", new Date().toISOString());
        pm.environment.set("s", Math.floor(Date.now() / 1000));
        pm.environment.set("m", moment().add(1, "days").format("YYYY-MM-DD"));
        pm.environment.set("later", new Date(Date.now() + 3600000).toISOString())
        => set d = format_date(now(), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")
        => set s = int(now())
        => set m = format_date(now() + duration("86400s"), "yyyy-MM-dd")
        => set later = format_date(now() + duration("3600s"), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")

        pm.environment.set("r", Math.floor(Math.random() * 100) + 1);
        pm.environment.set("q", _.random(1, 6));
        pm.environment.set("g", pm.variables.replaceIn("{{$guid}}"))
        => set r = random_int(0, 99) + 1
        => set q = random_int(1, 6)
        => set g = uuid()

        pm.environment.set("h", CryptoJS.HmacSHA256("msg", pm.environment.get("key")).toString(CryptoJS.enc.Base64));
        pm.environment.set("m", CryptoJS.MD5("a").toString()); pm.environment.set("b", btoa("u:p"))
        => set h = base64.encode(unhex(hmac_sha256(string(key), "msg")))
        => set m = md5("a")
        => set b = base64.encode("u:p")

        let n = pm.environment.get("n"); pm.environment.set("n", parseInt(n) + 1);
        pm.environment.set("old", n)
        => set kept_n = n
        => set n = cel.bind(n_, regex(string(n), "^\\s*([+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+))"), n_ == null ? double("NaN") : int(n_)) + 1
        => set old = kept_n

        let x = unknownThing(); pm.environment.set("x", x); pm.environment.set("y", 1)
        => lost: test script, line 1: The name `unknownThing` is declared nowhere.
        => set y = 1

        const code = responseBody.match(/code=(\d+)&x=(\w+)/); pm.environment.set("c", code[2]);
        pm.environment.set("all", code[0])
        => body matches 'code=(\d+)&x=(\w+)'
        => capture c = $(regex(response.body, "code=(?:\\d+)&x=(\\w+)"))
        => capture all = $(regex(response.body, "(code=(\\d+)&x=(\\w+))"))

        pm.environment.set("a", "x-y".split("-")[1]);
        pm.environment.set("b", pm.environment.get("s").toUpperCase().replace(/-/g, "_").substring(0, 5))
        => set a = "x-y".split("-")[?1].orValue(null)
        => set b = s.upperAscii().replace("-", "_").substring(0, math.least(5, size(s.upperAscii().replace("-", "_"))))

        const { id, name: n = "x" } = pm.response.json(); pm.environment.set("id", id);
        pm.environment.set("n", n)
        => capture id = $.id
        => capture n = $(response.json.?name.orValue("x"))

        let j = pm.response.json(); j.name = "new"; delete j.id;
        pm.environment.set("body", JSON.stringify(j))
        => capture body = $(json(merge(response.json, {"name": "new"}).transformMap(key, value, key != "id", value)))

        const f = async () => { const res = await pm.sendRequest("https://x.example"); pm.environment.set("a",
        res.json().a) };
        f()
        => request GET https://x.example
        =>   capture a = $.a

        throw new Error("bad")
        => fail bad

        const j = pm.response.json();
        pm.test("all", () => { for (const item of j.items) { if (item.kind === "a") { pm.expect(item.n).to.eql(1) } } })
        => [all] $.items type 'array'
        => [all] that response.json.items.all(item_, item_.?kind.orValue(null) != "a" || item_.?n.orValue(null) == 1)

        const j = pm.response.json();
        for (const item of j.items) { if (item.kind === "a") { pm.environment.set("a", item.id); } else {
        pm.environment.set("b", item.id); } }
        => $.items type 'array'
        => for item_ in response.json.items
        =>   if item_.?kind.orValue(null) == "a"
        =>     set a = item_.?id.orValue(null)
        =>   else
        =>     set b = item_.?id.orValue(null)

        const a = pm.environment.get("a") || "none"; pm.environment.set("b", a);
        pm.environment.set("c", `x-${a}-${pm.response.code}`)
        => set b = !(a in [null, false, 0, ""]) ? a : "none"
        => capture c = $("x-" + string(!(a in [null, false, 0, ""]) ? a : "none") + "-" + string(response.status))

        let token = pm.response.json().token;
        pm.sendRequest("https://x.example/" + token, (e, r) => { pm.environment.set("both", token + r.json().x) })
        => set kept_token = response.json.?token.orValue(null)
        => request GET https://x.example/$(response.json.token)
        =>   body is 'json'
        =>   capture both = $(type(kept_token) == string || type(response.json.x) == string ? string(kept_token) + string(response.json.x) : double(kept_token) + double(response.json.x))

        pm.environment.set("a", JSON.stringify({ a: 1, b: [pm.environment.get("x")], c: undefined }));
        pm.environment.set("p", JSON.parse(pm.environment.get("a")).b[0])
        => set a = json({"a": 1, "b": [x]})
        => set p = parse_json(a).b[?0].orValue(null)

        let list = JSON.parse(pm.environment.get("list")); const next = list.shift();
        pm.environment.set("next", next); pm.environment.set("list", JSON.stringify(list))
        => set next = parse_json(list_2).first().orValue(null)
        => set list_2 = json(parse_json(list_2).slice(1, size(parse_json(list_2))))

        const sorted = pm.response.json().items.map(x => x.n).sort((a, b) => a - b);
        pm.expect(sorted[0]).to.eql(1);
        pm.expect(pm.response.json().items.reduce((s, x) => s + x.n, 0)).to.eql(6)
        => $.items type 'array'
        => that response.json.items.map(x, x.?n.orValue(null)).sortBy(item, double(item))[?0].orValue(null) == 1
        => that sum(response.json.items.map(x, x.n)) == 6

        pm.expect(Object.keys(pm.response.json()).length).to.eql(3);
        pm.expect(Object.keys(pm.response.json())).to.include("a");
        for (const k in pm.response.json()) { pm.expect(k).to.be.a("string") }
        => $ length 3
        => $.a exists true

        let d = new Date(); d.setDate(d.getDate() + 7);
        pm.environment.set("d", d.toISOString().slice(0, 10)); pm.environment.set("y", d.getFullYear())
        => set kept_d = now() + duration("604800s")
        => set d = format_date(timestamp(kept_d), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX").substring(0, 10)
        => set y = timestamp(kept_d).getFullYear()

        for (let i = 0; i < 3; i++) { pm.environment.set("n" + i, i * 2) } while (true) { break }
        => set n0 = 0
        => set n1 = 2
        => set n2 = 4
        => lost: test script, line 1: A loop whose end only a run knows.

        const x = 5, y = x * 2 + 1; pm.environment.set("y", y);
        pm.environment.set("half", pm.response.json().n / 2);
        pm.environment.set("odd", pm.response.json().n % 2 === 1)
        => set y = 11
        => capture half = $(double(response.json.n) / 2)
        => capture odd = $(int(string(double(response.json.n))) % 2 == 1)

        (function () { if (pm.response.code >= 400) { pm.test("error", () =>
        pm.expect(pm.response.json().error).to.be.a("string")); return } pm.environment.set("ok", true) })()
        => if response.status >= 400
        =>   [error] $.error type 'string'
        => else
        =>   set ok = true

        function f(n) { return f(n - 1) } f(3)
        => lost: test script, line 1: A function that calls itself.

        async function load() { await 1; pm.environment.set("a", 1) } load().catch(e => pm.environment.set("b", 2));
        => set a = 1

        async function load() { return pm.response.code } load().then(c => pm.environment.set("c", c)).finally(() => {})
        => capture c = $(response.status)

        async function load() { await 1; pm.environment.set("a", 1) } load().catch(e => console.log(e)); const a = 1
        => lost: test script, line 1: What follows the end of an `async` function.

        setTimeout(() => {}, parseInt(pm.environment.get("delay"), 10)); setTimeout(() => {}, "250")
        => wait $(duration(json(delay).matches("^\"?[0-9]{1,8}([.][0-9]+)?\"?$") ? json(delay).replace("\"", "") + "ms" : "0ms"))
        => wait 250ms

        const j = pm.response.json();
        for (const x of j.items) { if (x.a === 2) { pm.environment.set("hit", x.id); break } }
        => $.items type 'array'
        => if size(response.json.items.filter(x, x.?a.orValue(null) == 2)) > 0
        =>   capture hit = $(response.json.items.filter(x, x.?a.orValue(null) == 2)[0].?id.orValue(null))

        let hit = false; const list = pm.response.json().items;
        list.forEach(x => { if (x.a === 2) { pm.environment.set("last", x.id); hit = true } }); pm.expect(hit).to.be.true
        => $.items type 'array'
        => for x in response.json.items
        =>   if x.?a.orValue(null) == 2
        =>     set last = x.?id.orValue(null)
        => that response.json.items.filter(x, x.?a.orValue(null) == 2).map(x, true).last().orValue(false) == true

        let n = 0; pm.response.json().items.forEach(x => { n = n + x.price }); pm.environment.set("n", n)
        => $.items type 'array'
        => capture n = $(sum(response.json.items.map(x, x.price)))

        let most = 0; pm.response.json().items.forEach(x => { if (x.price > most) most = x.price });
        pm.environment.set("most", most)
        => $.items type 'array'
        => lost: test script, line 2: `most` gets its value in a loop over a list of a run.

        let n = 0; pm.response.json().l.forEach(x => { n++; pm.environment.set("n", n) })
        => $.l type 'array'
        => for x in response.json.l
        =>   lost: test script, line 1: `n` gets its value in a loop over a list of a run.

        const out = [];
        pm.response.json().l.forEach(x => { pm.environment.set("k", x); out.push(x) });
        pm.expect(out.length).to.eql(3)
        => $.l type 'array'
        => for x in response.json.l
        =>   set k = x
        => lost: test script, line 3: A list or an object that a loop over a list of a run fills.

        let v; if (pm.environment.get("x") === 1) { pm.environment.set("x", 2); v = 1 } else { v = 2 }
        pm.environment.set("v", v)
        => set kept_test = x == 1
        => if kept_test
        =>   set x = 2
        => set v = kept_test ? 1 : 2

        let order = pm.response.json(); order.lines.pop(); pm.environment.set("o", JSON.stringify(order))
        => capture o = $(json(merge(response.json, {"lines": response.json.lines.slice(0, size(response.json.lines) - 1)})))

        let order = pm.response.json(); let line = order.lines[0];
        line.x = 5;
        pm.environment.set("o", JSON.stringify(order))
        => $.lines ne null
        => lost: test script, line 2: A part of a value is changed that `order` has a part of as well.
        => capture o = $(json(response.json))

        try { pm.test("a", () => pm.expect(pm.response.json().a).to.eql(1)) } catch (e) { console.log(e) }
        => [a] that type(response.json) == map && response.json.?a.orValue(null) == 1
        => harmless: test script, line 1: A message to the console.

        pm.request.headers.add({ key: "X", value: "1" }); pm.execution.skipRequest()
        => lost: test script, line 1: The script adds a header.
        => lost: test script, line 1: The script skips its request.

        const x = xml2Json(responseBody);
        pm.expect(x["soap:Envelope"].Body.item.$.id).to.eql("5"); pm.environment.set("name", x.a.b[1].c._)
        => that xpath(response.body, "/soap:Envelope/Body/item/@id")[?0].orValue(null) == "5"
        => if xpath(response.body, "/soap:Envelope/Body/item/@id")[?0].orValue(null) == "5"
        =>   capture name = $(xpath(response.body, "/a/b[2]/c")[?0].orValue(null))

        const x = xml2Json(responseBody); pm.expect(x.a).to.have.property("b"); pm.expect(x.a).to.be.an("object")
        => that size(xpath(response.body, "/a/b")) > 0
        => lost: test script, line 1: The type of an element of XML.

        (pm.response.code === 200 ? pm.test : pm.test.skip)("a", () => pm.expect(pm.response.json().a).to.eql(1))
        => [a] that response.status != 200 || response.json.?a.orValue(null) == 1

        const a = 1; pm.test("t", () => { a = 2; pm.expect(a).to.eql(2) })
        => lost: test script, line 1: The script gives the constant `a` another value, which ends it with an error.
        => lost: test script, line 1: The script gives the constant `a` another value, which ends it with an error.

        pm.test("t", () => { throw new Error("too old") }); pm.test("u", () => { pm.expect.fail("boom") })
        => [t] that "too old" == ""
        => [u] that "boom" == ""

        const j = pm.response.json(); pm.test("t", () => pm.expect(j.x / 20 % 2).to.eql(1))
        => body is 'json'
        => lost: test script, line 1: The remainder of what may be no whole number.

        pm.test("t", () => pm.expect(pm.response.text().includes("a", 1)).to.be.true)
        => lost: test script, line 1: A further argument of `includes`.

        let p; try { p = JSON.parse(pm.response.json().t) } catch (e) { p = null } pm.expect(p).to.be.null
        => lost: test script, line 1: What a script does after an error that only a run knows.
        """#
}
