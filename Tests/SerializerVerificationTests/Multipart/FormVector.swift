import Foundation
import Testing

@testable import SerializerVerification

/// A vector of the operation `multipart`, written by hand.
struct FormVector: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "POST"
    var url = "http://e.com/u"
    /// The parts of the input, each as JSON.
    var parts: [String] = []
    /// The parameters as typed JSON; `nil` for none.
    var parameters: String?
    /// Other members of the vector, as JSON: marks, `readSize`.
    var members = ""
    /// The recorded body with BOUNDARY and a line feed for each CRLF; `nil` for a form without parts.
    var body: String?
    /// The results of appending the parts, as JSON; `nil` if all were appended.
    var results: String?
    /// Members of the expectation that differ from those made of the body, as JSON; the last of a name counts.
    var expectation = ""

    static let order = #""foundation":"suspect","why":["part header order is allKeys order; compare parts"]"#

    static func suspect(_ reasons: String...) -> String {
        #""foundation":"suspect","why":[\#(reasons.map(json).joined(separator: ","))]"#
    }

    /// A form field of the input.
    static func field(_ name: String, _ text: String) -> String {
        #"{"kind":"formdata","name":\#(json(name)),"data":"\#(base64(text))"}"#
    }

    /// A stream of the input.
    static func stream(_ name: String, _ text: String, length: Int64? = nil) -> String {
        #"{"kind":"stream","name":\#(json(name)),"fileName":"s","mimeType":"a/b","data":"\#(base64(text))""#
            + (length.map { #","length":\#($0)}"# } ?? "}")
    }

    /// A file of the input, under its own name.
    static func file(_ name: String, _ file: String, _ text: String) -> String {
        #"{"kind":"file","name":\#(json(name)),"file":\#(json(file)),"data":"\#(base64(text))"}"#
    }

    /// The head and content of a form field in a body.
    static func fieldText(_ name: String, _ text: String) -> String {
        "--BOUNDARY\nContent-Disposition: form-data; name=\"\(name)\"\n\n\(text)\n"
    }

    /// The head and content of a file in a body written by AFNetworking.
    static func fileText(_ name: String, _ file: String, _ type: String, _ text: String) -> String {
        "--BOUNDARY\nContent-Type: \(type)\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\n\n"
            + "\(text)\n"
    }

    static let end = "--BOUNDARY--\n"

    var line: String {
        let members = [
            #""id":"m","op":"multipart","method":"\#(method)","url":"\#(url)""#,
            #""parts":[\#(parts.joined(separator: ","))]"#, parameters.map { #""parameters":\#($0)"# } ?? "", members,
            #""expect":{\#(expected)}"#,
        ]
        return "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}"
    }

    private var expected: String {
        let results = results ?? "[\(parts.map { _ in "true" }.joined(separator: ","))]"
        var members = [#""method":"\#(method)","url":"\#(url)","partResults":\#(results)"#]
        if let body {
            let bytes = body.replacingOccurrences(of: "\n", with: "\r\n")
            let length = bytes.utf8.count + 17 * (body.components(separatedBy: "--BOUNDARY").count - 1)
            members += [
                #""headers":{"Content-Length":"\#(length)","Content-Type":"multipart/form-data; boundary=BOUNDARY"}"#,
                #""contentLength":\#(length),"realBodyLength":\#(length),"boundaryLength":25"#,
                #""body":"\#(Self.base64(bytes))","parts":[\#(Self.parts(of: body).joined(separator: ","))]"#,
            ]
        } else {
            members.append(#""headers":{"Content-Type":"application/x-www-form-urlencoded"},"body":"""#)
        }
        return (members + [expectation]).filter { !$0.isEmpty }.joined(separator: ",")
    }

    private static func parts(of body: String) -> [String] {
        body.components(separatedBy: "--BOUNDARY\n").dropFirst().map { text in
            let place = text.hasPrefix("\n") ? text.startIndex : text.range(of: "\n\n")?.lowerBound ?? text.endIndex
            let content = text[place...].dropFirst(text.hasPrefix("\n") ? 1 : 2)
                .replacingOccurrences(of: "\n" + end, with: "\n")
            let headers = text[..<place].split(separator: "\n").map { line in
                let colon = line.range(of: ": ")
                return "\(json(String(line[..<(colon?.lowerBound ?? line.endIndex)]))):"
                    + json(String(line[(colon?.upperBound ?? line.endIndex)...]))
            }
            let bytes = content.dropLast().replacingOccurrences(of: "\n", with: "\r\n")
            return #"{"headers":{\#(headers.joined(separator: ","))},"body":"\#(base64(bytes))"}"#
        }
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static func json(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    var testDescription: String { name }
}
