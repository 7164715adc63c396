import URLSerialization
import URLSerializationImages
import URLSerializationXML

/// A body that must be refused quickly, whatever its size and its effect on a decoder.
struct HostileBody {
    /// The fault of the body.
    let name: String
    /// The body.
    let data: Data
    /// The serializer that reads the body, and must return an error.
    let serializer: any ResponseSerialization

    /// Returns bodies of about `bytes` bytes, and some small ones that claim to be large.
    static func all(bytes: Int) -> [HostileBody] {
        documents(bytes: bytes) + xml(bytes) + images(bytes)
    }

    /// Returns the bodies in JSON and in property lists.
    static func documents(bytes: Int) -> [HostileBody] {
        json(bytes) + propertyLists(bytes)
    }

    private static func repeated(_ text: String, _ bytes: Int, after prefix: String = "", then suffix: String = "")
        -> Data
    {
        Data((prefix + String(repeating: text, count: bytes / text.utf8.count) + suffix).utf8)
    }

    private static func json(_ bytes: Int) -> [HostileBody] {
        let order = #"{"name":"value","tags":["a",1.5,null],"title":"order number of a customer"},"#
        let orders = repeated(order, bytes, after: "[")
        let wide = String(decoding: orders.prefix(bytes / 2), as: UTF8.self).data(using: .utf16LittleEndian) ?? Data()
        struct Anything: Decodable {
            init(from decoder: any Decoder) throws {}
        }
        return [
            HostileBody(name: "JSON cut off", data: orders, serializer: .json),
            HostileBody(name: "JSON cut off, UTF-16", data: wide, serializer: .json),
            HostileBody(
                name: "JSON cut off, to a model", data: orders, serializer: DecodableResponseSerializer(Anything.self)),
            HostileBody(
                name: "JSON, bad UTF-8 at the end", data: orders + [0x22, 0xFF, 0x22, 0x5D], serializer: .json),
            HostileBody(name: "JSON, levels", data: repeated("[", bytes), serializer: .json),
        ]
    }

    private static func propertyLists(_ bytes: Int) -> [HostileBody] {
        let text = repeated("<string>some text</string>", bytes, after: "<plist><array>")
        return [
            HostileBody(name: "property list cut off", data: text, serializer: .propertyList),
            HostileBody(
                name: "property list, levels", data: repeated("<array>", bytes, after: "<plist>"),
                serializer: .propertyList),
            HostileBody(
                name: "binary list that shares",
                data: binary((0..<24).map { [0xAC] + [UInt8](repeating: $0 + 1, count: 12) } + [[0x09]]),
                serializer: .propertyList),
            HostileBody(name: "binary list in itself", data: binary([[0xA1, 0]]), serializer: .propertyList),
            HostileBody(name: "binary list with a set", data: binary([[0xC1, 1], [0x09]]), serializer: .propertyList),
            HostileBody(
                name: "binary list of 2⁶³ objects",
                data: binary([[0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)]),
                serializer: .propertyList),
        ]
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

    private static func xml(_ bytes: Int) -> [HostileBody] {
        let item = "<item id='1'><name>some value</name></item>"
        let laughs = (1...9).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }.joined()
        let quadratic =
            "<!DOCTYPE a [<!ENTITY e '\(String(repeating: "x", count: 200_000))'>]><a>"
            + String(repeating: "&e;", count: 60_000) + "</a>"
        let bodies: [(String, Data)] = [
            ("XML cut off", repeated(item, bytes, after: "<feed>")),
            ("XML, levels", repeated("<a>", bytes)),
            ("XML, entities in entities", Data("<!DOCTYPE a [<!ENTITY e0 'x'>\(laughs)]><a>&e9;</a>".utf8)),
            ("XML, one entity often", Data(quadratic.utf8)),
            ("XML, a NUL at the end", repeated(item, bytes, after: "<feed>", then: "\0</feed>")),
        ]
        return bodies.map { HostileBody(name: $0, data: $1, serializer: .xmlDocument) }
    }

    private static func images(_ bytes: Int) -> [HostileBody] {
        let start = Data([0xFF, 0xD8, 0xFF, 0xDA, 0x00, 0x02])
        let stuffed = start + Data((0..<bytes).map { $0 % 2 == 0 ? 0xFF : 0x00 })
        return [HostileBody(name: "JPEG without an end", data: stuffed, serializer: .image)]
    }
}
