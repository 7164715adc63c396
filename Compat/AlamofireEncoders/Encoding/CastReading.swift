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
    @Sendable static func node(
        of value: Any, _ readings: inout ParameterReadings
    ) throws(ParameterError) -> ParameterNode {
        let type = type(of: value)
        if type == NSNull.self { return .leaf(.string("<null>")) }
        if type == NSString.self || type == NSMutableString.self { return .leaf(.string("\(value)")) }
        if let node = try cast(value, &readings) { return node }
        return .leaf(.string(try text(of: value, &readings)))
    }

    /// Returns a dictionary, an array, a number or a Boolean, looking through any optionals around it, or `nil` for
    /// another value.
    private static func cast(
        _ value: Any, _ readings: inout ParameterReadings
    ) throws(ParameterError) -> ParameterNode? {
        guard let value = readings.unwrapped(value) else { return nil }
        guard let node = try readings.ownNode(of: value) else {
            return try (value as? NSNumber).map { number throws(ParameterError) in try readings.node(of: number) }
        }
        switch node {
        case .leaf(.bool), .leaf(.int), .leaf(.uint), .leaf(.double), .leaf(.float), .leaf(.decimal): return node
        case .array: return isCastable(value) ? node : nil
        case .dictionary(let entries, _):
            return isCastable(value) && entries.allSatisfy { $0.key is String } ? node : nil
        case .leaf(let leaf): return leaf != .null && value is ParameterValue ? node : nil
        case .set, .object, .model: return nil
        }
    }

    private static func isCastable(_ value: Any) -> Bool {
        value is any CastableCollection || value is ParameterValue || value is NSArray || value is NSDictionary
    }

    private static func text(
        of value: Any, _ readings: inout ParameterReadings
    ) throws(ParameterError) -> String {
        if let value = value as? ParameterValue { return text(of: value) }
        try checkExtent(of: value, &readings)
        if let collection = value as? any CastableCollection { return collection.orderedDescription }
        return "\(value)"
    }

    private static func text(of value: ParameterValue) -> String {
        guard case .set(let elements) = value else { return "<null>" }
        return "[" + elements.map(\.description).sorted().joined(separator: ", ") + "]"
    }

    /// Refuses a collection whose description would overflow the stack. Foundation's collections may contain
    /// themselves.
    private static func checkExtent(of value: Any, _ readings: inout ParameterReadings) throws(ParameterError) {
        var level = [value]
        for _ in 0..<maximumDepth {
            var next: [Any] = []
            for value in level {
                switch try? readings.node(of: value) {
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

extension ParameterError {
    fileprivate static var withoutText: ParameterError {
        ParameterError(
            .tooDeep,
            "The collection is nested too deep, or contains itself, so it has no description to send, as Alamofire "
                + "would. Send a dictionary with text keys, an array or a scalar.")
    }
}

/// A collection of the standard library that may be cast to `[Any]` or `[String: Any]`, or its set.
private protocol CastableCollection {
    /// The text of interpolation, with the elements of hashed collections sorted: Alamofire's order varies from run to
    /// run.
    var orderedDescription: String { get }
}

extension Array: CastableCollection {
    var orderedDescription: String { description }
}

extension Dictionary: CastableCollection {
    var orderedDescription: String {
        let entries = map { "\(String(reflecting: $0.key)): \(String(reflecting: $0.value))" }
        return isEmpty ? "[:]" : "[" + entries.sorted().joined(separator: ", ") + "]"
    }
}

extension Set: CastableCollection {
    var orderedDescription: String {
        "[" + map { String(reflecting: $0) }.sorted().joined(separator: ", ") + "]"
    }
}
