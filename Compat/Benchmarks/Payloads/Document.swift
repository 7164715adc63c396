import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// A document to read, and the factor by which a serializer must be faster than Foundation's reader.
struct Document {
    let name: String
    let data: Data
    let atLeast: Double

    static var json: [Document] {
        [
            ("flat", flat, 2.3), ("nested", nested, 2.3), ("wide", wide(2_000), 2.3), ("members", members(20_000), 2.3),
            ("records", records(300), 3), ("coordinates", coordinates(5_000), 2), ("tweets", tweets(200), 2.3),
            ("ASCII", long("The quick brown fox jumps over the lazy dog. "), 3.5),
            ("CJK", long("漢字仮名交じり文の長い文章です。"), 1.7),
        ].map { Document(name: $0, data: Data($1.utf8), atLeast: $2) }
    }

    /// Returns an object with a number of members, each of them a number.
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

    /// Returns pairs of numbers of 17 digits, as in a map.
    private static func coordinates(_ count: Int) -> String {
        let pairs = (0..<count).map { index in
            "[-\(65 + index % 35).\(613_616_999_999_977 + index * 7_919),43.\(420_273_000_000_009 + index * 7_907)]"
        }
        return #"{"type":"Polygon","coordinates":[["# + pairs.joined(separator: ",") + "]]}"
    }

    /// Returns posts with texts in Japanese, escapes, large numbers and nulls.
    private static func tweets(_ count: Int) -> String {
        let tweets = (0..<count).map { index in
            #"{"created_at":"Sun Aug 31 00:29:15 +0000 2014","id":\#(505_874_924_095_815_681 + index),"cut":false,"#
                + #""text":"@name_\#(index) \n\n名前:前田あゆみ\n第一印象:なんか怖っ！\ud83d\ude0a","in_reply_to":null,"#
                + #""source":"<a href=\"http:\/\/example.com\/\" rel=\"nofollow\">Web</a>","lang":"ja","geo":null,"#
                + #""user":{"id":\#(1_186_275_104 + index),"name":"AYUMI","location":"","description":"無断転載\n禁止","#
                + #""followers_count":\#(index * 7),"verified":false,"utc_offset":null,"url":null},"#
                + #""entities":{"hashtags":[],"urls":[{"url":"http:\/\/t.co\/a","indices":[28,50]}]},"favorited":true}"#
        }
        return #"{"statuses":["# + tweets.joined(separator: ",") + "]}"
    }

    private static func long(_ text: String) -> String {
        "[\"" + String(repeating: text, count: (1 << 20) / text.utf8.count) + "\"]"
    }
}

/// One of the objects of ``Document/records(_:)``.
struct Record: Decodable {
    let id: Int
    let name, email: String
    let active: Bool
    let balance: Double
    let city, country: String
    let note: String?
    let visits: Int
    let tags: [String]
    let plan: String
}

/// A body that must be refused quickly, whatever its size and its effect on a decoder.
struct HostileBody {
    /// The name of the body's defect, as in the report.
    let name: String
    let data: Data
    /// The serializer that reads the body, and must return an error.
    let serializer: any ResponseSerialization

    /// Returns JSON and property lists of about `bytes` bytes, and some small ones that claim to be large.
    static func documents(bytes: Int) -> [HostileBody] {
        let order = #"{"name":"value","tags":["a",1.5,null],"title":"order number of a customer"},"#
        let orders = repeated(order, bytes, after: "[")
        let wide = String(decoding: orders.prefix(bytes / 2), as: UTF8.self).data(using: .utf16LittleEndian) ?? Data()
        let text = repeated("<string>some text</string>", bytes, after: "<plist><array>")
        let shared = (0..<24).map { [0xAC] + [UInt8](repeating: $0 + 1, count: 12) } + [[0x09]]
        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {}
        }
        return [
            ("JSON cut off", orders, .json),
            ("JSON cut off, UTF-16", wide, .json),
            ("JSON cut off, to a model", orders, DecodableResponseSerializer(Anything.self)),
            ("JSON, bad UTF-8 at the end", orders + [0x22, 0xFF, 0x22, 0x5D], .json),
            ("JSON, levels", repeated("[", bytes), .json),
            ("property list cut off", text, .propertyList),
            ("property list, levels", repeated("<array>", bytes, after: "<plist>"), .propertyList),
            ("binary list that shares", binary(shared), .propertyList),
            ("binary list in itself", binary([[0xA1, 0]]), .propertyList),
            ("binary list with a set", binary([[0xC1, 1], [0x09]]), .propertyList),
            (
                "binary list of 2⁶³ objects",
                binary([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]), .propertyList
            ),
        ].map { (name: String, data: Data, serializer: any ResponseSerialization) in
            HostileBody(name: name, data: data, serializer: serializer)
        }
    }

    /// Returns XML and images of about `bytes` bytes, and some small ones whose entities are large.
    static func others(bytes: Int) -> [HostileBody] {
        let item = "<item id='1'><name>some value</name></item>"
        let laughs = (1...9).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined()
        let quadratic = "<!DOCTYPE a [<!ENTITY e '\(String(repeating: "x", count: 200_000))'>]><a>"
        let bodies = [
            ("XML cut off", repeated(item, bytes, after: "<feed>")),
            ("XML, levels", repeated("<a>", bytes)),
            ("XML, entities in entities", Data("<!DOCTYPE a [<!ENTITY e0 'x'>\(laughs)]><a>&e9;</a>".utf8)),
            ("XML, one entity often", repeated("&e;", 180_000, after: quadratic, then: "</a>")),
            ("XML, a NUL at the end", repeated(item, bytes, after: "<feed>", then: "\0</feed>")),
        ]
        let stuffed = Data([0xFF, 0xD8, 0xFF, 0xDA, 0x00, 0x02]) + (0..<bytes).map { $0 % 2 == 0 ? 0xFF : 0x00 }
        return bodies.map { HostileBody(name: $0, data: $1, serializer: .xmlDocument) }
            + [HostileBody(name: "JPEG without an end", data: stuffed, serializer: .image)]
    }

    private static func repeated(
        _ text: String, _ bytes: Int, after prefix: String = "", then suffix: String = ""
    ) -> Data {
        Data((prefix + String(repeating: text, count: bytes / text.utf8.count) + suffix).utf8)
    }

    /// Returns a binary property list of these objects, the first at the top, with references and offsets of one byte.
    private static func binary(_ objects: [[UInt8]]) -> Data {
        var data = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(truncatingIfNeeded: data.count))
            data += object
        }
        let numbers = [objects.count, 0, data.count]
        data += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        for number in numbers { data += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
        return Data(data)
    }
}
