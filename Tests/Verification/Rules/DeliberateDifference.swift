import SerializerComparison
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
            throw VectorError("'differs' names '\(name)', which is not a known difference")
        }
        self = difference
    }

    /// Whether this library refuses parts that AFNetworking sends.
    var refusesParts: Bool { self == .names || self == .length }

    /// Returns the errors one of which a module must return, or `nil` if it must not refuse the vector.
    ///
    /// - Parameter sendsKeyless: Whether the module sends parameters without a key, as AFNetworking does.
    func refusals(
        of vector: Vector, sendingKeyless sendsKeyless: Bool
    ) throws -> Set<RequestSerializationError.Code>? {
        switch self {
        case .topLevel:
            let parameters = vector.input["parameters"] ?? .null
            return Self.refusesTop(parameters, sendingKeyless: sendsKeyless) ? [.parametersNotDictionary] : nil
        case .raises where vector.isMultipart:
            return ["GET", "HEAD"].contains(try vector.input.text("method")) ? [.methodWithoutBody] : nil
        case .names where vector.isMultipart:
            // A part with such a name is refused separately; parameters with one are refused by the call.
            let names = try MultipartNames.fieldNames(of: vector.input)
            return names.contains { MultipartNames.isRefused($0, isFile: false) } ? [.invalidPartName] : nil
        case .data where vector.isMultipart:
            let content = ParameterContent(of: vector.input["parameters"] ?? .null)
            return content.refusals.contains(.unsupportedKey) ? [.unsupportedKey] : nil
        case .data, .collectionKey:
            guard let parameters = vector.input["parameters"] else { throw VectorError("'parameters' is missing") }
            let refusals = ParameterContent(of: parameters).refusals
            guard !refusals.isEmpty else { throw VectorError("the parameters have nothing to refuse as '\(rawValue)'") }
            return refusals
        case .fragment, .raises, .names, .length, .errorPointer: return nil
        }
    }
}

extension DeliberateDifference {
    /// Whether typed parameters that are not a dictionary are refused at the top of a query.
    private static func refusesTop(_ parameters: JSONValue, sendingKeyless sendsKeyless: Bool) -> Bool {
        switch parameters {
        case .array(let elements): return !elements.isEmpty
        case .object(let members) where members.count == 1 && members[0].key.text == "$set":
            guard case .array(let elements) = members[0].value, !elements.isEmpty else { return false }
            return !sendsKeyless || !elements.allSatisfy(isLeaf)
        default: return !sendsKeyless || !isLeaf(parameters)
        }
    }

    private static func isLeaf(_ json: JSONValue) -> Bool {
        switch json {
        case .array: return false
        case .object(let members):
            let leaves: Set = ["$date", "$data", "$url", "$float", "$double", "$int", "$decimal"]
            return members.count == 1 && leaves.contains(members[0].key.text)
        case .null, .bool, .number, .string: return true
        }
    }
}

/// The values in typed parameters that the query walk refuses.
private struct ParameterContent {
    private(set) var refusals: Set<RequestSerializationError.Code> = []

    init(of parameters: JSONValue) {
        visit(parameters)
    }

    private mutating func visit(_ json: JSONValue) {
        switch json {
        case .array(let elements): for element in elements { visit(element) }
        case .object(let members):
            if members.count == 1, members[0].key.text == "$data" {
                refusals.insert(.dataWithoutStrategy)
            } else if members.count == 1, members[0].key.text == "$dict", case .array(let pairs) = members[0].value {
                for case .array(let pair) in pairs where pair.count == 2 { visit(key: pair[0], value: pair[1]) }
            } else {
                for member in members { visit(member.value) }
            }
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func visit(key: JSONValue, value: JSONValue) {
        switch key {
        case .array: refusals.insert(.unsupportedKey)
        case .object(let members):
            let type = members.count == 1 ? members[0].key.text : ""
            // The value inside is the key.
            if type == "$optional" { return visit(key: members[0].value, value: value) }
            let isLeaf = type.hasPrefix("$") && !["$data", "$set", "$dict", "$swiftdict", "$intdict"].contains(type)
            if !isLeaf { refusals.insert(.unsupportedKey) }
        case .null, .bool, .number, .string: break
        }
        visit(value)
    }
}
