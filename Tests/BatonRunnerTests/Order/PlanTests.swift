import Testing

@testable import BatonRunner

/// What a plan becomes once all is in it that its cases need.
@Suite struct PlanTests {
    private static let bench = OrderBench([
        "login.yaml": "inputs: { user: { default: ada } }\nlock: seat\nsteps: [ { get: /x } ]\noutputs: { token: 1 }",
        "a.yaml": "needs: [login.yaml]\nlock: [seat, \"the \\\"table\\\"\"]\nsteps: [ { get: /x } ]",
        "b.yaml": "needs: { bob: { file: login.yaml, with: { user: bob } }, a: a.yaml }\nsteps: [ { get: /x } ]",
        "seed.yaml": "needs: [login.yaml]\nsteps: [ { get: /x } ]", "wipe.yaml": "steps: [ { get: /x } ]",
    ])

    @Test func `a plan that needs nothing is left as it is`() throws {
        let plan = try Self.bench.plan(["wipe.yaml"])
        #expect(plan.cases.map(\.identity.path) == ["wipe.yaml"])
        #expect(plan.graph.free(at: 0) == 0)
    }

    @Test func `a needed variant is not taken for one whose name begins with the same letters`() throws {
        let bench = OrderBench([
            "login.yaml": "inputs: { user: { type: string } }\nsteps: [ { get: /x } ]",
            "a.yaml": """
            needs:
              adam: { file: login.yaml, with: { user: adam } }
              ada: { file: login.yaml, with: { user: ada } }
            steps: [ { get: /x } ]
            """,
        ])
        #expect(try bench.plan(["a.yaml"]).cases.compactMap(\.identity.variant) == ["user=adam", "user=ada"])
    }

    @Test func `a plan is shown as text`() throws {
        let plan = try Self.bench.plan(["b.yaml", "a.yaml"], before: ["seed.yaml"], after: ["wipe.yaml"])
        #expect(
            PlanText(plan).graph == """
                before everything, one after the other:
                  seed.yaml
                    needs login.yaml as login

                because others need them:
                  login.yaml [user=bob]
                    locks seat
                  login.yaml
                    locks seat

                selected:
                  b.yaml
                    needs login.yaml [user=bob] as bob
                    needs a.yaml as a
                  a.yaml
                    needs login.yaml as login
                    locks seat, the "table"

                after everything, one after the other:
                  wipe.yaml

                """)
    }

    @Test func `a plan is shown for Graphviz`() throws {
        let plan = try Self.bench.plan(["b.yaml", "a.yaml"], before: ["seed.yaml"], after: ["wipe.yaml"])
        #expect(
            PlanText(plan).dot == #"""
                digraph baton {
                  rankdir=RL;
                  node [shape=box];
                  n0 [label="seed.yaml", style=filled];
                  n1 [label="login.yaml [user=bob]\nlocks seat", style=dashed];
                  n2 [label="login.yaml\nlocks seat", style=dashed];
                  n3 [label="b.yaml"];
                  n4 [label="a.yaml\nlocks seat, the \"table\""];
                  n5 [label="wipe.yaml", style=filled];
                  n0 -> n2 [label="login"];
                  n3 -> n1 [label="bob"];
                  n3 -> n4 [label="a"];
                  n4 -> n2 [label="login"];
                  n1 -> n0 [style=dotted];
                  n3 -> n0 [style=dotted];
                  n4 -> n0 [style=dotted];
                }

                """#)
    }
}
