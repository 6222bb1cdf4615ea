/// Functions of other tools and languages, with their names in Baton.
enum ForeignFunctions {
    /// The recommended function, if it is a single one, and the help sentence.
    static func help(_ name: String) -> (function: String?, help: String)? {
        if let function = names[name] ?? names[name.lowercased()] {
            return (function, "write `\(forms[function] ?? function + "(…)")`")
        }
        return sentences[name].map { (nil, $0) }
    }

    /// The help for a function that requires arguments here but none in other languages.
    static func helpWithoutArguments(_ name: String) -> String? {
        switch name {
        case "timestamp": "for the present moment write `now()`; in seconds `int(now())`"
        default: nil
        }
    }

    /// The help for a function that makes the present moment, here called with a text.
    static func helpWithArguments(_ name: String) -> String? {
        ["date", "datetime", "newdate", "time", "moment", "dayjs"].contains(name.lowercased())
            ? "a text becomes a time with `timestamp(text)` or `parse_date(text, \"yyyy-MM-dd\")`" : nil
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for (function, foreign) in synonyms {
            for word in foreign { names[word] = function }
        }
        return names
    }()

    /// The foreign names of each function; names in lower case match in any case.
    private static let synonyms: [String: [String]] = [
        "base64.encode": [
            "base64", "b64", "btoa", "b64encode", "base64encode", "base64_encode", "to_base64", "tobase64", "b64enc",
        ],
        "base64.decode": [
            "atob", "b64decode", "base64decode", "base64_decode", "from_base64", "frombase64", "b64dec", "unbase64",
        ],
        "base64url.encode": ["base64url", "base64urlencode", "base64url_encode", "base64_url_encode"],
        "base64url.decode": ["base64urldecode", "base64url_decode", "base64_url_decode"],
        "url_encode": [
            "urlencode", "encodeuricomponent", "encodeuri", "urlescape", "percent_encode", "percentencode",
            "encode_uri", "uri_encode", "quote", "url_escape", "urlquery",
        ],
        "url_decode": [
            "urldecode", "decodeuricomponent", "decodeuri", "urlunescape", "percent_decode", "uri_decode", "unquote",
        ],
        "html_escape": ["htmlescape", "escapehtml", "escape_html", "html_encode", "htmlencode", "escape"],
        "json": [
            "tojson", "to_json", "json.stringify", "stringify", "json_encode", "jsonencode", "json.dumps", "dumps",
        ],
        "parse_json": [
            "fromjson", "from_json", "json.parse", "json_decode", "jsondecode", "json.loads", "parsejson", "loads",
        ],
        "parse_yaml": ["fromyaml", "from_yaml", "yaml.parse", "yamldecode", "parseyaml", "yaml"],
        "parse_csv": ["fromcsv", "from_csv", "csv", "csvdecode", "parsecsv"],
        "uuid": [
            "uuidv4", "uuid4", "guid", "newuuid", "new_uuid", "randomuuid", "random_uuid", "uuid.v4", "generateuuid",
            "uuid.uuid4", "newguid", "crypto.randomuuid",
        ],
        "uuid7": ["uuidv7", "uuid.v7", "ulid", "ksuid"],
        "now": [
            "newdate", "date", "datetime", "utcnow", "current_timestamp", "currenttime", "time.now", "date.now", "time",
        ],
        "today": ["current_date", "currentdate", "date.today", "isodate"],
        "random_int": [
            "randomint", "randint", "random", "rand", "random_integer", "randominteger", "randominrange",
            "randomnumber",
            "random_number", "math.random", "random.randint", "integer",
        ],
        "random_string": ["randomstring", "randstring", "random_text", "randomalphanumeric", "random_alphanumeric"],
        "random_hex": ["randomhex", "randhex", "randombytes", "random_bytes"],
        "sha256": ["sha256sum", "sha_256", "sha256hex", "hash", "hashlib.sha256"],
        "sha1": ["sha1sum", "sha_1", "sha", "sha1hex"],
        "md5": ["md5sum", "md5hex", "md5hash"],
        "hmac_sha256": ["hmac", "hmacsha256", "hmac.sha256", "hmac_sha_256", "sha256_hmac"],
        "hex": ["tohex", "to_hex", "hexencode", "hex_encode", "hex.encode", "bin2hex"],
        "unhex": ["fromhex", "from_hex", "hexdecode", "hex_decode", "hex.decode", "hex2bin"],
        "jsonpath": ["jq", "jmespath", "json_path", "jsonpath.query", "path", "gjson"],
        "regex": [
            "regexp", "regex_search", "regexsearch", "regexfind", "search", "match", "extract",
        ],
        "format_date": [
            "strftime", "formatdate", "dateformat", "date_format", "format_time", "formattime", "datetime_format",
            "format_datetime", "todate",
        ],
        "parse_date": [
            "strptime", "parsedate", "date_parse", "parse_time", "to_date", "dateparse", "date.parse", "parse_datetime",
        ],
        "jwt_payload": ["jwt", "jwt_decode", "jwtdecode", "jwt.decode", "decode_jwt", "jwt_claims", "parse_jwt"],
        "file": [
            "readfile", "read_file", "file.read", "open", "fromfile", "include", "slurp", "loadfile", "load_file",
        ],
        "sum": ["total", "math.sum", "sumof"],
        "avg": ["average", "mean", "math.avg", "math.mean"],
    ]

