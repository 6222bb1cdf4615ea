/// Options of Hurl, runn, Step CI, pytest with Tavern, Bruno, Newman, Playwright and curl, with Baton's counterparts.
enum ForeignOptions {
    enum Meaning {
        /// The name of Baton's option, without dashes.
        case option(String)
        case note(String)
    }

    static func meaning(of spelling: String) -> Meaning? {
        if let name = options[spelling] { return .option(name) }
        return notes[spelling].map(Meaning.note)
    }

    static let options: [String: String] = [
        "-e": "env", "--environment": "env", "--profile": "env", "--stage": "env",
        "--host": "base-url", "--server": "base-url", "--url": "base-url", "--baseurl": "base-url",
        "--variable": "var", "--global-variable": "var", "--env-var": "var", "--global-var": "var", "--set": "var",
        "--define": "var", "-D": "var", "--extra-vars": "var",
        "--variables-file": "vars-file", "--vars": "vars-file", "--globals": "vars-file",
        "-g": "vars-file", "--var-file": "vars-file", "--iteration-data": "vars-file", "-d": "vars-file",
        "-t": "tag", "--label": "tag", "--include-tags": "tag", "-m": "tag", "--exclude-tags": "not-tag",
        "--exclude-tag": "not-tag", "--skip-tag": "not-tag", "--skip-tags": "not-tag", "--without-tag": "not-tag",
        "--grep": "name", "--filter": "name", "--glob": "name", "--only": "name", "--match": "name", "-k": "name",
        "-j": "jobs", "--parallel": "jobs", "--workers": "jobs", "--threads": "jobs", "--concurrency": "jobs",
        "--concurrent": "jobs", "--numprocesses": "jobs", "-p": "jobs",
        "--bail": "fail-fast", "--exitfirst": "fail-fast", "-x": "fail-fast", "--stop-on-failure": "fail-fast",
        "--failfast": "fail-fast", "--maxfail": "max-failures", "--maxFailures": "max-failures",
        "--report-junit": "junit", "--reporter-junit": "junit", "--reporter-junit-export": "junit",
        "--report-tap": "tap",
        "--junitxml": "junit", "--junit-xml": "junit", "--reporter": "junit", "--reporters": "junit",
        "--report-html": "html", "--reporter-html": "html", "--reporter-html-export": "html",
        "--reporter-htmlextra-export": "html",
        "--report-json": "json", "--reporter-json": "json", "--reporter-json-export": "json", "--ctrf": "json",
        "--retry": "retries", "--reruns": "retries", "--fail-on-flaky-tests": "fail-on-flaky",
        "--debug": "verbose", "--very-verbose": "verbose", "--silent": "quiet", "-s": "quiet", "--tests-only": "quiet",
        "--colour": "color", "--colors": "color",
        "--noop": "dry-run", "--collect-only": "dry-run", "--dryrun": "dry-run",
        "--lf": "last-failed", "--changed": "only-changed", "--onlyChanged": "only-changed", "-w": "watch",
        "--rerun-failed": "last-failed", "--dry": "dry-run", "--only-failed": "last-failed",
        "--format": "json", "--output-format": "json", "--repeat": "repeat-each", "--count": "repeat-each",
        "--iteration-count": "repeat-each", "--seed": "shuffle", "--random-order": "shuffle",
        "--randomize": "shuffle", "--repeat-count": "repeat-each",
        "--scopes": "allow-exec",
        "-V": "version",
    ]

    /// Options that one command of Baton has, and that mean something else in place of an option of another command.
    static let namesakes: [String: String] = ["--failed": "last-failed"]

    /// Options whose value names the format of a report, which is an option of its own here.
    static let ofFormats: Set<String> = ["--format", "--output-format", "--reporter", "--reporters", "--report"]

    private static let notes: [String: String] = [
        "--test": "every run is a test: leave it out",
        "--env-file": "`baton run` takes variables from `--vars-file FILE`, and secrets from `--secrets-file FILE`",
        "-n": "write `--jobs N` for how many run at the same time, `--repeat-each N` for how often each runs",
        "--no-color": "write `--color never`, or set NO_COLOR",
        "--no-colour": "write `--color never`, or set NO_COLOR",
        "--location": "write `follow_redirects: true` at the step or under `defaults`",
        "-L": "write `follow_redirects: true` at the step or under `defaults`",
        "--insecure": "write `tls: { verify: false }` at the step or under `defaults`",
        "--cacert": "write `tls: { ca: FILE }` at the step or under `defaults`",
        "--header": "write `headers` at the step, under `defaults` or in the environment of baton.yaml",
        "-H": "write `headers` at the step, under `defaults` or in the environment of baton.yaml",
        "--user": "write `auth` at the step, under `defaults` or in the environment of baton.yaml",
        "-u": "write `auth` at the step, under `defaults` or in the environment of baton.yaml",
        "--proxy": "write `proxy` at the step or under `defaults`",
        "--max-time": "write `timeout` at the step or under `defaults`",
        "--timeout-request": "write `timeout` at the step or under `defaults`",
        "--connect-timeout": "write `connect_timeout` at the step or under `defaults`",
        "--delay": "write a step `wait: 2s` where the pause belongs",
        "--delay-request": "write a step `wait: 2s` where the pause belongs",
        "--output": "write `save: FILE` at the step whose response is wanted",
        "-o": "write `save: FILE` at the step whose response is wanted",
        "--recursive": "folders are always searched to the bottom: leave it out",
        "--folder": "name the folder as a path",
        "--shard-index": "write both numbers, from 1: `--shard 3/12`",
        "--shard-n": "write both numbers, from 1: `--shard 3/12`",
        "--shard-count": "write both numbers, from 1: `--shard 3/12`",
        "--list": "`baton list` shows what there is to run",
        "--continue-on-error": "all workflows run, whatever the others did: leave it out",
        "--config": "the project file is the baton.yaml of this folder or one above",
        "-c": "the project file is the baton.yaml of this folder or one above",
    ]

    /// Options planned for later versions.
    static let planned: Set<String> = [
        "--junit-profile"
    ]
}

/// Commands of other tools, and commands planned for later versions.
enum ForeignCommands {
    static let names: [String: String] = [
        "test": "run", "exec": "run", "start": "run", "lint": "check", "validate": "check", "verify": "check",
        "ls": "list", "show": "history show", "log": "history list", "runs": "history list",
        "completion": "completions", "version": "--version", "merge-reports": "merge", "combine": "merge",
        "new": "init", "create": "init", "json-schema": "schema",
    ]

    static let planned: Set<String> = ["import", "serve"]
}
