import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `--tag`, `--owner`, `--name` and patterns of paths: what runs, and what is said where nothing does.
@Suite struct NarrowedRunTests {
    private static let files = [
        "auth/login.yaml": "name: Log in\ntags: [smoke, auth]\nowner: team a\nsteps: [ { that: 1 == 1 } ]\n",
        "auth/logout.yaml": "name: Log out\ntags: [auth, slow]\nowner: team a\nsteps: [ { that: 1 == 1 } ]\n",
        "shop/cart.yaml": "name: The cart\ntags: [smoke, needs review]\nowner: team b\nsteps: [ { that: 1 == 1 } ]\n",
        "plain.yaml": "name: Plain\nsteps: [ { that: 1 == 1 } ]\n",
    ]
    private static let odd = [
        "odd.yaml": "name: \"List [all] {x}*\"\nowner: \"team [c]\"\nsteps: [ { that: 1 == 1 } ]\n"
    ]

    @Test(
        arguments: [
            (["--tag", "smoke and not auth"], ["shop/cart"]),
            (["--tag", "smoke or slow", "--not-tag", "slow"], ["auth/login", "shop/cart"]),
            (["--tag", "\"needs review\""], ["shop/cart"]), (["--tag", "slow", "--tag", "needs"], ["auth/logout"]),
            (["--not-tag", "smoke and auth"], ["auth/logout", "plain", "shop/cart"]),
            (["--owner", "team a"], ["auth/login", "auth/logout"]), (["--owner", "*b"], ["shop/cart"]),
            (["--owner", "team ?", "--tag", "smoke", "--name", "The*"], ["shop/cart"]),
            (["workflows/**/log*.yaml"], ["auth/login", "auth/logout"]),
            (["workflows/**/{ogin,plain}.yaml"], ["plain"]),
            (["workflows/auth/log{in,x}.yaml"], ["auth/login"]),
            (["workflows/*"], ["auth/login", "auth/logout", "plain", "shop/cart"]), (["workflows/*.yaml"], ["plain"]),
            (["workflows/[as]*/", "--tag", "smoke"], ["auth/login", "shop/cart"]), (["**/cart.yaml"], ["shop/cart"]),
            (["workflows/sh?p"], ["shop/cart"]),
        ] as [([String], [String])])
    func `run and list choose the same workflows`(_ options: [String], _ paths: [String]) async throws {
        let project = try SelectionProject(Self.files)
        let run = try await project.baton(["run", "--jobs", "1"] + options)
        #expect(run.ran == paths.map { "✓\($0)" }, "\(run.everything)")
        let list = try await project.baton(["list"] + options)
        #expect(list.exitCode == 0)
        for path in paths { #expect(list.output.contains("workflows/\(path).yaml"), "\(list.everything)") }
        #expect(list.output.contains("\n\(paths.count) workflow"), "\(list.output)")
    }

    @Test(
        arguments: [
            (["--tag", "smok"], "no workflow has the tag `smok`; did you mean `smoke`?"),
            (
                ["--tag", "zzz"],
                "no workflow has the tag `zzz`; there are the tags auth, \"needs review\", slow, smoke"
            ),
            (
                ["--tag", "slow and smoke"],
                "no workflow has these tags together; there are the tags auth, \"needs review\", slow, smoke"
            ),
            (["--tag", "auth|slow"], "no workflow has the tag `auth|slow`; write `auth or slow`"),
            (["--tag", "auth&smoke"], "no workflow has the tag `auth&smoke`; write `auth and smoke`"),
            (["--tag", "s*"], "no workflow has the tag `s*`; tags are written out: `slow or smoke`"),
            (["--tag", "x*"], "no workflow has the tag `x*`; tags are written out"),
            (["--tag", "auth", "--not-tag", "auth"], "`--tag` fits 2 workflows, and `--not-tag` leaves none of them"),
            (["--not-tag", "auth or not auth"], "`--not-tag` leaves none of them"),
            (["--owner", "team-a"], "did you mean `--owner 'team a'`?"),
            (["--owner", "nobody"], "there are the owners team a, team b"),
            (
                ["--owner", "team b", "--tag", "auth"],
                "2 workflows fit the other options; did you mean `--owner 'team a'`?"
            ),
            (["--name", "log"], "names are matched whole; nearest: `Log in`, `Log out`"),
            (["--name", "Log"], "names are matched whole; nearest: `Log in`, `Log out`; `--name '*Log*'` finds 2"),
            (["--name", "the*"], "names are matched whole; nearest: `The cart`"),
            (["--name", "Plian"], "names are matched whole; nearest: `Plain`"),
            (["--name", "zzz"], "`--name` wants the whole name; `*` stands for any part of one"),
            (
                ["--name", "cart", "--tag", "smoke"],
                "2 workflows fit the other options; names are matched whole; nearest: `The cart`; `--name '*cart*'` finds 1"
            ),
        ] as [([String], String)])
    func `where nothing is selected, the help names what is near`(_ options: [String], _ help: String) async throws {
        let project = try SelectionProject(Self.files)
        for command in ["run", "list"] {
            let result = try await project.baton([command] + options)
            #expect(result.exitCode == 2)
            #expect(result.errorOutput.contains("none of the 4 workflows is selected [run.nothing-selected]"))
            #expect(
                result.errorOutput.contains("= help: \(help); `baton list` shows all"), "\(result.errorOutput)")
        }
    }

