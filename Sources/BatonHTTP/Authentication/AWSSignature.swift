/// What a request is signed with for Amazon Web Services and services that work like them (AWS Signature Version 4).
///
/// The secret key itself is never sent.
public struct AWSSignature: Sendable, Hashable {
    /// The name of the service in signatures, such as `s3`, `execute-api` or `dynamodb`.
    public var service: String
    /// The region of the service, such as `eu-west-1`.
    public var region: String
    /// The access key's identifier, which is sent.
    public var accessKey: String
    /// The secret key.
    public var secretKey: String
    /// The token of temporary credentials, sent as `X-Amz-Security-Token`.
    public var sessionToken: String?
    /// Whether the signature covers the body. Without that, `UNSIGNED-PAYLOAD` is signed in its place, which S3 accepts:
    /// a large file is then not read twice.
    public var signsBody: Bool

    /// Credentials for one service in one region.
    public init(
        service: String, region: String, accessKey: String, secretKey: String, sessionToken: String? = nil,
        signsBody: Bool = true
    ) {
        self.service = service
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.signsBody = signsBody
    }

    /// The parts that must be masked.
    package var secrets: [String] { [secretKey] + (sessionToken.map { [$0] } ?? []) }

    /// Whether paths are signed as they are sent, as S3 does it, because its keys may hold `//` and `..`.
    var keepsPath: Bool { service == "s3" || service.hasPrefix("s3-") || service == "s3express" }
}

extension AWSSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Service, region and the identifier of the key.
    public var description: String { "AWSSignature(\(service), \(region), \(accessKey))" }
    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
