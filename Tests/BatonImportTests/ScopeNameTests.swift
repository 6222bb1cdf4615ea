import Testing

@testable import BatonImport

@Suite struct `The names of scopes` {
    private static func names(_ script: String) -> ScopeNames {
        var names = ScopeNames()
        names.add("shared", in: .collection)
        names.add(code: script)
        names.close(over: [])
        return names
    }

    @Test(arguments: [
        (#"pm.environment.get("shared")"#, true), (#"pm.environment.set("shared", 1)"#, false),
        (#"pm.environment.set("other", 1)"#, true), (#"postman.setEnvironmentVariable('shared', 1)"#, false),
        ("environment.shared = 1", false), ("const e = pm.environment; e.set('shared', 1)", false),
        ("pm.environment.set(name, 1)", false), ("pm['environment'].set('shared', 1)", false),
        ("environment['shared'] = 1", false), ("// the environment, as it is", true),
        ("// pm.environment.set('shared', 1)", true), ("const environment = {}; environment.shared = 1", true),
        ("postman.setEnvironmentVariable(`shared`, 1)", false),
        ("class A { f() { pm.environment.set('x', 1) } }", false),
        ("eval(pm.globals.get('code'))", false), ("eval(text)", false), ("use(pm)", false), ("({ shared: 1 })", true),
        ("for (const x of y) { if (x) frobnicate(() => pm.environment.set('shared', x)) }", false),
        ("pm['env' + 'ironment'].set('shared', 1)", false), ("[environment.shared] = y", false),
    ])
    func `are those that it declares or that a script sets`(script: String, isElsewhere: Bool) {
        #expect(Self.names(script).isElsewhere("shared", .environment) == isElsewhere)
        #expect(!Self.names(script).isElsewhere("shared", .collection))
        #expect(!Self.names(script).isElsewhere("nowhere", .environment))
    }

    @Test(arguments: [
        (#"pm.environment.get("shared")"#, true), (#"pm.environment.set("shared", 1)"#, false),
        ("pm.environment.set(`${x}Account`, 1)", true), ("pm.environment.set(`${x}red`, 1)", false),
        ("pm.environment.set('sha' + x, 1)", false), ("pm.environment.set('id' + x, 1)", true),
        ("pm.environment.set(x, 1)", false), ("pm.environment.unset('shared')", false), ("pm.globals.clear()", false),
        ("environment.shared++", false), ("delete environment.shared", false),
        ("const { get } = pm.environment", false),
    ])
    func `tell whether a value stays`(script: String, isConstant: Bool) {
        #expect(Self.names(script).isConstant("shared") == isConstant)
    }

    @Test(arguments: [
        ("pm.environment.get('item1'); environment.item2", ["item1", "item2"]),
        ("pm.variables.replaceIn('{{item3}}{{other}}'); postman.getGlobalVariable('item4')", ["item3", "item4"]),
        ("pm.environment.get('it' + x)", nil), ("pm.environment.get('x' + x)", []), ("'{{' + x + '}}'", nil),
        ("pm.environment.toObject()", nil),
    ])
    func `are known of what reads those of a kind`(script: String, readers: [String]?) {
        #expect(Self.names(script).readers(of: NamePattern(start: "item", end: "")) == readers)
    }

    @Test func `are all of a scope where no script makes one up`() {
        #expect(Self.names("pm.environment.set('a', 1); environment.b = 2").names(in: .environment) == ["a", "b"])
        #expect(Self.names("pm.environment.set(a, 1)").names(in: .environment) == nil)
    }
}