    @Test(
        arguments: [
            (["--tag", "smoke", "--tag", "auht"], "no workflow has the tag `auht`; did you mean `auth`?"),
            (["--tag", "smoke or zzz"], "no workflow has the tag `zzz`"),
            (["--not-tag", "slwo"], "no workflow has the tag `slwo`; did you mean `slow`?"),
            (["--name", "Plain", "--name", "Nosuch"], "`--name 'Nosuch'` fits no workflow"),
            (
                ["--owner", "team a", "--owner", "team c"],
                "`--owner 'team c'` fits no workflow; did you mean `team a`?"
            ),
            (
                ["--name", "{Plain,Log inn}"],
                "no workflow fits `Log inn` in `--name '{Plain,Log inn}'`; did you mean `Log in`?"
            ),
            (["--name", "Log {in,oot}"], "no workflow fits `oot` in `--name 'Log {in,oot}'`; did you mean `Log out`?"),
            (["--owner", "{team a,zzz}"], "no workflow fits `zzz` in `--owner '{team a,zzz}'`"),
            (
                ["workflows/auth/log{in,x}.yaml"],
                "no file fits `x` in `workflows/auth/log{in,x}.yaml`"
            ),
            (["{w,x}*/{auth,nosuch}/*"], "no file fits `nosuch` in `{w,x}*/{auth,nosuch}/*`"),
            (["workflows/*/{log*,cart,crt}.yaml"], "no file fits `crt` in `workflows/*/{log*,cart,crt}.yaml`"),
        ] as [([String], String)])
    func `a part of a selection that fits nothing is told, though the rest runs`(
        _ options: [String], _ sentence: String
    ) async throws {
        let project = try SelectionProject(Self.files)
        for command in ["run", "list"] {
            let result = try await project.baton([command] + options)
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(result.errorOutput.contains("warning: \(sentence) [run.warning]\n"), "\(result.errorOutput)")
        }
    }

