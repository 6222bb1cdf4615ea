import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// moto, which verifies signatures by botocore, takes those of Baton and refuses wrong ones.
@Suite(
    .enabled("needs moto, which needs python3 with venv, and PyPI the first time") {
        await ForeignServer.moto.isInstalled()
    })
struct ForeignAWSTests {
    /// Makes a user with an access key, and a role; then lets moto verify everything.
    private static let setup = """
        setup:
          - post: /
            auth: &setup { aws: { service: iam, region: us-east-1, access_key: setup, secret_key: setup-secret } }
            form: { Action: CreateUser, Version: "2010-05-08", UserName: ada }
          - post: /
            auth: *setup
            form: { Action: CreateAccessKey, Version: "2010-05-08", UserName: ada }
            capture:
              key: { regex: "<AccessKeyId>(.*?)</AccessKeyId>" }
              secret: { regex: "<SecretAccessKey>(.*?)</SecretAccessKey>", secret: true }
          - post: /
            auth: *setup
            form:
              Action: PutUserPolicy
              Version: "2010-05-08"
              UserName: ada
              PolicyName: all
              PolicyDocument: '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
          - post: /
            auth: *setup
            form:
              Action: CreateRole
              Version: "2010-05-08"
              RoleName: reader
              AssumeRolePolicyDocument: '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"*"},"Action":"sts:AssumeRole"}]}'
          - post: /
            auth: *setup
            form:
              Action: PutRolePolicy
              Version: "2010-05-08"
              RoleName: reader
              PolicyName: all
              PolicyDocument: '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}'
          - post: /moto-api/reset-auth
            text: "0"

        """

    private func run(_ steps: String, _ files: [String: String] = [:]) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("w.yaml", Self.setup + steps)
        for (name, text) in files { try folder.write(name, text) }
        return try await ForeignServer.moto.serving { port in
            try await Baton(folder: folder)("run", "w.yaml", "--base-url", "http://127.0.0.1:\(port)", "--trace")
        }
    }

    @Test func `S3 takes keys with spaces, queries, forms with files and bodies from files`() async throws {
        let large = String(repeating: "0123456789", count: 300_000)
        let result = try await run(
            """
            steps:
              - put: /bucket-1
                auth: &s3 { aws: { service: s3, region: us-east-1, access_key: $(key), secret_key: $(secret) } }
              - { put: /bucket-1/a%20b/c.txt, auth: *s3, text: hello }
              - { get: /bucket-1/a%20b/c.txt, auth: *s3, expect: { body: hello } }
              - { put: "/bucket-1/a%2Bb/c~d%28e%29", auth: *s3, text: odd }
              - { get: "/bucket-1/a%2Bb/c~d%28e%29", auth: *s3, expect: { body: odd } }
              - { put: /bucket-1/large, auth: *s3, file: large.txt }
              - { put: /bucket-1/part, auth: *s3, file: { path: large.txt, offset: 5, length: 10 } }
              - { get: /bucket-1/part, auth: *s3, expect: { body: "5678901234" } }
              - get: /bucket-1
                auth: *s3
                query: { list-type: 2, prefix: "a b/", delimiter: "/", marker: "ü&=" }
                expect: { body: { contains: c.txt } }
              - { get: /bucket-1?tagging, auth: *s3, expect: { status: 404 } }
              - { delete: /bucket-1/a%20b/c.txt, auth: *s3, expect: { status: 204 } }
            """, ["large.txt": large])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `services that take forms and JSON take the signature too`() async throws {
        let result = try await run(
            """
            steps:
              - post: /
                auth: { aws: { service: sts, region: us-east-1, access_key: $(key), secret_key: $(secret) } }
                form: { Action: GetCallerIdentity, Version: "2011-06-15" }
                expect: { body: { contains: user/ada } }
              - post: /
                auth: { aws: { service: dynamodb, region: us-east-1, access_key: $(key), secret_key: $(secret) } }
                headers: { X-Amz-Target: DynamoDB_20120810.ListTables, Content-Type: application/x-amz-json-1.0 }
                json: {}
                expect: { $.TableNames: [] }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a wrong secret key is refused, and a changed body too`() async throws {
        let result = try await run(
            """
            steps:
              - get: /bucket-1
                auth: { aws: { service: s3, region: us-east-1, access_key: $(key), secret_key: wrong-secret } }
                expect: { status: 403, body: { contains: SignatureDoesNotMatch } }
              - post: /
                auth: { aws: { service: sts, region: eu-west-1, access_key: $(key), secret_key: wrong-secret } }
                form: { Action: GetCallerIdentity, Version: "2011-06-15" }
                expect: { status: 403, body: { contains: SignatureDoesNotMatch } }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `temporary credentials are those of an assumed role`() async throws {
        let result = try await run(
            """
            steps:
              - post: /
                auth: { aws: { service: sts, region: us-east-1, access_key: $(key), secret_key: $(secret) } }
                form: { Action: AssumeRole, Version: "2011-06-15", RoleArn: "arn:aws:iam::123456789012:role/reader", RoleSessionName: s }
                capture:
                  temporary_key: { regex: "<AccessKeyId>(.*?)</AccessKeyId>" }
                  temporary_secret: { regex: "<SecretAccessKey>(.*?)</SecretAccessKey>", secret: true }
                  session: { regex: "<SessionToken>(.*?)</SessionToken>", secret: true }
              - put: /bucket-2
                auth: &role { aws: { service: s3, region: us-east-1, access_key: $(temporary_key), secret_key: $(temporary_secret), session_token: $(session) } }
              - { put: /bucket-2/a, auth: *role, text: x }
              - { get: /bucket-2/a, auth: *role, expect: { body: x } }
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
