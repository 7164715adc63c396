import URLSerialization

/// A document that is read, and the factor by which a serializer must be faster than Foundation's reader.
struct ReadingPayload {
    let name: String
    let data: Data
    let atLeast: Double

    /// The JSON documents.
    static var json: [ReadingPayload] {
        [
            ReadingPayload(name: "flat", text: flat, atLeast: 2.3),
            ReadingPayload(name: "nested", text: nested, atLeast: 2.3),
            ReadingPayload(name: "wide", text: wide(2_000), atLeast: 2.3),
            ReadingPayload(name: "members", text: members(20_000), atLeast: 2.3),
            ReadingPayload(name: "records", text: records(300), atLeast: 3),
            ReadingPayload(name: "ASCII", text: long("The quick brown fox jumps over the lazy dog. "), atLeast: 3.5),
            ReadingPayload(name: "CJK", text: long("漢字仮名交じり文の長い文章です。"), atLeast: 1.7),
        ]
    }

    private init(name: String, text: String, atLeast: Double) {
        (self.name, data, self.atLeast) = (name, Data(text.utf8), atLeast)
    }

    /// Returns an object of some members, each a number.
    static func members(_ count: Int) -> String {
        "{" + (0..<count).map { #""member \#($0)":\#($0)"# }.joined(separator: ",") + "}"
    }

    /// Returns an array of objects with the same keys.
    static func records(_ count: Int) -> String {
        let records = (0..<count).map { index in
            #"{"id":\#(index + 1000),"name":"customer number \#(index)","email":"customer\#(index)@example.com","#
                + #""active":\#(index % 2 == 0),"balance":\#(index).75,"city":"Oslo","country":"Norway","note":null,"#
                + #""visits":\#(index % 40),"tags":["a","b"],"created_at":"2024-05-01T12:00:00Z","plan":"basic"}"#
        }
        return "[" + records.joined(separator: ",") + "]"
    }

    private static var flat: String {
        let values = (0..<20).map { [#""value \#($0)""#, "\($0 * 37)", "\(Double($0) * 1.25)", "true"][$0 % 4] }
        let members = values.enumerated().map { #""field number \#($0)":\#($1)"# }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static var nested: String {
        let items = (0..<16).map {
            #"{"sku":"sku-\#($0)","quantity":\#($0 + 1),"price":\#($0).25,"tags":["a","b"],"gift":false}"#
        }
        return #"{"order":{"id":12345,"customer":{"name":"Ada Lovelace","email":"ada@example.com","address":"#
            + #"{"street":"12 St James Square","city":"London","zip":"SW1Y"}},"items":["#
            + items.joined(separator: ",") + #"],"note":null,"total":199.75}}"#
    }

    private static func wide(_ count: Int) -> String {
        let members = (0..<count).map {
            #""key\#($0)":{"id":\#($0),"name":"name of \#($0)","values":[1,2,3,\#($0).5,"abc",null,true],"#
                + #""other":{"a":"b","c":["d","e"]},"text":"\#(String(repeating: "y", count: 70))"}"#
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func long(_ text: String) -> String {
        "[\"" + String(repeating: text, count: (1 << 20) / text.utf8.count) + "\"]"
    }
}