    @Test func `a pattern of which each choice fits something gives no warning`() async throws {
        let project = try SelectionProject(Self.files)
        for pattern in ["workflows/{auth,shop}/{log*,cart}.yaml", "workflows/{auth,shop}"] {
            let result = try await project.baton(["run", pattern])
            #expect(result.exitCode == 0 && result.errorOutput == "", "\(result.everything)")
        }
        let check = try await project.baton(["check", "workflows/{auth,nosuch}"])
        #expect(
            check.errorOutput == "warning: no file fits `nosuch` in `workflows/{auth,nosuch}` [run.warning]\n",
            "\(check.everything)")
    }

    @Test func `a link to nothing stops only what asks for it`() async throws {
        let project = try SelectionProject(Self.files)
        symlink("nowhere.yaml", project.folder.path + "/workflows/x.yaml")
        for paths in [["workflows/pl*"], ["workflows/plain.yaml"], ["workflows/auth"], ["w*/[a-w]*"]] {
            let result = try await project.baton(["run"] + paths)
            #expect(result.exitCode == 0 && result.errorOutput == "", "\(paths) \(result.everything)")
            #expect(!result.output.contains("left out"), "\(result.output)")
        }
        for paths in [[], ["workflows"], ["workflows/*"], ["**/x*"], ["workflows/{plain,x}.yaml"]] {
            let result = try await project.baton(["run"] + paths)
            #expect(result.exitCode == 2, "\(paths) \(result.everything)")
            #expect(
                result.errorOutput == """
                    error: `workflows/x.yaml` cannot be read: it is a link that leads nowhere [file.unreadable]
                       = help: remove the link, or make the file that it leads to; `ls -l workflows/x.yaml` shows where it leads

                    """, "\(paths) \(result.errorOutput)")
        }
    }

    @Test(arguments: [
        ["check"], ["run"], ["list"], ["run", "workflows/bad.yaml", "workflows/x.yaml"], ["check", "workflows/*"],
    ])
    func `a link to nothing is one error among those of the other files`(_ words: [String]) async throws {
        let project = try SelectionProject(["bad.yaml": "steps:\n  - gte: /a\n"])
        symlink("nowhere.yaml", project.folder.path + "/workflows/x.yaml")
        let result = try await project.baton(words)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("workflows/bad.yaml:2:5"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("`workflows/x.yaml` cannot be read"), "\(result.errorOutput)")
    }

    @Test(arguments: [
        ("login.yaml", "did you mean `workflows/auth/login.yaml`?"),
        ("cart", "did you mean `workflows/shop/cart.yaml`?"),
        ("auth/logout", "did you mean `workflows/auth/logout.yaml`?"),
        ("workflows/plian.yaml", "did you mean `workflows/plain.yaml`?"),
        ("The cart", "`baton run` and `baton list` select by name with `--name '*The cart*'`"),
    ])
    func `a path to nothing is told what to write`(_ path: String, _ help: String) async throws {
        let project = try SelectionProject(Self.files)
        for command in ["run", "list", "check"] {
            let result = try await project.baton([command, path])
            #expect(
                result.errorOutput == "error: \(path): no such file or folder [file.unreadable]\n   = help: \(help)\n")
        }
    }

    @Test(arguments: ["run", "list", "check"])
    func `a project without its folder of workflows is told what to do`(_ command: String) async throws {
        let project = try SelectionProject([:])
        rmdir(project.folder.path + "/workflows")
        let result = try await project.baton([command])
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput == """
                error: workflows: no such file or folder [file.unreadable]
                   = help: `workflows` in baton.yaml names another folder; `baton run FILE` runs a file

                """)
    }

    /// A file that is there by a link runs once, whichever of its paths a pattern fits.
    @Test(
        arguments: [
            ["workflows/sm*"], ["workflows/s*/*.yaml"], ["**/smoke/*.yaml"], ["**/smoke"], ["workflows/?moke"],
            ["workflows/{smoke,nosuch}"], ["w*/smoke/**"], ["workflows/smoke"], ["workflows/smoke/*.yaml"],
            ["workflows/more*/c*.yaml", "workflows/smoke/ping.yaml"],
        ])
    func `a pattern finds what is there by links`(_ paths: [String]) async throws {
        let project = try SelectionProject([
            "orders/create.yaml": SelectionProject.failing("Order"),
            "smoke/ping.yaml": SelectionProject.passing("Ping"),
        ])
        let workflows = "\(project.folder.path)/workflows"
        #expect(symlink("../orders/create.yaml", "\(workflows)/smoke/create.yaml") == 0)
        #expect(symlink("orders", "\(workflows)/more") == 0)
        let result = try await project.baton(["run"] + paths)
        #expect(result.output.contains("1 passed, 1 failed"), "\(result.everything)")
    }

    @Test func `a file whose name has the signs of patterns is found by its line`() async throws {
        let project = try SelectionProject(["st[b]*.yaml": "steps:\n  - that: 1 == 1\n  - that: 1 == 2\n"])
        let result = try await project.baton(["run", "workflows/st[b]*.yaml:2"])
        #expect(result.exitCode == 0 && result.output.contains("1 passed"), "\(result.everything)")
    }

    @Test(arguments: [["--name", "List [all] {x}*"], ["--owner", "team [c]"]])
    func `a name with the signs of patterns is selected by itself`(_ options: [String]) async throws {
        let project = try SelectionProject(Self.files.merging(Self.odd) { first, _ in first })
        let run = try await project.baton(["run"] + options)
        #expect(run.ran.count == 1 && run.output.contains("✓ workflows/odd.yaml "), "\(run.everything)")
    }

    @Test func `a row that is not there is answered with the rows`() async throws {
        let project = try SelectionProject(["a.yaml": "name: A\nrows: [ada, bob]\nsteps: [ { that: 1 == 1 } ]\n"])
        let result = try await project.run("--name", "A [row=eve]")
        #expect(result.errorOutput.contains("= help: there are the rows ada, bob;"), "\(result.errorOutput)")
    }

    @Test func `a wrong expression is shown with its place, before any file is read`() async throws {
        let project = try SelectionProject(["a.yaml": "stpes: []\n"])
        let result = try await project.run("--tag", "smoke,auth")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.hasPrefix(
                """
                error: a comma does not join tags [usage.wrong-value]
                  --> --tag:1:6
                   |
                 1 | smoke,auth
                   |      ^
                   = help: write `smoke or auth` for one of them, `smoke and auth` for all

                """), "\(result.errorOutput)")
    }

    @Test func `a pattern that nothing fits, and a misspelt file, are errors`() async throws {
        let project = try SelectionProject(Self.files)
        let none = try await project.run("workflows/*/pay*.yaml")
        #expect(none.exitCode == 2)
        #expect(none.errorOutput.contains("error: no workflow fits `workflows/*/pay*.yaml` [file.unreadable]"))
        let misspelt = try await project.run("workflows/auth/lgoin.yaml")
        #expect(misspelt.errorOutput.contains("= help: did you mean `workflows/auth/login.yaml`?"))
    }

    @Test func `a file whose name holds signs of a pattern is that file`() async throws {
        let project = try SelectionProject([
            "a[1].yaml": SelectionProject.passing("A"), "a1.yaml": SelectionProject.passing("B"),
        ])
        #expect(try await project.run("workflows/a[1].yaml").ran == ["✓a[1]"])
        #expect(try await project.run("workflows/a[12].yaml").ran == ["✓a1"])
    }

    @Test func `owners and expressions go with shards and with what failed last`() async throws {
        var files = Self.files
        files["auth/login.yaml"] = "name: Log in\ntags: [smoke, auth]\nowner: team a\nsteps: [ { that: 1 == 2 } ]\n"
        files["shop/cart.yaml"] = "name: The cart\ntags: [smoke]\nowner: team b\nsteps: [ { that: 1 == 2 } ]\n"
        let project = try SelectionProject(files)
        #expect(try await project.run().exitCode == 1)
        #expect(try await project.run("--last-failed", "--owner", "team a").ran == ["✗auth/login"])
        #expect(try await project.run("--last-failed", "--tag", "smoke and not auth").ran == ["✗shop/cart"])
        var ran: [String] = []
        for shard in 1...2 { ran += try await project.run("--owner", "team a", "--shard", "\(shard)/2").ran }
        #expect(ran.sorted() == ["✓auth/logout", "✗auth/login"])
    }
}
