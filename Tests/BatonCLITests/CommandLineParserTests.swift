import BatonApplication
import Testing

@testable import BatonCLI

/// Which words mean what.
@Suite struct CommandLineParserTests {
    @Test func `every option of run arrives where it belongs`() throws {
        let options = try options(
            words(
                """
                run a.yaml --env staging --base-url http://h --input i=1 --var v=2 --vars-file f.yaml --tag t --not-tag n \
                --name g* --last-failed --only-changed --watch --repeat-each 4 --shuffle 5 --seed random --jobs 3 --fail-fast --junit j.xml --no-history -v \
                --color never --events e.jsonl --json c.json --html h.html --retries 0 --fail-on-flaky b \
                --provide login=l.json --provide w/x.yaml=a=b
                """))
        #expect(options.paths == ["a.yaml", "b"])
        #expect(options.environment == "staging")
        #expect(options.baseURL == "http://h")
        #expect(options.inputs.map { "\($0.name) \($0.value)" } == ["i 1"])
        #expect(options.variables.map { "\($0.name) \($0.value)" } == ["v 2"])
        #expect(options.variableFiles == ["f.yaml"])
        #expect(options.tags == ["t"])
        #expect(options.excludedTags == ["n"])
        #expect(options.names == ["g*"])
        #expect(options.isOnlyChanged && options.isWatching)
        #expect(options.isLastFailed && options.repeatCount == 4 && options.order == .number(5))
        #expect(options.seed == .random)
        #expect(options.jobs == 3)
        #expect(options.maxFailures == 1)
        #expect(
            options.reports == [.junit: "j.xml", .events: "e.jsonl", .json: "c.json", .html: "h.html"])
        #expect(!options.recordsHistory)
        #expect(options.detail == .verbose)
        #expect(options.colour == .never)
        #expect(!options.isDryRun)
        #expect(options.retries == 0)
        #expect(options.failsOnFlaky)
        #expect(options.providedFiles.map { "\($0.name) \($0.value)" } == ["login l.json", "w/x.yaml a=b"])
    }

    @Test func `what is given beside a collection arrives where it belongs`() throws {
        let line = "a.json --from postman --postman-env e --postman-globals g --data d"
        for command in ["run", "check", "list", "import"] {
            let given = try importing("\(command) \(line)")
            #expect([given.format, given.environment, given.globals, given.data] == ["postman", "e", "g", "d"])
            #expect(given.folder == nil && given.report == nil && !given.isDryRun && !given.allowsPartial)
        }
        let given = try importing("import a.json --into i --report r --allow-partial --force --dry-run")
        #expect(given.folder == "i" && given.report == "r" && given.allowsPartial && given.overwrites && given.isDryRun)
        #expect(try importing("import a.json --verify v.xml").result == "v.xml")
    }

    private func importing(_ line: String) throws -> ImportOptions {
        switch try CommandLineParser.parse(words(line)) {
        case .run(let options), .check(let options), .list(let options), .importing(let options): options.importing
        default: ImportOptions()
        }
    }

    @Test func `outputs and the form of a list arrive where they belong`() throws {
        #expect(try options("run a.yaml --outputs o.json").outputs == "o.json")
        #expect(try options("run").outputs == nil)
        let forms: [(String, RunOptions.Listing)] = [
            ("list", .table), ("list --graph", .graph), ("list --dot", .dot), ("list --graph --dot", .dot),
            ("list --dot --graph", .dot), ("list --json", .json),
        ]
        for (line, form) in forms { #expect(try options(line).listing == form, "\(line)") }
    }

    @Test func `a run without options has the default of every option`() throws {
        let options = try options("run")
        #expect(options.paths.isEmpty && options.tags.isEmpty && options.jobs == nil && options.reports.isEmpty)
        #expect(options.recordsHistory && options.maxFailures == nil && !options.isDryRun && !options.failsOnFlaky)
        #expect(options.retries == nil)
        #expect(options.detail == .normal && options.colour == .auto)
    }

    @Test func `the number of failures that end a run is given, or one`() throws {
        #expect(try options("run --max-failures 20").maxFailures == 20)
        #expect(try options("run --fail-fast").maxFailures == 1)
    }

    @Test func `snapshots are updated where an option says so, and only there`() throws {
        #expect(try options("run --update-snapshots").updatesSnapshots)
        #expect(try !options("run").updatesSnapshots)
    }

    @Test func `options and paths come in any order`() throws {
        let options = try options("run a --tag x b -q c --jobs=2")
        #expect(options.paths == ["a", "b", "c"])
        #expect(options.tags == ["x"] && options.detail == .quiet && options.jobs == 2)
    }

    @Test func `a repeated option collects its values in order`() throws {
        #expect(try options("run --tag b --tag=a --tag c").tags == ["b", "a", "c"])
        #expect(try options("run --var a=1 --var a=2").variables.map(\.value) == ["1", "2"])
    }

    @Test func `what follows two dashes is a path, whatever it looks like`() throws {
        let options = try options("run -v -- --tag -x --help --")
        #expect(options.paths == ["--tag", "-x", "--help", "--"])
        #expect(options.tags.isEmpty && options.detail == .verbose)
    }

    @Test func `a lone dash is a path, and may be a value`() throws {
        #expect(try options("run -").paths == ["-"])
        #expect(try options("run --name - a").names == ["-"])
    }

    @Test(
        arguments: [
            ("--name=-x", "-x"), ("--name=--tag", "--tag"), ("--name=a=b", "a=b"), ("--name==", "="),
            ("--name=a\u{301}", "a\u{301}"), ("--name=\u{301}", "\u{301}"), ("--name=a b", "a b"),
        ])
    func `what stands behind the first equals sign is the value`(_ word: String, _ value: String) throws {
        #expect(try options(["run", word]).names == [value])
    }

    @Test func `an assignment ends its name at the first equals sign, and may be empty`() throws {
        let variables = try options(["run", "--var", "a=b=c", "--var=d=", "--var", "e= f"]).variables
        #expect(variables.map(\.name) == ["a", "d", "e"])
        #expect(variables.map(\.value) == ["b=c", "", " f"])
    }

    @Test func `a flag may be given twice, and letters behind one dash are flags`() throws {
        #expect(try options("run -v").detail == .verbose)
        #expect(try options("run -vv").detail == .full)
        #expect(try options("run -v --verbose").detail == .full)
        #expect(try options("run --quiet -q").detail == .quiet)
    }

    @Test func `check and list take what they have options for`() throws {
        let checked = try options("check a --env e --color always")
        #expect(checked.paths == ["a"] && checked.environment == "e" && checked.colour == .always)
        let listed = try options("list --tag t --not-tag n --name g --env e a b")
        #expect(listed.tags == ["t"] && listed.excludedTags == ["n"] && listed.names == ["g"])
        #expect(listed.paths == ["a", "b"] && listed.environment == "e")
    }

    @Test(
        arguments: [
            ("history list", "list []"), ("history list --limit 5", "list [] limit 5"), ("history show", "show []"),
            ("history show 0197 --failed", "show [0197] failed"), ("history case a.yaml --json", "case [a.yaml] json"),
            ("history compare main last", "compare [main last]"), ("history flaky --branch b --env e", "flaky [] b e"),
            ("history slow --since 2d", "slow [] since 172800 s ago"), ("history trend", "trend []"),
            ("history broken --since 2026-08-21", "broken [] since 1787270400"),
            ("history sql 'SELECT 1'", "sql [SELECT 1]"),
            ("history export f", "export [f]"), ("history import f g", "import [f g]"), ("history prune", "prune []"),
            ("completions zsh", "completions zsh"), ("--version", "version"),
            ("--version run", "version"), ("", "help baton"), ("help", "help baton"), ("--help", "help baton"),
            ("-h", "help baton"), ("--help run", "help baton run"), ("help run", "help baton run"),
            ("run --help", "help baton run"), ("run a -vh", "help baton run"), ("run --jobs 0 -h", "help baton run"),
            ("run --nonsense --help", "help baton run"), ("history", "help baton history"),
            ("doctor", "run, check, list or doctor"), ("doctor -h", "help baton doctor"),
            ("help history list", "help baton history list"), ("history --help", "help baton history"),
            ("history list -h", "help baton history list"), ("help help", "help baton help"),
            ("completions --help", "help baton completions"), ("cache", "help baton cache"),
            ("cache list", "cache list"), ("cache clear", "cache clear"),
            ("cache clear --help", "help baton cache clear"), ("init", "init here"), ("init a", "init a"),
            ("schema api", "schema api"), ("report last", "report last"), ("report -h", "help baton report"),
            ("merge a b --no-history", "merge a b"), ("merge -h", "help baton merge"),
            ("schema -h", "help baton schema"), ("import a.json", "import a.json into here"),
            ("import - --into d --dry-run", "import - into d"), ("import -h", "help baton import"),
            ("explain", "explain all"), ("explain retry", "explain retry"),
            ("help --man-pages d", "pages of baton in d"),
            ("help history list --man-pages d", "pages of baton history list in d"),
        ])
    func `each command is found`(_ line: String, _ expected: String) throws {
        let found =
            switch try CommandLineParser.parse(words(line)) {
            case .run, .check, .list, .doctor: "run, check, list or doctor"
            case .importing(let options): "import \(options.paths[0]) into \(options.importing.folder ?? "here")"
            case .history(let options): Self.text(options)
            case .merge(let options): "merge \(options.paths.joined(separator: " "))"
            case .report(let options): "report \(options.paths[0])"
            case .cacheList: "cache list"
            case .cacheClear: "cache clear"
            case .initialize(let folder): "init \(folder ?? "here")"
            case .schema(let kind): "schema \(kind.rawValue)"
            case .explain(let word): "explain \(word ?? "all")"
            case .completions(let shell): "completions \(shell)"
            case .help(let path): "help \(path.words)"
            case .manPages(let path, let folder): "pages of \(path.words) in \(folder)"
            case .version: "version"
            }
        #expect(found == expected)
    }

    private static func text(_ options: HistoryOptions) -> String {
        var text = "\(options.question) [\(options.words.joined(separator: " "))]"
        if let branch = options.branch { text += " \(branch)" }
        if let environment = options.environment { text += " \(environment)" }
        switch options.since {
        case .before(let span): text += " since \(span / 1_000_000) s ago"
        case .moment(let moment): text += " since \(moment / 1_000_000)"
        case nil: break
        }
        if let limit = options.limit { text += " limit \(limit)" }
        return text + (options.isJSON ? " json" : "") + (options.onlyFailed ? " failed" : "")
    }
}
