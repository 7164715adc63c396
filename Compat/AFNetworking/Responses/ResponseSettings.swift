import URLSerialization

/// The settings of a response serializer. Each class uses its own and its superclass's; the others keep their defaults.
struct ResponseSettings: Sendable {
    var configuration = HTTPResponseConfiguration()
    var stringEncoding = String.Encoding.utf8.rawValue
    var readingOptions: JSONSerialization.ReadingOptions = []
    var removesKeysWithNullValues = false
    var options: UInt = 0
    var format = PropertyListSerialization.PropertyListFormat.xml
    var readOptions: PropertyListSerialization.ReadOptions = []
    var imageScale = ScreenScale.current
    var automaticallyInflatesResponseImage = true
    var responseSerializers = ResponseSerializerList()

    /// Creates settings that accept content types.
    init(acceptableContentTypes: Set<String>? = nil) {
        configuration.acceptableContentTypes = acceptableContentTypes
    }

    /// Creates settings with a configuration.
    init(_ configuration: HTTPResponseConfiguration) {
        self.configuration = configuration
    }
}

/// The serializers of a compound.
///
/// `@unchecked Sendable`: the list never changes, and the elements that are used inherit from
/// ``AFHTTPResponseSerializer``, which many threads may use.
struct ResponseSerializerList: @unchecked Sendable {
    var elements: [any AFURLResponseSerialization] = []
}

/// The core serializer behind a class of this module.
typealias CoreResponseSerializer = HTTPResponseSerialization & Codable
