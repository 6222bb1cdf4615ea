import BatonImport
import Testing

@Suite struct `An auth of Postman` {
    @Test(arguments: [
        ("null", ""), (#"{"type": "noauth"}"#, "auth none"), ("{}", ""), ("7", ""),
        (
            #"{"type": "bearer", "bearer": [{"key": "token", "value": "tok-1"}]}"#,
            "auth bearer $(secrets.SHOP_TOKEN)\nsecret SHOP_TOKEN = tok-1"
        ),
        (#"{"type": "bearer", "bearer": {"token": "{{t}}"}}"#, "auth bearer $(t)"),
        (#"{"type": "bearer", "bearer": [{"key": "token", "value": ""}]}"#, "auth none"),
        (#"{"type": "bearer", "bearer": 5}"#, "auth none"),
        (
            #"{"type": "basic", "basic": [{"key": "username", "value": "ada"}, {"key": "password", "value": "{{pw}}"}]}"#,
            "auth basic ada:$(pw)"
        ),
        (
            #"{"type": "digest", "digest": {"username": "ada", "password": "pw-1", "algorithm": "MD5"}}"#,
            "auth digest ada:$(secrets.SHOP_PASSWORD)\nsecret SHOP_PASSWORD = pw-1"
        ),
        (
            #"{"type": "ntlm", "ntlm": {"username": "ada", "password": "{{pw}}", "domain": "HOUSE"}}"#,
            #"auth ntlm HOUSE\ada:$(pw)"#
        ),
        (
            #"{"type": "apikey", "apikey": [{"key": "key", "value": "X-Shop"}, {"key": "value", "value": "k-1"}, {"key": "in", "value": "query"}]}"#,
            "auth apiKey X-Shop=$(secrets.SHOP_X_SHOP) in query\nsecret SHOP_X_SHOP = k-1"
        ),
        (
            #"{"type": "awsv4", "awsv4": {"accessKey": "AK", "secretKey": "sk-1", "region": "eu-west-1", "service": "s3", "sessionToken": "{{st}}"}}"#,
            "auth aws service=s3 region=eu-west-1 access_key=AK secret_key=$(secrets.SHOP_SECRET_KEY) session_token=$(st)\nsecret SHOP_SECRET_KEY = sk-1"
        ),
        (
            #"{"type": "awsv4", "awsv4": {"accessKey": "{{a}}", "secretKey": "{{s}}"}}"#,
            "auth aws service=execute-api region=us-east-1 access_key=$(a) secret_key=$(s)"
        ),
        (
            #"{"type": "basic", "basic": {"username": "a:b"}}"#,
            "auth none\nlost [r] auth: auth of type basic | The name of the user has a colon, which ends it for a server."
        ),
        (
            #"{"type": "apikey", "apikey": {"key": "X Shop", "value": "{{k}}"}}"#,
            "auth none\nlost [r] auth: auth of type apikey | `X Shop` cannot be the name of a header."
        ),
        (#"{"type": "oauth2", "oauth2": {"accessToken": "{{t}}"}}"#, "auth bearer $(t)"),
        (
            #"{"type": "oauth2", "oauth2": {"accessToken": "{{t}}", "addTokenTo": "queryParams"}}"#,
            "auth apiKey access_token=$(t) in query"
        ),
        (
            #"{"type": "oauth2", "oauth2": {"accessToken": "{{t}}", "headerPrefix": "Token "}}"#,
            "auth apiKey Authorization=Token $(t)"
        ),
        (
            #"{"type": "oauth2", "oauth2": [{"key": "grant_type", "value": "client_credentials"}, {"key": "accessTokenUrl", "value": "https://a/token"}, {"key": "clientId", "value": "shop"}, {"key": "clientSecret", "value": "cs-1"}, {"key": "client_authentication", "value": "body"}, {"key": "scope", "value": "read"}]}"#,
            "auth oauth2 token_url=https://a/token client_id=shop client_secret=$(secrets.SHOP_CLIENT_SECRET) client_auth=body scope=read\nsecret SHOP_CLIENT_SECRET = cs-1"
        ),
        (
            #"{"type": "oauth2", "oauth2": {"grant_type": "password_credentials", "accessTokenUrl": "{{u}}", "username": "ada", "password": "{{p}}"}}"#,
            "auth oauth2 token_url=$(u) grant=password username=ada password=$(p)"
        ),
        (
            #"{"type": "oauth2", "oauth2": {"grant_type": "authorization_code", "accessTokenUrl": "https://a"}}"#,
            "auth none\nlost [r] auth: oauth2 with grant authorization_code | The access token is not in the source, and the grant needs a browser."
        ),
        (
            #"{"type": "oauth2", "oauth2": {"grant_type": "client_credentials", "accessTokenUrl": "https://a"}}"#,
            "auth none\nlost [r] auth: oauth2 with grant client_credentials | The source has no client to get the access token for."
        ),
        (
            #"{"type": "hawk", "hawk": {}}"#,
            "auth none\nlost [r] auth: auth of type hawk | Baton has no such way to authenticate."
        ),
        (#"{"type": "new"}"#, "auth none\nlost [r] auth: auth of type new | Baton has no such way to authenticate."),
    ])
    func `is one of Baton's, or a note`(source: String, expected: String) throws {
        let text = try PostmanSample.request(#"{"url": "http://a", "auth": \#(source)}"#)
        #expect(text == "GET http://a" + (expected.isEmpty ? "" : "\n\(expected)"))
    }

    @Test(arguments: ["hawk", "oauth1", "edgegrid", "asap", "jwt", "akamai"])
    func `says what to do instead`(type: String) throws {
        let input = PostmanSample.collection(
            #""item": [{"name": "r", "request": {"url": "http://a", "auth": {"type": "\#(type)"}}}]"#)
        guard case .request(let request)? = try ImportFormat.postman.read(input).collection.items.first else {
            Issue.record("no request")
            return
        }
        #expect(request.notes.map(\.kind) == [.lost])
        #expect(request.notes.allSatisfy { !$0.advice.isEmpty })
    }

    @Test func `is inherited, and replaces a header of the request`() throws {
        let text = try PostmanSample.text(
            #"""
            "auth": {"type": "bearer", "bearer": {"token": "{{t}}"}},
            "item": [
                {"name": "f", "auth": {"type": "noauth"}, "item": [
                    {"name": "own", "request": {"url": "http://a", "header": [{"key": "authorization", "value": "{{h}}"}]}}]},
                {"name": "r", "request": {"url": "http://a", "header": [{"key": "Authorization", "value": "x"}]}}]
            """#)
        #expect(
            text == """
                collection Shop
                auth bearer $(t)
                var t = '$("{{t}}")'
                var h = '$("{{h}}")'
                folder f
                  auth none
                  request own
                    GET http://a
                    header authorization=$(h)
                request r
                  GET http://a
                  harmless [r] header: Authorization | Postman replaces the header by what the auth says.
                """)
    }

    @Test func `makes a secret of the variable that feeds it, where its value stands in the source`() throws {
        let text = try PostmanSample.text(
            #"""
            "variable": [{"key": "access", "value": "abc-4711"}, {"key": "user", "value": "ada"},
                {"key": "apiKey", "value": "k-1"}, {"key": "empty_token", "value": ""}, {"key": "v", "type": "secret", "value": "s-1"}],
            "auth": {"type": "basic", "basic": {"username": "{{user}}", "password": "{{access}}"}}, "item": []
            """#)
        #expect(
            text == """
                collection Shop
                auth basic $(user):$(access)
                var access = '$(secrets.ACCESS)'
                var user = 'ada'
                var apiKey = '$(secrets.API_KEY)'
                var empty_token = ''
                var v = '$(secrets.V)'
                secret ACCESS = abc-4711
                secret API_KEY = k-1
                secret V = s-1
                """)
    }
}
