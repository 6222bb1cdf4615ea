@preconcurrency import BatonSystem

/// The environment of a process as a value.
package struct EnvironmentVariables: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package var values: [String: String]

    package init(_ values: [String: String]) {
        self.values = values
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        values = Dictionary(elements) { $1 }
    }

    package subscript(_ name: String) -> String? { values[name] }

    /// Variables that every program needs to be found and to write correctly. None holds a secret.
    private static let ordinaryNames = [
        "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ",
        "USER",
    ]

    /// The subset that every started program gets.
    package var ordinary: EnvironmentVariables {
        EnvironmentVariables(values.filter { Self.ordinaryNames.contains($0.key) })
    }

    /// The environment of this process. Must be read once, at the start, before other threads can change it.
    package static func current() -> EnvironmentVariables {
        var values: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        while let next = entry?.pointee {
            let text = String(cString: next)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex {
                values[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
            }
            entry = entry?.advanced(by: 1)
        }
        return EnvironmentVariables(values)
    }
}

/// The continuous-integration service that a run is executed by.
package struct BuildServer: Sendable, Equatable {
    /// The service's own name, for example `GitHub Actions`.
    package var name: String

    /// The service that the environment variables indicate; `CI` alone gives the name `CI`.
    package static func current(in environment: EnvironmentVariables) -> BuildServer? {
        for (variable, name) in known where environment[variable]?.isEmpty == false {
            return BuildServer(name: name)
        }
        switch environment["CI"] {
        case nil, "", "0", "false": return nil
        default: return BuildServer(name: "CI")
        }
    }

    private static let known = [
        ("GITHUB_ACTIONS", "GitHub Actions"), ("GITLAB_CI", "GitLab CI"), ("JENKINS_URL", "Jenkins"),
        ("TF_BUILD", "Azure Pipelines"), ("TEAMCITY_VERSION", "TeamCity"), ("CIRCLECI", "CircleCI"),
        ("BUILDKITE", "Buildkite"), ("TRAVIS", "Travis CI"), ("BITBUCKET_BUILD_NUMBER", "Bitbucket Pipelines"),
        ("DRONE", "Drone"), ("CODEBUILD_BUILD_ID", "AWS CodeBuild"), ("APPVEYOR", "AppVeyor"),
    ]
}

package enum HostName {
    /// The name of this machine; `localhost` when the system gives none.
    package static func current() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }
}
