import BatonHTTP
import BatonSecrets

extension Response {
    /// The response, whose body is read as UTF-8 if decoding would hide a secret from the redactor.
    ///
    /// A server that sends UTF-8 under the name of another encoding makes a text of the secret that is not searched for,
    /// and from which everybody could compute it.
    func readingSecrets(_ redactor: Redactor) -> Response {
        guard isInOtherCharset, !redactor.isEmpty else { return self }
        let known = redactor.places(in: body).count
        guard known > 0, redactor.places(in: bodyInUTF8).count < known else { return self }
        var response = self
        response.ignoresCharset = true
        return response
    }
}
