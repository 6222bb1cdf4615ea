// Every outcome is handled.
import BatonAPI

enum SignIn: Sendable {
    case welcome
    case wrongPassword
    case offline
}

let signIn = OutcomeCall<SignIn>(.post("/login")) { result in
    switch result {
    case .success(let reply): reply.status == 200 ? .welcome : .wrongPassword
    case .failure: .offline
    }
}

func greeting(_ client: APIClient) async -> String {
    // error: switch must be exhaustive
    // note: add missing case: '.offline'
    switch await client.send(signIn) {
    case .welcome: "hello"
    case .wrongPassword: "try again"
    #if FIXED
        case .offline: "later"
    #endif
    }
}
