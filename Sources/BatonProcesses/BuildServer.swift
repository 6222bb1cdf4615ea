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
