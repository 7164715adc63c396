import URLSerialization

/// A deliberate difference of this library from AFNetworking; the vector has AFNetworking's behavior.
enum DeliberateDifference: String {
    /// A query is placed before the URL's fragment.
    case fragment
    /// The query walk accepts only a dictionary, or an empty array or set.
    case topLevel = "top-level"
    /// Bytes in a query need a strategy.
    case data
    /// A collection cannot be a dictionary key.
    case collectionKey = "collection-key"
    /// Foundation raised an exception; this library returns a result or an error.
    case raises
    /// Names in Content-Disposition are escaped.
    case names
    /// A stream that contradicts its declared length fails.
    case length
    /// The behavior of a NULL error pointer.
    case errorPointer = "error-pointer"

    /// Creates the difference that a vector is marked with, or returns `nil` without a mark.
    init?(of vector: Vector) throws {
        guard let name = try vector.input.optionalText("differs") else { return nil }
        guard let difference = DeliberateDifference(rawValue: name) else {
            throw VectorError("differs", names: name, no: "difference")
        }
        self = difference
    }

    /// Whether this library refuses parts that AFNetworking sends.
    var refusesParts: Bool { self == .names || self == .length }

    /// Whether the difference decides the whole answer, so that no other mark matters.
    func decidesAnswer(of vector: Vector) -> Bool {
        switch self {
        case .fragment, .topLevel, .collectionKey, .raises: true
        // A form sends bytes unchanged.
        case .data: !vector.isForm
        case .names, .length, .errorPointer: false
        }
    }

    /// Returns the errors one of which a module must return, or `nil` if it must not refuse the vector.
    ///
    /// - Parameter sendsKeyless: Whether the module sends parameters without a key, as AFNetworking does.
    func refusals(
        of vector: Vector, sendingKeyless sendsKeyless: Bool
    ) throws -> Set<RequestSerializationError.Code>? {
        let parameters = vector.input["parameters"]
        switch self {
        case .topLevel: return (parameters ?? .null).isRefusedAtTop(sendsKeyless) ? [.parametersNotDictionary] : nil
        case .raises where vector.isForm:
            return ["GET", "HEAD"].contains(try vector.input.text("method")) ? [.methodWithoutBody] : nil
        case .names where vector.isForm:
            // A part with such a name is refused separately; parameters with one are refused by the call.
            let names = try FormNames.fieldNames(of: vector.input)
            return names.contains { FormNames.isRefused($0, isFile: false) } ? [.invalidPartName] : nil
        case .data where vector.isForm:
            return parameters?.refusals.contains(.unsupportedKey) == true ? [.unsupportedKey] : nil
        case .data, .collectionKey:
            guard let parameters else { throw VectorError("'parameters' is missing") }
            guard !parameters.refusals.isEmpty else {
                throw VectorError("the parameters have nothing to refuse as '\(rawValue)'")
            }
            return parameters.refusals
        case .fragment, .raises, .names, .length, .errorPointer: return nil
        }
    }
}

// MARK: - Typed parameters

extension ParameterValue {
    /// The only key of a typed value and its content.
    private var typed: ParameterDictionary.Element? { dictionary?.count == 1 ? dictionary?.first : nil }

    /// Whether the value is not a collection.
    private var isLeaf: Bool {
        guard dictionary != nil else { return array == nil }
        let leaves: Set = ["$date", "$data", "$url", "$float", "$double", "$int", "$decimal"]
        return typed.map { leaves.contains($0.key) } ?? false
    }

    /// Whether typed parameters are refused at the top of a query because they are not a dictionary.
    fileprivate func isRefusedAtTop(_ sendsKeyless: Bool) -> Bool {
        if let array { return !array.isEmpty }
        guard let typed, typed.key == "$set" else { return !sendsKeyless || !isLeaf }
        guard let elements = typed.value.array, !elements.isEmpty else { return false }
        return !sendsKeyless || !elements.allSatisfy(\.isLeaf)
    }

    /// The errors of the values in typed parameters that the query walk refuses.
    fileprivate var refusals: Set<RequestSerializationError.Code> {
        if typed?.key == "$data" { return [.dataWithoutStrategy] }
        guard let typed, typed.key == "$dict", let pairs = typed.value.array else {
            return elements.reduce(into: []) { $0.formUnion($1.refusals) }
        }
        return pairs.compactMap(\.array).filter { $0.count == 2 }.reduce(into: []) { refusals, pair in
            if pair[0].isRefusedAsKey { refusals.insert(.unsupportedKey) }
            refusals.formUnion(pair[1].refusals)
        }
    }

    private var isRefusedAsKey: Bool {
        guard dictionary != nil else { return array != nil }
        guard let typed else { return true }
        // The value inside is the key.
        if typed.key == "$optional" { return typed.value.isRefusedAsKey }
        return !typed.key.hasPrefix("$") || ["$data", "$set", "$dict", "$swiftdict", "$intdict"].contains(typed.key)
    }
}
