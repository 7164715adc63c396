/// The archives of serializers: a version, the core serializer as JSON in one run of bytes, and the names of its
/// fields. Other classes of this module archive their settings in the same way.
///
/// The archives use bytes rather than objects, because Foundation on Linux ends the process for archived objects of an
/// unexpected class.
enum SerializerArchive {
    /// The version of new archives. Earlier archives may lack fields.
    private static let version = 1
    private static let versionKey = "URLSerialization.version"
    private static let contentKey = "URLSerialization.serializer"
    private static let fieldsKey = "URLSerialization.fields"

    /// The classes that an archive may contain in place of an object of this module: Foundation on Linux ends the
    /// process for any other class.
    static let foreignClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self,
        NSNull.self,
    ]

    /// Encodes a core serializer without closures.
    static func encode(_ serializer: some Encodable, with coder: NSCoder) {
        coder.encode(version, forKey: versionKey)
        do {
            let content = try encoder.encode(serializer)
            coder.encode(bytes: content, forKey: contentKey)
            coder.encode(bytes: try encoder.encode(fields(of: content)), forKey: fieldsKey)
        } catch {
            preconditionFailure("A core serializer without closures can always be encoded: \(error)")
        }
    }

    /// Decodes a core serializer, and refuses an archive that lacks one of its fields.
    ///
    /// - Parameter subject: The name of the archived object in errors.
    /// - Throws: `CocoaError` with code 4864 or 4865 that names what is missing or wrong in the archive.
    static func decode<Serializer: Codable>(
        _ type: Serializer.Type, calling subject: String = "serializer", from coder: NSCoder
    ) throws -> Serializer {
        func error(_ code: CocoaError.Code, _ reason: String, _ underlying: (any Error)? = nil) -> CocoaError {
            let text = "The archive is not one of this \(subject): \(reason)"
            var userInfo: [String: Any] = [
                NSDebugDescriptionErrorKey: text,
                NSLocalizedDescriptionKey: "\(text) Set the \(subject) up anew and archive it again.",
            ]
            userInfo[NSUnderlyingErrorKey] = underlying
            return CocoaError(code, userInfo: userInfo)
        }
        let found = coder.containsValue(forKey: versionKey) ? coder.decodeInteger(forKey: versionKey) : 0
        guard (1...version).contains(found) else {
            throw error(.coderReadCorrupt, "It has no version that this program reads, which is \(version).")
        }
        guard let content = coder.bytes(forKey: contentKey), let names = coder.bytes(forKey: fieldsKey) else {
            throw error(.coderValueNotFound, "It holds no \(type).")
        }
        do {
            let names = try decoder.decode([String].self, from: names)
            let missing = Set(names).subtracting(try fields(of: content))
            guard missing.isEmpty, !names.isEmpty else {
                throw error(.coderValueNotFound, "It holds a \(type) without \(missing.sorted()).")
            }
            return try decoder.decode(type, from: content)
        } catch let failure as CocoaError where failure.code == .coderValueNotFound {
            throw failure
        } catch let failure {
            throw error(.coderReadCorrupt, "It holds something other than a \(type).", failure)
        }
    }

    /// Returns the sorted paths of the fields in an encoding. Decoding would replace a missing field with its default,
    /// so archives list their fields.
    private static func fields(of content: Data) throws -> [String] {
        func paths(of object: Any, _ path: String) -> [String] {
            guard let fields = object as? [String: Any] else { return object is NSNull ? [] : [path] }
            return [path] + fields.flatMap { paths(of: $0.value, "\(path).\($0.key)") }
        }
        return paths(of: try JSONSerialization.jsonObject(with: content), "").sorted()
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}
