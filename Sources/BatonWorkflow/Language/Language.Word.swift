extension Language {
    /// Every word that is a key or an operator somewhere, so that readers compare numbers and not texts.
    ///
    /// A word of a file is looked up once, where its map is read; what a map holds is then asked of a set of bits.
    package enum Word: String, CaseIterable, Sendable {
        case after, any, `as`, attempts, auth, backoff, base, base64, basic, bearer, before, binary, body, cache
        case call, capture, cert, command, compressed, concurrency, contains, cookie, cookies, csv, cwd
        case `default`, defaults, delay, delete, description, digest, disk, duration, each, empty, endpoints
        case `enum`, env, environments, eq, every, exec, exists, expect, fields, file, filename, form, format
        case get, graphql, group, gt, gte, head, header, headers, hex, history, id, `if`, `in`, inputs, ip, `is`
        case jitter, json, key, length, lines, link, list, lock, log, lt, lte, matches, max, memory, multipart
        case name, namespaces, ne, needs, netrc, next, not, ntlm, offset, on, operation, optional, options
        case outcome, outcomes, outputs, owner, paginate, parallel, parameters, password, patch, path, pin
        case policy, post, proxy, put, quarantine, query, range, ready, reason, redirects, regex, `repeat`
        case reports, required, resolve, result, retries, retry, reuse, rows, sample, save, schema, schemas
        case scope, secret, secrets, server, session, set, setup, sha256, size, skip, sorted, status, stderr
        case stdout, steps, store, tags, teardown, text, that, timeout, tls, tolerance, trace, trusted, ttl
        case type, types, unique, until, url, use, username, value, variables, vars, verify, wait, `while`, with
        case within, workflow, workflows, xml, xpath, yaml
        case allowEmpty = "allow_empty"
        case anyHost = "any_host"
        case apiKey = "api_key"
        case baseURL = "base_url"
        case certificateAuthorities = "ca"
        case closeTo = "close_to"
        case connectTimeout = "connect_timeout"
        case connectTo = "connect_to"
        case continueOnFailure = "continue_on_failure"
        case dateFormat = "date_format"
        case defaultEnvironment = "default_environment"
        case endsWith = "ends_with"
        case exitCode = "exit_code"
        case followRedirects = "follow_redirects"
        case forEach = "for_each"
        case httpVersion = "http_version"
        case jsonIncludes = "json_includes"
        case keepAuth = "keep_auth"
        case keyPassword = "key_password"
        case limitRate = "limit_rate"
        case maxResponse = "max_response"
        case maxVersion = "max_version"
        case minVersion = "min_version"
        case noProxy = "no_proxy"
        case noElement = "none"
        case notContains = "not_contains"
        case notIn = "not_in"
        case notMatches = "not_matches"
        case pathAsIs = "path_as_is"
        case startsWith = "starts_with"
        case startsWithHex = "starts_with_hex"
        case unixSocket = "unix_socket"

        private static let table = WordTable(allCases.map { ($0.rawValue, $0) })

        /// The word that a key of a file is; nil for what is none.
        init?(_ text: String) {
            guard let word = Self.table[text] else { return nil }
            self = word
        }

        init?(_ text: UnsafeBufferPointer<UInt8>) {
            guard let word = Self.table[text] else { return nil }
            self = word
        }

        /// Its place among all words.
        ///
        /// A case without a payload is its own number, one byte as long as there are at most 256.
        @inline(__always) var number: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

        /// The word of that place; nil for a number that is none.
        @inline(__always) init?(number: Int) {
            guard let number = UInt8(exactly: number), number <= Self.last.number else { return nil }
            self = unsafeBitCast(number, to: Self.self)
        }

        /// The one that is declared last.
        static var last: Self { .unixSocket }
    }
}
