import Testing

@testable import BatonImport

@Suite struct `The names of scopes` {
    private static func names(_ script: String) -> ScopeNames {
        var names = ScopeNames()
        names.add("shared", in: .collection)
        names.addWrites(of: script)
        return names
    }

    @Test(arguments: [
        (#"pm.environment.get("shared")"#, true), (#"pm.environment.set("shared", 1)"#, false),
        (#"pm.environment.set("other", 1)"#, true), (#"postman.setEnvironmentVariable('shared', 1)"#, false),
        ("environment.shared = 1", false), ("const e = pm.environment; e.set('shared', 1)", false),
        ("pm.environment.set(name, 1)", false), ("pm['environment'].set('shared', 1)", false),
        ("environment['shared'] = 1", false), ("// the environment, as it is", true),
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
        ("pm.environment.set(x, 1)", false),
    ])
    func `tell whether a value stays`(script: String, isConstant: Bool) {
        #expect(Self.names(script).isConstant("shared") == isConstant)
    }

    @Test func `are all of a scope where no script makes one up`() {
        #expect(Self.names("pm.environment.set('a', 1); environment.b = 2").names(in: .environment) == ["a", "b"])
        #expect(Self.names("pm.environment.set(a, 1)").names(in: .environment) == nil)
    }
}
