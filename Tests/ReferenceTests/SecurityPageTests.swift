import CommandCalls
import ProjectFolders
import Testing

/// docs/security.md: each of its promises names the tests that show it, and nothing is promised that none shows.
@Suite struct SecurityPageTests {
    /// The words in bold, and the tests by file and a part of their name.
    private static let promises: [(promise: String, tests: [(file: String, name: String)])] = [
        (
            "No output shows a secret.",
            [
                ("CommandTests/Secrets/SecretLeakTests.swift", "no secret is in console, reports, history"),
                ("CommandTests/Secrets/SecretLeakTests.swift", "which proves that a secret would be"),
                ("BatonSecretsTests/EncoderTests.swift", "a secret is found as it is written by"),
                ("BatonSecretsTests/DisguisedSecretTests.swift", "a secret is found as"),
                ("BatonSecretsTests/DisguisedSecretTests.swift", "a secret that is cut inside an escape is masked"),
                ("BatonSecretsTests/DisguisedSecretTests.swift", "of a secret URL also its usual form, path and query"),
                ("BatonSecretsTests/EncoderTests.swift", "what cannot be seen does not tear a secret apart"),
                ("CommandTests/Secrets/EchoedSecretTests.swift", "that colours a part of a secret shows nothing"),
                ("CommandTests/Secrets/EchoedSecretTests.swift", "a secret in the name of a header is masked"),
            ]
        ),
        (
            "Secrets are what is declared.",
            [
                ("BatonSecretsTests/SecretNamesTests.swift", "a field is secret by its whole name in any spelling"),
                ("BatonSecretsTests/SecretNamesTests.swift", "what only resembles a name is printed"),
                ("BatonSecretsTests/SecretNamesTests.swift", "a project adds names and keeps others visible"),
                ("CommandTests/Secrets/WrittenSecretTests.swift", "a project says which fields are secret"),
            ]
        ),
        (
            "Messages about a file show no value of a secret field of it.",
            [
                (
                    "BatonLoadingTests/HiddenValuesTests.swift",
                    "the value of a field with a secret name is hidden in every form"
                ),
                (
                    "BatonLoadingTests/HiddenValuesTests.swift",
                    "a message repeats no word of a hidden value of its lines"
                ),
                (
                    "CommandTests/Secrets/EchoedSecretTests.swift",
                    "a message about a file shows no literal secret of it"
                ),
                ("CommandTests/Secrets/WrittenSecretTests.swift", "a mistake beside a secret is told without it"),
                (
                    "CommandTests/Secrets/WrittenSecretTests.swift",
                    "a mistake in a file with a secret is told without it"
                ),
                (
                    "CommandTests/Secrets/WrittenSecretTests.swift",
                    "a mistake in the project is told without the secret"
                ),
            ]
        ),
        (
            "A secret that becomes known late is masked in what was shown before.",
            [
                ("CommandTests/Secrets/LateSecretTests.swift", "no output shows a secret that a later step receives"),
                ("CommandTests/Secrets/LateSecretTests.swift", "a failed attempt shows no secret"),
                ("CommandTests/Secrets/LateSecretTests.swift", "which proves that the others would be"),
            ]
        ),
        (
            "What is made of a secret is one.",
            [
                ("BatonLoadingTests/TaintTests.swift", "every function hands on the secrecy of each argument"),
                ("BatonLoadingTests/TaintTests.swift", "operators and macros hand on what went into them"),
                ("CommandTests/Secrets/ShortSecretTests.swift", "what was sent is secret where secrets are in it"),
                (
                    "CommandTests/Secrets/DerivedSecretTests.swift",
                    "each element that a loop takes from a secret is one"
                ),
                ("CommandTests/Secrets/DerivedSecretTests.swift", "an explained condition shows no part of a secret"),
            ]
        ),
        (
            "No explanation shows a part of a secret that a server sent back.",
            [
                ("CommandTests/Secrets/DerivedSecretTests.swift", "is computed from a secret that a server sent back"),
                ("CommandTests/Secrets/DerivedSecretTests.swift", "an error that quotes what was computed"),
            ]
        ),
        (
            "No snapshot holds a secret.",
            [
                ("CommandTests/Requests/SnapshotTests.swift", "a snapshot never holds a secret"),
                (
                    "CommandTests/Requests/SnapshotTests.swift",
                    "a secret that a later step receives keeps the snapshot"
                ),
            ]
        ),
        (
            "Secrets from outside are masked in the whole run.",
            [
                (
                    "CommandTests/Secrets/OutsideSecretTests.swift",
                    "a credential of one workflow is masked in all workflows"
                ),
                (
                    "CommandTests/Secrets/OutsideSecretTests.swift",
                    "a secret input is masked in all workflows, given or written"
                ),
                (
                    "CommandTests/Secrets/OutsideSecretTests.swift",
                    "a secret captured by a needed workflow is masked in all workflows"
                ),
            ]
        ),
        (
            "Short secrets and numbers are masked where they are used.",
            [
                ("CommandTests/Secrets/ShortSecretTests.swift", "a short secret is masked where it is used"),
                ("CommandTests/Secrets/ShortSecretTests.swift", "numbers, booleans and null that secrets made"),
            ]
        ),
        (
            "A workflow with a secret that nothing provides sends nothing.",
            [
                (
                    "CommandTests/Secrets/SecretSourcesTests.swift",
                    "a secret that nothing provides fails its workflow before the first request"
                )
            ]
        ),
        (
            "Credentials stay with their origin.",
            [
                ("CommandTests/Requests/CredentialOriginTests.swift", "a credential goes where it may go"),
                ("CommandTests/Requests/RedirectedSecretTests.swift", "a body with a secret is kept back"),
                ("CommandTests/Requests/RedirectedSecretTests.swift", "a body without a secret goes along"),
                (
                    "CommandTests/Requests/RedirectedSecretTests.swift",
                    "a client certificate is offered to another origin"
                ),
            ]
        ),
        (
            "An access token stays with its origin and out of sight.",
            [
                ("CommandTests/Requests/OAuth2Tests.swift", "the token stays with its origin"),
                ("CommandTests/Requests/OAuth2Tests.swift", "no output holds a token or a secret"),
                ("CommandTests/Requests/OAuth2Tests.swift", "over plain HTTP is refused unless allowed"),
                ("CommandTests/Requests/OAuth2Tests.swift", "the document of another issuer is refused"),
                ("BatonAPITests/OAuth2/TokenResponseTests.swift", "a redirect is named and not followed"),
            ]
        ),
        (
            "Only a run sends what a project computes.",
            [
                ("CommandTests/DoctorServerTests.swift", "nothing is sent that a project puts together, and no path")
            ]
        ),
        (
            "A cookie stays with its site.",
            [
                ("BatonHTTPTests/CookieTests.swift", "no server speaks for a public suffix"),
                (
                    "CommandTests/Requests/SessionTests.swift",
                    "a cookie for a public suffix reaches no other host"
                ),
            ]
        ),
        (
            "Outputs of one run are secrets of the next.",
            [
                ("CommandTests/Order/ProvidedOutputsTests.swift", "no output shows a secret of the file"),
                ("CommandTests/Order/ProvidedOutputsTests.swift", "messages before the run show no secret"),
                ("ProcessTests/ShellTests.swift", "the file of outputs has mode 0600"),
                ("CommandTests/Order/ProvidedOutputsTests.swift", "a file that others may use is refused"),
                ("CommandTests/Order/ProvidedOutputsTests.swift", "a file of another user is refused"),
                ("CommandTests/Order/ProvidedOutputsTests.swift", "a file that cannot stand for the workflow"),
                ("BatonRunnerTests/Outputs/OutputFormTests.swift", "only the secret parts are secret again"),
            ]
        ),
        (
            "Files are yours alone.",
            [
                ("ProcessTests/Secrets/FileModeTests.swift", "history, locks and reports are 0600, and .baton is 0700")
            ]
        ),
        (
            "Nothing starts a program unless you say so.",
            [
                (
                    "CommandTests/Programs/ExecTests.swift",
                    "a run without --allow-exec starts no program and runs the other workflows"
                ),
                ("BatonLoadingTests/Programs/ExecDiagnosticsTests.swift", "the program is spelled out"),
            ]
        ),
        (
            "Git starts no program of a repository.",
            [
                (
                    "CommandTests/Selecting/HostileRepositoryTests.swift",
                    "that a configuration of git names is not started"
                ),
                (
                    "CommandTests/Selecting/HostileRepositoryTests.swift",
                    "a nested repository and a submodule start nothing"
                ),
                ("CommandTests/Selecting/HostileRepositoryTests.swift", "that looks like a bare repository is none"),
                ("CommandTests/Selecting/HostileRepositoryTests.swift", "in a partial clone is not fetched"),
                (
                    "ProcessTests/Selecting/SlowGitTests.swift",
                    "a run does without what git does not say in two seconds"
                ),
                ("ProcessTests/Selecting/SlowGitTests.swift", "what has changed ends with the command"),
            ]
        ),
        (
            "The server of a project gets no secret that the file does not give it.",
            [
                (
                    "CommandTests/ServerTests.swift",
                    "a server gets the environment without the project's secrets, but the ones listed for it"
                )
            ]
        ),
        (
            "No shell stands between.",
            [("CommandTests/Programs/ExecTests.swift", "an argument arrives as it is")]
        ),
        (
            "A program gets no secret that the file does not give it.",
            [
                ("CommandTests/Programs/ExecTests.swift", "gets a small environment and no open files"),
                ("CommandTests/Programs/ExecTests.swift", "a secret in what a program writes is masked"),
            ]
        ),
        (
            "No program outlives its step.",
            [
                ("BatonProcessesTests/ProgramRunTests.swift", "whose time is up is ended with all that it started"),
                ("BatonProcessesTests/ProgramRunTests.swift", "what it leaves behind ends with it"),
                ("ProcessTests/Programs/ExecEndTests.swift", "an interrupt ends a program and all that it started"),
                ("ProcessTests/Programs/ExecEndTests.swift", "ends when the run is killed"),
            ]
        ),
        (
            "A value of a server is never a command of the language.",
            [
                ("CommandTests/DataTests.swift", "a check cannot be chosen by a value"),
                ("CommandTests/DataTests.swift", "a value is sent as what it is"),
            ]
        ),
        (
            "No document of a server makes Baton read another one.",
            [
                ("CommandTests/XMLSchemaTests.swift", "entities of a response are bounded, and load nothing"),
                ("CommandTests/XMLSchemaTests.swift", "a document that fits passes"),
                ("CommandTests/XMLSchemaTests.swift", "a schema includes only files of the project"),
            ]
        ),
        (
            "A value of a server is never a command elsewhere.",
            [
                ("ProcessTests/DefusedOutputTests.swift", "nothing that a server says acts in any output"),
                ("CommandTests/DefusedListingTests.swift", "no name in a listing commands a build service"),
            ]
        ),
        (
            "A server that breaks the rules fails with its kind.",
            [
                (
                    "ProcessTests/HostileRunTests.swift",
                    "hostile servers fail with their kind, in bounded memory, and disturb no other workflow"
                ),
                (
                    "BatonCurlTests/HTTP2Tests.swift",
                    "a response that says HTTP/2 as text is refused where nothing went over to HTTP/2"
                ),
            ]
        ),
        (
            "No stream works without end.",
            [
                ("CommandTests/Streams/StreamRunTests.swift", "an event without end is cut off at its limit"),
                (
                    "CommandTests/Streams/StreamRunTests.swift",
                    "events without end are cut off at the limit of the whole"
                ),
                ("CommandTests/Streams/StreamRunTests.swift", "comments without end are ended by the time limit"),
                (
                    "CommandTests/Streams/StreamRunTests.swift",
                    "a stream that ends before its condition held says what came"
                ),
                (
                    "CommandTests/Streams/StreamRunTests.swift",
                    "reports show the last events, and no secret in any of them"
                ),
            ]
        ),
        (
            "No request is repeated in silence.",
            [
                ("ProcessTests/HostileRunTests.swift", "a POST that is dropped on a kept connection is sent once"),
                ("BatonCurlTests/HostileServerTests.swift", "a server that asks for credentials without end is left"),
            ]
        ),
        (
            "A response belongs to its request.",
            [
                (
                    "BatonCurlTests/HostileServerTests.swift",
                    "bytes on an idle connection are no response to the next request"
                )
            ]
        ),
        (
            "No expression, pattern or path works without end.",
            [
                ("NightlyTests/InputLimitTests.swift", "an expression that makes too much ends with its place"),
                ("CommandTests/ExplosionTests.swift", "a regular expression that explodes ends with its place"),
                ("CommandTests/ExplosionTests.swift", "a path that multiplies on a wide document ends"),
            ]
        ),
        (
            "No value grows without end.",
            [
                (
                    "NightlyTests/SharedValueTests.swift",
                    "a value beyond the limit fails its step in little memory, and no other workflow"
                ),
                ("BatonCELTests/LimitTests.swift", "a value is as large as everything in it would be"),
                ("BatonCELTests/LimitTests.swift", "time is bounded within a single comparison"),
                (
                    "CommandTests/LogLimitTests.swift",
                    "a workflow keeps one megabyte of what it logs, and says once that the rest is missing"
                ),
            ]
        ),
        (
            "A server that never stops sending stops no other workflow.",
            [
                ("BatonCurlTests/HTTP2Tests.swift", "a flood of frames ends, and holds up no other request"),
                (
                    "ProcessTests/Ending/FloodTests.swift",
                    "a flood of bytes fails its step, and the rest of the run goes on"
                ),
                ("ProcessTests/Ending/FloodTests.swift", "Ctrl-C is heard while it lasts"),
                (
                    "ProcessTests/Ending/FloodTests.swift",
                    "the time limit of a run ends it, however many requests are flooded"
                ),
            ]
        ),
        (
            "Workflows reach files below one folder only.",
            [
                ("CommandTests/ProjectSafetyTests.swift", "nothing outside the root is read, however it is written"),
                ("CommandTests/ProjectSafetyTests.swift", "nothing outside the root, and no link, is written"),
                (
                    "BatonProcessesTests/FileRootSwapTests.swift",
                    "a folder swapped all the time lets nothing outside the root be read"
                ),
                ("BatonProcessesTests/FileRootSwapTests.swift", "what is written goes where it was judged to go"),
            ]
        ),
        (
            "Workflows name regular files.",
            [("CommandTests/FileRootTests.swift", "what a workflow names must be a regular file")]
        ),
        (
            "What an expression gives stays in its folder.",
            [("CommandTests/ProjectSafetyTests.swift", "does not leave the folder that is written before it")]
        ),
        (
            "History, cache and git's files are closed to workflows.",
            [
                ("CommandTests/ProjectSafetyTests.swift", "is closed to workflows"),
                ("CommandTests/ProjectSafetyTests.swift", "does not write over a file that says what runs"),
            ]
        ),
        (
            "A project writes inside its folder.",
            [("CommandTests/ProjectSafetyTests.swift", "neither a project file nor a link writes outside the project")]
        ),
        (
            "A stranger's history is not used.",
            [
                ("CommandTests/HistoryHabitsTests.swift", "a history that git tracks is not used"),
                ("BatonHistoryTests/ForeignHistoryTests.swift", "a history with what no history has is refused"),
                ("BatonHistoryTests/ForeignHistoryTests.swift", "a trigger does not run"),
                ("BatonHistoryTests/ForeignHistoryTests.swift", "what is no file of its own in the place of a file"),
                ("BatonHistoryTests/ForeignHistoryTests.swift", "a journal that names another file is refused"),
            ]
        ),
        (
            "A stranger's project file is not used.",
            [
                ("CommandTests/ProjectSafetyTests.swift", "a project file of another user is refused"),
                (
                    "CommandTests/ProjectSafetyTests.swift",
                    "stops at the root of the repository and at the home folder"
                ),
                ("CommandTests/ProjectSafetyTests.swift", "the search stops at the border of a file system"),
            ]
        ),
        (
            "No file is too much.",
            [
                (
                    "NightlyTests/InputLimitTests.swift",
                    "an oversized file is refused with its place, or its output is bounded"
                ),
                ("NightlyTests/InputLimitTests.swift", "a run of 10,000 files passes"),
            ]
        ),
        (
            "Ctrl-C ends a run in order.",
            [
                ("ProcessTests/Ending/InterruptTests.swift", "during a request, it is cancelled and teardown runs"),
                ("ProcessTests/Ending/InterruptTests.swift", "during a wait, it ends at once"),
                ("ProcessTests/Ending/InterruptTests.swift", "an expression that would go on for seconds is cut"),
                ("ProcessTests/Ending/InterruptTests.swift", "a second one ends at once"),
            ]
        ),
        (
            "No server outlives its run.",
            [
                ("ProcessTests/Ending/ServerEndTests.swift", "an interrupt ends it with all it started"),
                ("ProcessTests/Ending/ServerEndTests.swift", "when the run is killed it ends too"),
            ]
        ),
        (
            "A killed run loses nothing that was written.",
            [
                ("ProcessTests/Ending/CrashTests.swift", "killed runs lose nothing that was committed"),
                ("ProcessTests/Requests/StreamedUploadTests.swift", "a killed run leaves neither a part of the body"),
            ]
        ),
        (
            "Reports and history keep room for themselves.",
            [
                ("ProcessTests/ProcessLimitTests.swift", "more jobs than connections may be open are fewer"),
                ("ProcessTests/ProcessLimitTests.swift", "too little of what a run needs ends it with a message"),
            ]
        ),
        (
            "Trouble with the history changes no verdict.",
            [
                (
                    "CommandTests/HistoryFaultTests.swift",
                    "a fault is said once, kept beside, and made good by the next run"
                ),
                ("CommandTests/HistoryFaultTests.swift", "a full disk is said"),
            ]
        ),
    ]

    @Test func `each promise of the page has its tests, and none is missing`() throws {
        let page = try FileContents.text(of: "\(Repository.path)/docs/security.md")
        let promised = page.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("- **") else { return nil }
            return line.dropFirst(4).firstRange(of: "**").map { String(line.dropFirst(4)[..<$0.lowerBound]) }
        }
        #expect(promised == Self.promises.map(\.promise))
    }

    @Test func `every test that a promise names is there`() throws {
        for promise in Self.promises {
            for test in promise.tests {
                let text = try FileContents.text(of: "\(Repository.path)/Tests/\(test.file)")
                #expect(text.contains(test.name), "\(promise.promise) \(test.name)")
            }
        }
    }
}