    /// The calls of functions for which the default form `name(…)` is not clear enough.
    private static let forms: [String: String] = [
        "uuid": "uuid()", "uuid7": "uuid7()", "now": "now()", "today": "today()", "random_int": "random_int(1, 10)",
        "random_string": "random_string(10)", "random_hex": "random_hex(10)", "hmac_sha256": "hmac_sha256(key, text)",
        "jsonpath": "jsonpath(value, \"$.a\")", "regex": "regex(text, \"pattern\")",
        "format_date": "format_date(time, \"yyyy-MM-dd\")", "parse_date": "parse_date(text, \"yyyy-MM-dd\")",
        "file": "file(\"path\")",
    ]

    private static let pattern = "write `text.matches(\"pattern\")`; the match itself is `regex(text, \"pattern\")`"

    private static let sentences: [String: String] = [
        "re.match": pattern, "re.search": pattern, "re.test": pattern, "re.fullmatch": pattern, "re.findall": pattern,
        "regex.test": pattern, "regex.match": pattern, "RegExp.test": pattern, "regexp.match": pattern,
        "regexp.MatchString": pattern,
        "concat": "texts and lists are joined with `+`",
        "epoch": "write `int(now())`", "unix": "write `int(now())`", "unixtime": "write `int(now())`",
        "unix_timestamp": "write `int(now())`", "unixTimestamp": "write `int(now())`",
        "getenv": "write `process.env.NAME`", "env": "write `process.env.NAME`", "secret": "write `secrets.NAME`",
        "min": "write `math.least(…)`", "max": "write `math.greatest(…)`", "abs": "write `math.abs(…)`",
        "ceil": "write `math.ceil(…)`", "floor": "write `math.floor(…)`", "round": "write `math.round(…)`",
        "Math.min": "write `math.least(…)`", "Math.max": "write `math.greatest(…)`",
        "Math.round": "write `math.round(…)`", "Math.floor": "write `math.floor(…)`",
        "Math.abs": "write `math.abs(…)`", "Math.ceil": "write `math.ceil(…)`",
        "Array.isArray": "write `type(x) == list`", "Object.keys": "the keys of a map are `map.map(key, key)`",
        "Object.values": "the values of a map are `map.transformList(key, value, value)`",
        "math.min": "write `math.least(…)`", "math.max": "write `math.greatest(…)`",
        "range": "write `lists.range(…)`", "unique": "write `list.distinct()`",
        "defined": "write `has(vars.name)`", "isset": "write `has(vars.name)`", "exists": "write `has(a.b)`",
        "default": "write `has(a.b) ? a.b : other`, or `a.?b.orValue(other)`",
        "coalesce": "write `has(a.b) ? a.b : other`, or `a.?b.orValue(other)`",
        "all": "write `list.all(x, …)`", "filter": "write `list.filter(x, …)`", "map": "write `list.map(x, …)`",
    ]
}
