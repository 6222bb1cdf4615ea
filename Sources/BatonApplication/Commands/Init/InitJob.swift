import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonRecords
import BatonValues
import BatonWorkflow

/// `baton init`: creates the files of a new project. It overwrites no file.
package struct InitJob {
    private let folder: String?
    private let context: ProcessContext

    /// - Parameter folder: as given by the user; nil for the working folder.
    package init(_ folder: String?, in context: ProcessContext) {
        self.folder = folder
        self.context = context
    }

    package func run() -> Int32 {
        let messages = Messages(context, .auto)
        let root = PathText.absolute(RealPath.join(context.workingFolder, folder ?? "."))
        do throws(UsageError) {
            try refuseProject(at: root)
            do throws(FileError) {
                try write(into: root)
            } catch {
                throw UsageError("file.unwritable", Message(value: error.message))
            }
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
        let isHere = root == PathText.absolute(context.workingFolder)
        let place = isHere ? "" : "cd \(ShellWord.quote(folder ?? ".")) && "
        say(
            """

            run it:        \(place)baton run
            your API:      write its address into baton.yaml (base_url), then see workflows/02-api.yaml
            as you write:  baton run --watch
            in GitHub:     set the variable BATON_RELEASE, as .github/workflows/baton.yaml says; until then its job warns
            """)
        return ExitCode.passed
    }

    /// Throws inside another project, because that project's runs leave nested projects out, usually unexpectedly.
    private func refuseProject(at root: String) throws(UsageError) {
        var existing = root
        while !Folder.isFolder(existing), existing != "/" { existing = RealPath.folder(of: existing) }
        let found: String?
        do throws(FileError) {
            found = try ProjectSearch(home: context.environment["HOME"]).find(from: existing)
        } catch {
            throw UsageError(ofProjectFile: error, shownFrom: context.workingFolder)
        }
        guard let found else { return }
        let shown = PathText.relative(found, to: context.workingFolder)
        _ = try SourceReading.file(at: found, shownAs: shown)
        throw UsageError(
            "init.project", "there is a project already: \(shown)",
            help: "`baton run` runs it; a new workflow is a new file in its folder of workflows")
    }

    private func write(into root: String) throws(FileError) {
        for file in FirstProject.files { try write(file, into: root) }
        try ignoreWrittenFiles(root)
        // The last file: until it is there, `baton init` can be repeated.
        try write(FirstProject.projectFile(name: Self.name(of: root)), into: root)
    }

    private func write(_ file: FirstProject.File, into root: String) throws(FileError) {
        let parent = RealPath.folder(of: RealPath.join(root, file.path))
        if let real = try? RealPath.of(root), !RealPath.leads(parent, into: real) {
            throw FileError(
                .outside, path: file.path, message: "`\(file.path)` leads out of the folder: move the link away")
        }
        let isNew = try FirstFile.create(RealPath.join(root, file.path), file.text)
        say("\(isNew ? "wrote" : "kept ")  \(file.path)")
    }

    /// Lets git ignore what runs write.
    private func ignoreWrittenFiles(_ root: String) throws(FileError) {
        let path = RealPath.join(root, ".gitignore")
        let old = try Self.text(of: path)
        let lines = old.map { String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline) } ?? []
        let missing = FirstProject.ignored.filter { line in
            !lines.contains { $0 == line || $0 == line.dropLast() || $0 == "/\(line)" || $0 == "/\(line.dropLast())" }
        }
        guard !missing.isEmpty else { return }
        let start = old?.last.map { $0 == UInt8(ascii: "\n") } ?? true ? "" : "\n"
        try FirstFile.append(start + missing.map { $0 + "\n" }.joined(), to: path)
        say("\(old == nil ? "wrote" : "added")  .gitignore: \(missing.joined(separator: ", "))")
    }

    /// The content of a file; nil where it does not exist.
    private static func text(of path: String) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try FileReading.bytes(of: path, limit: 1_000_000)
        } catch  where error.code == .missing {
            return nil
        }
    }

    /// The folder's name as a YAML scalar; `true` and `null` would not be strings.
    private static func name(of root: String) -> String {
        let name = RealPath.name(of: root).filter { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
        return "\"\(name.isEmpty ? "project" : name)\""
    }

    private func say(_ line: String) { context.output(PrintableText.of(line) + "\n") }
}

