import URLSerialization

/// The reading of a value in `Any` by Alamofire's `URLEncoding`: a dictionary if a cast to `[String: Any]` succeeds, an
/// array if one to `[Any]` does, a number if it is an `NSNumber` or bridges to one, and otherwise the text of its
/// interpolation: `<null>`, `Optional("x")`.
///
/// The casts themselves are avoided where possible. Each costs hundreds of nanoseconds, and on Linux they convert a
/// Foundation collection at all levels, which exhausts the stack if one is deep or contains itself.
enum CastReading {
    /// Reads a value, as a text if Alamofire's casts do not recognize it.
    ///
    /// - Throws: ``ParameterError`` for a collection whose text would be too deep or too long.
    @Sendable static func node(of value: Any) throws(ParameterError) -> ParameterNode {
        // Not by a cast, since casts look through optionals.
        if type(of: value) == NSNull.self { return .leaf(.string("<null>")) }
        if let node = try cast(value) { return node }
        return .leaf(.string(try text(of: value)))
    }

    /// Returns a dictionary, an array, a number or a Boolean, looking through any optionals around it, or `nil` for
    /// another value.
    private static func cast(_ value: Any) throws(ParameterError) -> ParameterNode? {
        var value = value
        while let wrapper = value as? any ParameterWrapper {
            guard let wrapped = wrapper.wrappedParameter else { return nil }
            value = wrapped
        }
        if let collection = value as? any CastableCollection { return collection.castNode }
        if value is any BinaryInteger || value is any BinaryFloatingPoint || value is Bool || value is ParameterValue {
            let node = try? ParameterNode(classifying: value)
            return node.flatMap { $0.isCastFromAny ? $0 : nil }
        }
        if type(of: value) is AnyClass, let object = value as? NSObject {
            switch object {
            case is NSNumber, is NSArray: return try ParameterNode(classifying: object)
            case is NSDictionary:
                let node = try ParameterNode(classifying: object)
                guard case .dictionary(let entries, _) = node else { return nil }
                return entries.allSatisfy { $0.key is String } ? node : nil
            default: return nil
            }
        }
        return try (value as? NSNumber).map { number throws(ParameterError) in try ParameterNode(classifying: number) }
    }

    private static func text(of value: Any) throws(ParameterError) -> String {
        if let value = value as? ParameterValue { return text(of: value) }
        try checkExtent(of: value)
        if let collection = value as? any CastableCollection { return collection.orderedDescription }
        return "\(value)"
    }

    private static func text(of value: ParameterValue) -> String {
        guard case .set(let elements) = value else { return "<null>" }
        return "[" + elements.map(\.description).sorted().joined(separator: ", ") + "]"
    }

    /// Refuses a collection whose description would overflow the stack. Foundation's collections may contain
    /// themselves.
    private static func checkExtent(of value: Any) throws(ParameterError) {
        var level = [value]
        for _ in 0..<maximumDepth {
            var next: [Any] = []
            for value in level {
                switch try? ParameterNode(classifying: value) {
                case .array(let elements): next += elements
                case .set(let elements): next += elements
                case .dictionary(let entries, _): next += entries.flatMap { [$0.key, $0.value] }
                case .leaf, .object, .model, nil: break
                }
                guard next.count <= maximumCount else { throw .withoutText }
            }
            if next.isEmpty { return }
            level = next
        }
        throw .withoutText
    }

    /// The number of levels of collections that are read, as in the core.
    static let maximumDepth = 512
    private static let maximumCount = 1_000_000
}

extension ParameterNode {
    /// Whether Alamofire's casts recognize the value, so that it is not replaced by its text.
    fileprivate var isCastFromAny: Bool {
        switch self {
        case .array, .dictionary: true
        case .leaf(.bool), .leaf(.int), .leaf(.uint), .leaf(.double), .leaf(.float), .leaf(.decimal): true
        case .set, .leaf, .object, .model: false
        }
    }
}

extension ParameterError {
    fileprivate static var withoutText: ParameterError {
        ParameterError(
            .tooDeep,
            "The collection is nested too deep, or contains itself, so it has no description to send, as Alamofire "
                + "would. Send a dictionary with text keys, an array or a scalar.")
    }
}

/// A collection of the standard library whose cast depends on its elements' types.
private protocol CastableCollection {
    /// The collection as the core reads it; `nil` if no cast to `[String: Any]` or `[Any]` succeeds.
    var castNode: ParameterNode? { get }
    /// The text of interpolation, with the elements of hashed collections sorted: Alamofire's order varies from run to
    /// run.
    var orderedDescription: String { get }
}

extension Array: CastableCollection {
    var castNode: ParameterNode? { .array(map { $0 as Any }) }
    var orderedDescription: String { description }
}

extension Dictionary: CastableCollection {
    var castNode: ParameterNode? {
        guard keys.allSatisfy({ ($0 as Any) is String }) else { return nil }
        return .dictionary(map { (key: $0.key as Any, value: $0.value as Any) }, isOrdered: false)
    }

    var orderedDescription: String {
        let entries = map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
        return isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
    }
}

extension Set: CastableCollection {
    var castNode: ParameterNode? { nil }
    var orderedDescription: String {
        "[" + map { String(reflecting: $0) }.sorted().joined(separator: ", ") + "]"
    }
}
