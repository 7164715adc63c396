// A new user of SerializerComparison.

import SerializerComparison
import URLSerialization

struct Order: Codable, Sendable { var id = 1 }

// MARK: - Comparisons
func comparisons(_ order: Order, _ dictionary: [String: Any], _ value: ParameterValue, _ file: URL) throws {
    print(Comparison(of: ["a": [1, 2]]), Comparison(of: dictionary, method: "GET"), Comparison(of: value))
    print(try Comparison(encoding: order))
    print(Comparison(of: try PayloadReader().read(Data(contentsOf: file), name: "order.json")).hasDifferences)
    print(Comparison(of: order))
    // expected-error@-1 {{Comparison(encoding: model)}}
    print(Comparison(of: file))
    // expected-error@-1 {{PayloadReader().read(_:name:)}}
    print(Comparison(of: Data()))
    // expected-error@-1 {{PayloadReader().read(_:name:)}}
}
