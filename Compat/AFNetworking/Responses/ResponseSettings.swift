import URLSerialization

/// What a response serializer holds behind its lock. Each class has what its superclass has; the rest keeps its default.
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

    /// Settings that accept these content types.
    init(acceptableContentTypes: Set<String>? = nil) {
        configuration.acceptableContentTypes = acceptableContentTypes
    }

    /// Settings with a configuration.
    init(_ configuration: HTTPResponseConfiguration) {
        self.configuration = configuration
    }
}

/// The serializers of a compound.
///
/// `@unchecked Sendable`: the list never changes, and those of its elements that are used are subclasses of
/// ``AFHTTPResponseSerializer``, which may be used by many threads.
struct ResponseSerializerList: @unchecked Sendable {
    var elements: [any AFURLResponseSerialization] = []
}

/// A core serializer that a class of this module stands for.
typealias CoreResponseSerializer = HTTPResponseSerialization & Codable
