import AlamofireEncoders
import URLSerialization

/// The operation that puts a query string of parameters into a request (Alamofire's `URLEncoding`).
struct URLEncodingOperation: AlamofireOperation {
    func run(_ vector: Vector) throws -> Result<URLRequest, any Error> {
        let encoding = URLEncoding(
            destination: try vector.choice("destination", of: Self.destinations) ?? .methodDependent,
            arrayEncoding: try vector.choice("array", of: Self.arrayEncodings) ?? .brackets,
            boolEncoding: try vector.choice("bool", of: Self.boolEncodings) ?? .numeric)
        let request = try vector.request()
        let parameters = try vector.untypedParameters()
        return Result { try encoding.encode(request, with: parameters) }
    }

    func mismatches(of answer: URLRequest, with vector: Vector, by rules: ComparisonRules) throws -> [Mismatch] {
        let query = try AlamofireQueryComparison(vector: vector).mismatches(of: answer)
        return try query + AlamofireHeadComparison(vector: vector).mismatches(of: answer)
    }

    func text(of answer: URLRequest) -> String { AlamofireHeadComparison.text(of: answer) }

    private static let destinations: KeyValuePairs<String, URLEncoding.Destination> = [
        "methodDependent": .methodDependent, "queryString": .queryString, "httpBody": .httpBody,
    ]
    private static let arrayEncodings: KeyValuePairs<String, URLEncoding.ArrayEncoding> = [
        "brackets": .brackets, "noBrackets": .noBrackets, "indexInBrackets": .indexInBrackets,
    ]
    private static let boolEncodings: KeyValuePairs<String, URLEncoding.BoolEncoding> = [
        "numeric": .numeric, "literal": .literal,
    ]
}
