"""An OAuth 2.0 server with clients for each way to authenticate, and a resource that wants a token.

/token            the token endpoint
/realms/a         an issuer with both discovery documents of RFC 8414 and OpenID Connect
/plain            an issuer with the document of RFC 8414 only
/me               the resource: 401 without a valid token; says client, user and scope of the token
/revoke           makes all access tokens invalid
/counts           how many token requests were answered with 200, and how many with an error
"""

import sys
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
from flask import Flask, jsonify, request
from joserfc.jwk import OctKey

BASE = f"http://127.0.0.1:{sys.argv[1]}"
METHODS = ["client_secret_basic", "client_secret_post", "client_assertion_jwt", "none"]


class Client(ClientMixin):
    def __init__(self, name, secret, method):
        self.client_id = name
        self.client_secret = secret
        self.method = method

    def get_client_id(self):
        return self.client_id

    def get_allowed_scope(self, scope):
        return " ".join(word for word in (scope or "").split() if word in ("read", "write"))

    def check_client_secret(self, secret):
        return self.client_secret == secret

    def check_endpoint_auth_method(self, method, endpoint):
        return self.method == method

    def check_grant_type(self, grant_type):
        return True


class Token(TokenMixin):
    def __init__(self, client, user, data):
        self.client = client
        self.user = user
        self.data = data
        self.issued = time.time()
        self.revoked = False

    def check_client(self, client):
        return self.client.client_id == client.client_id

    def get_scope(self):
        return self.data.get("scope", "")

    def get_expires_in(self):
        return self.data["expires_in"]

    def is_expired(self):
        return time.time() > self.issued + self.data["expires_in"]

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.user

    def get_client(self):
        return self.client


class User:
    def __init__(self, name):
        self.name = name


CLIENTS = {
    client.client_id: client
    for client in (
        Client("basic:client", "basic secret/1%", "client_secret_basic"),
        Client("post-client", "post secret&2", "client_secret_post"),
        Client("jwt-client", "a-secret-of-at-least-256-bits-for-hs256", "client_assertion_jwt"),
        Client("public-client", "", "none"),
    )
}
TOKENS = []
COUNTS = {"issued": 0, "refused": 0}
SEEN = set()

app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"client_credentials": 3600, "password": 3600, "refresh_token": 3600}


def save_token(data, oauth_request):
    TOKENS.append(Token(oauth_request.client, oauth_request.user, data))


server = AuthorizationServer(app, query_client=CLIENTS.get, save_token=save_token)


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS


class Password(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS

    def authenticate_user(self, username, password):
        return User(username) if (username, password) == ("ada", "lovelace 1815") else None


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        for token in TOKENS:
            if token.data.get("refresh_token") == refresh_token:
                return token
        return None

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        refresh_token.data["refresh_token"] = None


class Assertion(JWTBearerClientAssertion):
    def get_audiences(self):
        return [f"{BASE}/token"]

    def validate_jti(self, claims, jti):
        if jti in SEEN:
            return False
        SEEN.add(jti)
        return True

    def resolve_client_public_key(self, client):
        return OctKey.import_key(client.client_secret)


for grant in (ClientCredentials, Password, Refresh):
    server.register_grant(grant)
server.register_client_auth_method(Assertion.CLIENT_AUTH_METHOD, Assertion())


class Validator(BearerTokenValidator):
    def authenticate_token(self, token_string):
        for token in TOKENS:
            if token.data["access_token"] == token_string:
                return token
        return None


require_oauth = ResourceProtector()
require_oauth.register_token_validator(Validator())


@app.post("/token")
def issue():
    response = server.create_token_response()
    COUNTS["issued" if response.status_code == 200 else "refused"] += 1
    return response


@app.get("/me")
@app.post("/me")
@require_oauth()
def me():
    token = current_token
    return jsonify(
        client=token.client.client_id, user=token.user.name if token.user else None, scope=token.get_scope(),
        body=request.get_data(as_text=True))


@app.post("/revoke")
def revoke():
    for token in TOKENS:
        token.revoked = True
    return jsonify(COUNTS)


@app.get("/counts")
def counts():
    return jsonify(COUNTS)


@app.get("/realms/a/.well-known/openid-configuration")
def openid():
    return jsonify(issuer=f"{BASE}/realms/a", token_endpoint=f"{BASE}/token")


@app.get("/.well-known/oauth-authorization-server/plain")
def plain():
    return jsonify(issuer=f"{BASE}/plain", token_endpoint=f"{BASE}/token")


app.run(host="127.0.0.1", port=int(sys.argv[1]), threaded=True)
