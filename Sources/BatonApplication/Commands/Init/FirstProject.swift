import BatonJudging
import BatonLoading

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

    private static let job = """
        # Runs the workflows on every push. BATON_RELEASE is the address of the folder with the files of a release of Baton.
        name: API workflows
        on: [push]
        env:
          BATON_RELEASE: https://releases.example.com/baton
        jobs:
          baton:
            runs-on: ubuntu-24.04
            steps:
              - uses: actions/checkout@v4
              - name: Install Baton
                run: curl -fsSL "$BATON_RELEASE/install.sh" | sh -s -- --prefix "$HOME/.local" && echo "$HOME/.local/bin" >> "$GITHUB_PATH"
              - run: baton run
                # env: { API_PASSWORD: "${{ secrets.API_PASSWORD }}" }
              - uses: actions/upload-artifact@v4
                if: always()
                with:
                  name: reports
                  path: reports

        """
}
