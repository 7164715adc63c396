import URLSerialization

/// A server's reading of a form; `.ci/servers/forms.py` describes the JSON.
struct ReceivedForm: Decodable {
    let headers: [String: String?]
    let fields: [ReceivedPart]
    let files: [ReceivedPart]
}

/// A field or a file as a framework passes it to its program.
struct ReceivedPart: Equatable, Sendable {
    /// The name. Only PHP splits it: `a[b][]` is "a", "b" and a number.
    var path: [ExactText]
    var fileName: ExactText?
    var mediaType: ExactText?
    var content: PartContent
}

enum PartContent: Equatable, Sendable {
    case bytes(Data)
    /// Content that is too large for a server to repeat.
    case large(size: Int, crc32: String)
}

/// Text that is equal only to the same bytes: `String` takes "é" in one scalar and in two for the same.
struct ExactText: Hashable, Sendable, Decodable, CustomStringConvertible {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var description: String { text.debugDescription }
}

extension ReceivedPart: Decodable {
    private enum Key: CodingKey {
        case name, fileName, mediaType, size, text, base64, crc32
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        path = try (try? [container.decode(ExactText.self, forKey: .name)]) ?? Self.path(in: container)
        fileName = try container.decodeIfPresent(ExactText.self, forKey: .fileName)
        mediaType = try container.decodeIfPresent(ExactText.self, forKey: .mediaType)
        let size = try container.decode(Int.self, forKey: .size)
        if let crc32 = try container.decodeIfPresent(String.self, forKey: .crc32) {
            content = .large(size: size, crc32: crc32)
        } else if let base64 = try container.decodeIfPresent(Data.self, forKey: .base64) {
            content = .bytes(base64)
        } else {
            content = .bytes(Data(try container.decode(String.self, forKey: .text).utf8))
        }
        if case .bytes(let bytes) = content, bytes.count != size {
            throw DecodingError.dataCorruptedError(
                forKey: .size, in: container, debugDescription: "\(size) is said of \(bytes.count) bytes")
        }
    }

    /// PHP's arrays have texts and numbers for keys.
    private static func path(in container: KeyedDecodingContainer<Key>) throws -> [ExactText] {
        var keys = try container.nestedUnkeyedContainer(forKey: .name)
        var path: [ExactText] = []
        while !keys.isAtEnd {
            path.append(try (try? ExactText(String(keys.decode(Int.self)))) ?? keys.decode(ExactText.self))
        }
        return path
    }
}