/// The files of a new project. They run immediately and without a network, and explain the next steps towards the
/// user's own API.
enum FirstProject {
    struct File {
        let path: String
        let text: String
    }

    /// All but the project file.
    static var files: [File] {
        [
            File(path: "workflows/01-first.yaml", text: first),
            File(path: "workflows/02-api.yaml", text: api),
            File(path: ".github/workflows/baton.yaml", text: job),
        ]
            + LanguageSchema.Kind.allCases.map {
                File(path: "schemas/\($0.rawValue).json", text: LanguageSchema($0).text)
            }
    }

    /// With it a folder is a project.
    static func projectFile(name: String) -> File { File(path: "baton.yaml", text: project(name)) }

    /// Entries for .gitignore: files that runs create.
    static let ignored = [".baton/", "reports/"]

    private static func project(_ name: String) -> String {
        """
        # yaml-language-server: $schema=schemas/project.json
        # The project file: where things are, and the environments that the workflows can run in.
        name: \(name)
        environments:
          local:
            base_url: http://127.0.0.1:8080      # where your API listens; URLs such as /health are put after it
            # headers: { X-App: tests }          # sent with every request
            # secrets: [API_PASSWORD]            # read from the process environment, as $(secrets.API_PASSWORD)
          # staging:
          #   base_url: https://staging.example.com
        default_environment: local

        """
    }

    private static let first = """
        # yaml-language-server: $schema=../schemas/workflow.json
        # A workflow that needs no server: it shows how values and conditions are written.
        name: First steps
        tags: [smoke]
        vars:
          name: Ada
        steps:
          - set:
              greeting: $("Hello, " + name + "!")

          - name: The greeting names somebody
            that: |
              greeting.startsWith("Hello, ")
              greeting.contains(name)

          - log: $(greeting) From here on, see workflows/02-api.yaml.

        """

    private static let api = """
        # yaml-language-server: $schema=../schemas/workflow.json
        # A request to your API. It is left out until there is one: write its address into baton.yaml (base_url), the path
        # of something it answers below, and take the line with `skip` away.
        name: The API answers
        tags: [smoke]
        steps:
          - get: /health
            skip: no API is known yet (see the first lines of workflows/02-api.yaml)
            expect:
              status: 200
              duration: { lt: 2s }
            # capture: { version: $.version }       # a value of the response, for later steps: $(version)

        """

    /// The same as docs/ci/github-actions.yaml.
    private static let job = """
        # GitHub Actions, as `baton init` writes it to .github/workflows/baton.yaml.
        # It runs once the repository knows where a release of Baton lies: set its variable BATON_RELEASE (Settings, Secrets and
        # variables, Actions, Variables) to the address of the folder with the files of a release. Until then the job only warns.
        # The history is taken from job to job in the cache, so that each run knows since when a failure is there.
        name: API workflows
        on: [push, pull_request]
        env:
          BATON_RELEASE: ${{ vars.BATON_RELEASE }}
        jobs:
          not-set-up:
            if: vars.BATON_RELEASE == ''
            runs-on: ubuntu-24.04
            steps:
              - run: echo "::warning title=Baton does not run yet::set the variable BATON_RELEASE of this repository to the address of a release of Baton"
          baton:
            if: vars.BATON_RELEASE != ''
            runs-on: ubuntu-24.04
            steps:
              - uses: actions/checkout@v4
              - name: Install Baton
                run: curl -fsSL "$BATON_RELEASE/install.sh" | sh -s -- --prefix "$HOME/.local" && echo "$HOME/.local/bin" >> "$GITHUB_PATH"
              - uses: actions/cache/restore@v4
                with:
                  path: .baton/kept.sqlite
                  key: baton-history-${{ github.run_id }}-${{ github.run_attempt }}
                  restore-keys: baton-history-
              - name: Take up the history
                run: if [ -f .baton/kept.sqlite ]; then baton history import .baton/kept.sqlite; fi
              - name: Run the workflows
                # env: { API_PASSWORD: "${{ secrets.API_PASSWORD }}" }
                run: baton run
              - name: Keep the history
                if: always()
                run: baton history export .baton/kept.sqlite
              - uses: actions/cache/save@v4
                if: always()
                with:
                  path: .baton/kept.sqlite
                  key: baton-history-${{ github.run_id }}-${{ github.run_attempt }}
              - uses: actions/upload-artifact@v4
                if: always()
                with:
                  name: reports
                  path: reports

        """
}
