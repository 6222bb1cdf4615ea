import BatonJSON
import BatonJSONSchema

/// The HTTP Archive format 1.2 as a JSON Schema: each object with its members, as its specification describes them. A member
/// that is not described must begin with an underscore.
enum HARSchema {
    /// What an archive says that the format does not allow.
    static func complaints(_ archive: JSONValue) throws -> [String] {
        let (compiled, issues) = JSONSchema.compile(
            try JSONParser.parse(Array(text.utf8)), from: "file:///har.json"
        ) { _ in .refused("the schema is whole", help: nil) }
        guard let compiled, issues.isEmpty else { return issues.map(\.message) }
        let (found, more) = compiled.violations(of: archive)
        return found.map { "\($0)" } + (more > 0 ? ["\(more) more"] : [])
    }

    private static let text = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$ref": "#/$defs/object",
          "required": ["log"],
          "properties": { "log": { "$ref": "#/$defs/log" } },
          "unevaluatedProperties": false,
          "$defs": {
            "object": {
              "type": "object",
              "properties": { "comment": { "type": "string" } },
              "patternProperties": { "^_": true }
            },
            "moment": {
              "type": "string",
              "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$"
            },
            "size": { "type": "integer", "minimum": -1 },
            "phase": { "type": "number", "anyOf": [ { "const": -1 }, { "minimum": 0 } ] },
            "tool": {
              "$ref": "#/$defs/object",
              "required": ["name", "version"],
              "properties": { "name": { "type": "string" }, "version": { "type": "string" } },
              "unevaluatedProperties": false
            },
            "log": {
              "$ref": "#/$defs/object",
              "required": ["version", "creator", "entries"],
              "properties": {
                "version": { "const": "1.2" },
                "creator": { "$ref": "#/$defs/tool" },
                "browser": { "$ref": "#/$defs/tool" },
                "pages": { "type": "array", "items": { "$ref": "#/$defs/page" } },
                "entries": { "type": "array", "items": { "$ref": "#/$defs/entry" } }
              },
              "unevaluatedProperties": false
            },
            "page": {
              "$ref": "#/$defs/object",
              "required": ["startedDateTime", "id", "title", "pageTimings"],
              "properties": {
                "startedDateTime": { "$ref": "#/$defs/moment" },
                "id": { "type": "string" },
                "title": { "type": "string" },
                "pageTimings": {
                  "$ref": "#/$defs/object",
                  "properties": {
                    "onContentLoad": { "$ref": "#/$defs/phase" },
                    "onLoad": { "$ref": "#/$defs/phase" }
                  },
                  "unevaluatedProperties": false
                }
              },
              "unevaluatedProperties": false
            },
            "entry": {
              "$ref": "#/$defs/object",
              "required": ["startedDateTime", "time", "request", "response", "cache", "timings"],
              "properties": {
                "pageref": { "type": "string" },
                "startedDateTime": { "$ref": "#/$defs/moment" },
                "time": { "type": "number", "minimum": 0 },
                "request": { "$ref": "#/$defs/request" },
                "response": { "$ref": "#/$defs/response" },
                "cache": { "$ref": "#/$defs/cache" },
                "timings": { "$ref": "#/$defs/timings" },
                "serverIPAddress": { "type": "string" },
                "connection": { "type": "string" }
              },
              "unevaluatedProperties": false
            },
            "request": {
              "$ref": "#/$defs/object",
              "required": [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"
              ],
              "properties": {
                "method": { "type": "string", "minLength": 1 },
                "url": { "type": "string", "pattern": "^[a-z]+:" },
                "httpVersion": { "type": "string", "pattern": "^HTTP/" },
                "cookies": { "type": "array", "items": { "$ref": "#/$defs/cookie" } },
                "headers": { "type": "array", "items": { "$ref": "#/$defs/pair" } },
                "queryString": { "type": "array", "items": { "$ref": "#/$defs/pair" } },
                "postData": { "$ref": "#/$defs/sent" },
                "headersSize": { "$ref": "#/$defs/size" },
                "bodySize": { "$ref": "#/$defs/size" }
              },
              "unevaluatedProperties": false
            },
            "response": {
              "$ref": "#/$defs/object",
              "required": [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize"
              ],
              "properties": {
                "status": { "type": "integer", "minimum": 0, "maximum": 999 },
                "statusText": { "type": "string" },
                "httpVersion": { "type": "string", "pattern": "^HTTP/" },
                "cookies": { "type": "array", "items": { "$ref": "#/$defs/cookie" } },
                "headers": { "type": "array", "items": { "$ref": "#/$defs/pair" } },
                "content": { "$ref": "#/$defs/content" },
                "redirectURL": { "type": "string" },
                "headersSize": { "$ref": "#/$defs/size" },
                "bodySize": { "$ref": "#/$defs/size" }
              },
              "unevaluatedProperties": false
            },
            "cookie": {
              "$ref": "#/$defs/pair",
              "properties": {
                "path": { "type": "string" },
                "domain": { "type": "string" },
                "expires": { "$ref": "#/$defs/moment" },
                "httpOnly": { "type": "boolean" },
                "secure": { "type": "boolean" }
              },
              "unevaluatedProperties": false
            },
            "pair": {
              "$ref": "#/$defs/object",
              "required": ["name", "value"],
              "properties": { "name": { "type": "string" }, "value": { "type": "string" } }
            },
            "sent": {
              "$ref": "#/$defs/object",
              "required": ["mimeType"],
              "oneOf": [ { "required": ["text"] }, { "required": ["params"] } ],
              "properties": {
                "mimeType": { "type": "string" },
                "text": { "type": "string" },
                "params": {
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/object",
                    "required": ["name"],
                    "properties": {
                      "name": { "type": "string" },
                      "value": { "type": "string" },
                      "fileName": { "type": "string" },
                      "contentType": { "type": "string" }
                    },
                    "unevaluatedProperties": false
                  }
                }
              },
              "unevaluatedProperties": false
            },
            "content": {
              "$ref": "#/$defs/object",
              "required": ["size", "mimeType"],
              "properties": {
                "size": { "type": "integer", "minimum": 0 },
                "compression": { "type": "integer" },
                "mimeType": { "type": "string" },
                "text": { "type": "string" },
                "encoding": { "const": "base64" }
              },
              "dependentRequired": { "encoding": ["text"] },
              "unevaluatedProperties": false
            },
            "cache": {
              "$ref": "#/$defs/object",
              "properties": { "beforeRequest": { "$ref": "#/$defs/stored" }, "afterRequest": { "$ref": "#/$defs/stored" } },
              "unevaluatedProperties": false
            },
            "stored": {
              "type": ["object", "null"],
              "required": ["lastAccess", "eTag", "hitCount"],
              "properties": {
                "expires": { "$ref": "#/$defs/moment" },
                "lastAccess": { "$ref": "#/$defs/moment" },
                "eTag": { "type": "string" },
                "hitCount": { "type": "integer", "minimum": 0 }
              }
            },
            "timings": {
              "$ref": "#/$defs/object",
              "required": ["send", "wait", "receive"],
              "properties": {
                "blocked": { "$ref": "#/$defs/phase" },
                "dns": { "$ref": "#/$defs/phase" },
                "connect": { "$ref": "#/$defs/phase" },
                "send": { "type": "number", "minimum": 0 },
                "wait": { "type": "number", "minimum": 0 },
                "receive": { "type": "number", "minimum": 0 },
                "ssl": { "$ref": "#/$defs/phase" }
              },
              "unevaluatedProperties": false
            }
          }
        }
        """
}
